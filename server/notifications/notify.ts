import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { Tx } from '../database/index.ts'

/** What somebody is told in their account. */
export interface Notice {
  readonly userId: string
  readonly service: Service | 'wallet' | 'referral' | 'ticket' | 'bulk'
  readonly subject: string
  readonly body: string
  readonly orderId?: string | null
  /** Kobo; for what is about no order. */
  readonly amountKobo?: bigint | null
}

/**
 * Tells somebody, in the transaction that makes it true. The orders of a file are told of together at its end:
 * nothing is written for one of them.
 */
export async function notify(tx: Tx, it: Notice): Promise<void> {
  await sql`
    insert into notifications (user_id, service, subject, body, order_id, amount_kobo)
    select ${it.userId}::uuid, ${it.service}, ${it.subject}, ${it.body}, ${it.orderId ?? null}::uuid,
      ${it.amountKobo ?? null}::bigint
    where not exists (select from bulk_rows where order_id = ${it.orderId ?? null}::uuid)`.execute(tx)
}
