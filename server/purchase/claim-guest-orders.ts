import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'

/** A finished guest order can be claimed for this long after it was created. */
const recentHours = 24

/**
 * Assigns a browser's guest orders to the user who signs in there, because signing in ends the session that
 * could read them: unfinished orders, and all orders of the last day. Older ones stay without an owner,
 * because many people share a phone.
 */
export async function claimGuestOrders(tx: Tx, session: Buffer, userId: UserId): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('session_hash', '=', session)
    .where('user_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', 'not in', ['delivered', 'refunded', 'expired']),
        eb('created_at', '>', sql<Date>`app_now() - make_interval(hours => ${recentHours})`),
      ]),
    )
    .execute()
}
