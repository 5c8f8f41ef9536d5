import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { notify } from '../notifications/index.ts'

/** Sends a notification to the owner of a wallet. */
export const notifyWalletOwner = (
  tx: Tx,
  userId: UserId,
  notification: { subject: string; body: string; amountKobo?: bigint },
): Promise<void> => notify(tx, { userId, service: 'wallet', ...notification })
