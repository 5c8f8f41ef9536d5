import { sql } from 'kysely'
import type { OperationsParts } from '../parts.ts'

/**
 * Top-ups that a person must look at (one that was charged back, say) belong to no order: they stand on
 * the list of differences. @returns how many are new there
 */
export async function listFlaggedTopUps({ db }: Pick<OperationsParts, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into differences (kind, subject, our_kobo, their_kobo, note)
    select 'payment', id::text, paid_kobo, 0, 'Top-up ' || reference || ' at ' || gateway || ': ' || review_reason || '.'
    from payments where review_since is not null
      and not exists (select from differences where kind = 'payment' and subject = payments.id::text and since >= payments.review_since)
    on conflict do nothing`.execute(db.q)
  return Number(numAffectedRows ?? 0n)
}
