import { account } from './accounts.ts'
import type { Entry } from './entry.ts'
import { captureEvent } from './wallet-entry.ts'

/** A manager buys for a user: we pay, and are owed what was collected outside. */
export const boughtByManager = (it: { paymentId: string; orderId: string; amountKobo: bigint }): Entry => ({
  event: captureEvent(it.paymentId),
  orderId: it.orderId,
  lines: [
    [account.receivableManager, it.amountKobo],
    [account.order(it.orderId), -it.amountKobo],
  ],
})

/** Nothing was bought after all: nothing is owed for it. */
export const returnedToManager = (it: { refundId: string; orderId: string; amountKobo: bigint }): Entry => ({
  event: `refund:${it.refundId}:processed`,
  orderId: it.orderId,
  lines: [
    [account.order(it.orderId), it.amountKobo],
    [account.receivableManager, -it.amountKobo],
  ],
})

/** A manager puts money that was collected outside into a user's wallet. `reason` names who, and what for. */
export const toppedUpByManager = (it: {
  approvalId: string
  userId: string
  amountKobo: bigint
  reason: string
}): Entry => ({
  event: `manager:${it.approvalId}:topped_up`,
  orderId: null,
  reason: it.reason,
  lines: [
    [account.receivableManager, it.amountKobo],
    [account.wallet(it.userId), -it.amountKobo],
  ],
})
