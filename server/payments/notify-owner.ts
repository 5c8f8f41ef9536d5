import type { Tx } from '../database/index.ts'
import { notify } from '../notifications/index.ts'

/** Sends a notification to the owner of a wallet. */
export const notifyWalletOwner = (
  tx: Tx,
  userId: string,
  notification: { subject: string; body: string; amountKobo?: bigint },
): Promise<void> => notify(tx, { userId, service: 'wallet', ...notification })
