import type { Tx } from '../database/index.ts'

/**
 * True while the user's account is open: money may be credited to the wallet and the bonus. The account cannot be
 * closed before the transaction ends. Called before a balance is locked, as the closing of an account does.
 */
export async function isWalletOpen(tx: Tx, userId: string): Promise<boolean> {
  const owner = await tx
    .selectFrom('users')
    .select('closed_at')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  return owner?.closed_at === null
}
