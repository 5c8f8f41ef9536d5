import type { Tx } from '../database/index.ts'

/** A notification for the owner of a wallet. */
export async function tellOwner(
  tx: Tx,
  userId: string,
  it: { subject: string; body: string },
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, service: 'wallet', ...it, order_id: null, read_at: null })
    .execute()
}
