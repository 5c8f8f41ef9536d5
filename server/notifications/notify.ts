import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { OrderId, UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'

/** A notification in a user's account. */
export interface NewNotification {
  readonly userId: UserId
  readonly service: Service | 'wallet' | 'referral' | 'ticket' | 'bulk' | 'schedule'
  readonly subject: string
  readonly body: string
  readonly orderId?: OrderId | null
  /** Kobo; without it, the amount of the order. */
  readonly amountKobo?: bigint | null
}

/**
 * Notifies a user, in the transaction of the event. An order of a bulk purchase has no notification of its own: the user
 * gets one when the whole file is done.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  await sql`
    insert into notifications (user_id, service, subject, body, order_id, amount_kobo)
    select ${notification.userId}::uuid, ${notification.service}, ${notification.subject}, ${notification.body}, ${notification.orderId ?? null}::uuid,
      ${notification.amountKobo ?? null}::bigint
    where not exists (select from bulk_rows where order_id = ${notification.orderId ?? null}::uuid)`.execute(
    tx,
  )
}
