import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'

/**
 * Locks the owner of a wallet: the account cannot be closed before the transaction ends. Called before a balance is
 * locked, as the closing of an account does, also when the transaction only notifies the owner afterwards: a row that
 * refers to a user locks the user too.
 */
export const lockWalletOwner = (tx: Tx, userId: UserId): Promise<{ closed_at: Date | null } | undefined> =>
  tx.selectFrom('users').select('closed_at').where('id', '=', userId).forKeyShare().executeTakeFirst()

/**
 * True while the user's account is open: money may be credited to the wallet and the bonus. Locks the owner, so it is
 * called before a balance is locked.
 */
export const isWalletOpen = async (tx: Tx, userId: UserId): Promise<boolean> =>
  (await lockWalletOwner(tx, userId))?.closed_at === null
