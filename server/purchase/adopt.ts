import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'

/** An order that is over may be read under the account for so long after it was made. */
const recentHours = 24

/**
 * Gives a browser's orders to the person who signs in there, because the session by which it could read
 * them ends with signing in: those under way, and what it bought within a day. Older ones stay nobody's:
 * many people share a phone.
 */
export async function adoptOrders(tx: Tx, session: Buffer, userId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ user_id: userId })
    .where('session_hash', '=', session)
    .where('user_id', 'is', null)
    .where((it) =>
      it.or([
        it('state', 'not in', ['delivered', 'refunded', 'expired']),
        it('created_at', '>', sql<Date>`business_now() - make_interval(hours => ${recentHours})`),
      ]),
    )
    .execute()
}
