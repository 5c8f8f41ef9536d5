import type { Tx } from '../database/index.ts'
import { notify } from '../notifications/index.ts'

/** A notification for the owner of a wallet. */
export const tellOwner = (
  tx: Tx,
  userId: string,
  it: { subject: string; body: string; amountKobo?: bigint },
): Promise<void> => notify(tx, { userId, service: 'wallet', ...it })
