import { sql } from 'kysely'
import type { Database, Tx } from '../../database/index.ts'

/** The subject of most differences is a row's id; that of a float or an order is its name. */
export const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

type Writer = Database['q'] | Tx
export type DifferenceKind =
  | 'order'
  | 'payment'
  | 'refund'
  | 'attempt'
  | 'inflow'
  | 'float'
  | 'set_apart'
  | 'dispute'

/** Ours and theirs, kobo; null where a side has none. */
export interface Disagreement {
  readonly kind: DifferenceKind
  /** An order's or payment's reference, a vendor; one open difference for each. */
  readonly subject: string
  readonly ourKobo: bigint | null
  readonly theirKobo: bigint | null
  readonly note: string
}

/** Lists a difference, or brings one that is listed up to date; its age goes on. */
export async function listDifference(tx: Writer, it: Disagreement): Promise<void> {
  const figures = { our_kobo: it.ourKobo, their_kobo: it.theirKobo, note: it.note }
  await tx
    .insertInto('differences')
    .values({ kind: it.kind, subject: it.subject, ...figures, resolved_at: null, resolution: null })
    .onConflict((known) =>
      known
        .columns(['kind', 'subject'])
        .where('resolved_at', 'is', null)
        .doUpdateSet({ ...figures, seen_at: sql<Date>`business_now()` }),
    )
    .execute()
}

/** Both sides agree again. */
export async function endDifference(tx: Writer, kind: DifferenceKind, subject: string): Promise<void> {
  await tx
    .updateTable('differences')
    .set({ resolved_at: sql<Date>`business_now()`, resolution: 'Both sides agree.' })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('resolved_at', 'is', null)
    .execute()
}
