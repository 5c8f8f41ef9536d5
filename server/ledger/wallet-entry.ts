import { account } from './accounts.ts'
import type { Entry } from './entry.ts'

/** A wallet pays for an order: the money is set aside until the order is sent to a vendor. */
export function heldFromWallet(it: {
  paymentId: string
  orderId: string
  userId: string
  amountKobo: bigint
}): Entry {
  return {
    event: `payment:${it.paymentId}:held`,
    orderId: it.orderId,
    lines: [
      [account.wallet(it.userId), it.amountKobo],
      [account.hold(it.userId), -it.amountKobo],
    ],
  }
}

/** The event of money that has reached what it was paid for. */
export const captureEvent = (paymentId: string): string => `payment:${paymentId}:captured`

/** The order is being sent: what was set aside becomes the order's. */
export function holdCaptured(it: {
  paymentId: string
  orderId: string
  userId: string
  amountKobo: bigint
}): Entry {
  return {
    event: captureEvent(it.paymentId),
    orderId: it.orderId,
    lines: [
      [account.hold(it.userId), it.amountKobo],
      [account.order(it.orderId), -it.amountKobo],
    ],
  }
}

/** Money of a wallet order goes back into the wallet: from the order, or from what was only set aside. */
export function returnedToWallet(it: {
  refundId: string
  orderId: string
  userId: string
  amountKobo: bigint
  from: 'order' | 'hold'
}): Entry {
  return {
    event: `refund:${it.refundId}:processed`,
    orderId: it.orderId,
    lines: [
      [it.from === 'order' ? account.order(it.orderId) : account.hold(it.userId), it.amountKobo],
      [account.wallet(it.userId), -it.amountKobo],
    ],
  }
}

/** Money was paid into a wallet: all of what arrived is the customer's, the gateway's fee is ours. */
export function toppedUp(it: {
  paymentId: string
  userId: string
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
}): Entry {
  return {
    event: captureEvent(it.paymentId),
    orderId: null,
    lines: [
      [account.gateway(it.gateway), it.paidKobo - it.feeKobo],
      [account.gatewayFee, it.feeKobo],
      [account.wallet(it.userId), -it.paidKobo],
    ],
  }
}

export const cashbackEvent = (orderId: string): string => `order:${orderId}:cashback`

/** Cashback of a delivered order. `owedKobo` of it settles what an earlier take-back left owing. */
export function cashbackEarned(it: {
  orderId: string
  userId: string
  amountKobo: bigint
  owedKobo: bigint
}): Entry {
  return {
    event: cashbackEvent(it.orderId),
    orderId: it.orderId,
    lines: [
      [account.cashback, it.amountKobo],
      [account.receivable(it.userId), -it.owedKobo],
      [account.wallet(it.userId), it.owedKobo - it.amountKobo],
    ],
  }
}

/** The order's money went back, so its cashback does too: what the wallet holds, the rest is owed. */
export function cashbackTakenBack(it: {
  orderId: string
  userId: string
  amountKobo: bigint
  walletKobo: bigint
  reverses: bigint
}): Entry {
  return {
    event: `order:${it.orderId}:cashback_taken_back`,
    orderId: it.orderId,
    reverses: it.reverses,
    reason: 'the order was paid back',
    lines: [
      [account.wallet(it.userId), it.walletKobo],
      [account.receivable(it.userId), it.amountKobo - it.walletKobo],
      [account.cashback, -it.amountKobo],
    ],
  }
}

export const referralEvent = (referredId: string): string => `referral:${referredId}:earned`

/** Somebody who came by a referral had a first order delivered: a bonus for who sent them, once. */
export function referralEarned(it: {
  orderId: string
  referredId: string
  referrerId: string
  amountKobo: bigint
}): Entry {
  return {
    event: referralEvent(it.referredId),
    orderId: it.orderId,
    lines: [
      [account.referral, it.amountKobo],
      [account.bonus(it.referrerId), -it.amountKobo],
    ],
  }
}

/** That first order's money went back: so does the bonus, what is left of it; the rest is owed. */
export function referralTakenBack(it: {
  orderId: string
  referredId: string
  referrerId: string
  amountKobo: bigint
  bonusKobo: bigint
  reverses: bigint
}): Entry {
  return {
    event: `referral:${it.referredId}:taken_back`,
    orderId: it.orderId,
    reverses: it.reverses,
    reason: 'the order was paid back',
    lines: [
      [account.bonus(it.referrerId), it.bonusKobo],
      [account.receivable(it.referrerId), it.amountKobo - it.bonusKobo],
      [account.referral, -it.amountKobo],
    ],
  }
}

/** A bonus becomes wallet money, one UTW for one naira. */
export function bonusRedeemed(it: { redemptionId: string; userId: string; amountKobo: bigint }): Entry {
  return {
    event: `bonus:${it.redemptionId}:redeemed`,
    orderId: null,
    reason: 'referral bonus redeemed',
    lines: [
      [account.bonus(it.userId), it.amountKobo],
      [account.wallet(it.userId), -it.amountKobo],
    ],
  }
}

/** A company starts a file of purchases: the money for all of its rows is set aside at once. */
export function bulkHeld(it: { bulkId: string; userId: string; amountKobo: bigint; reason: string }): Entry {
  return {
    event: `bulk:${it.bulkId}:held`,
    orderId: null,
    reason: it.reason,
    lines: [
      [account.wallet(it.userId), it.amountKobo],
      [account.hold(it.userId), -it.amountKobo],
    ],
  }
}

/** One row of it is not bought: what was set aside for it goes back. */
export function bulkRowReturned(it: {
  bulkId: string
  line: number
  userId: string
  amountKobo: bigint
  reason: string
}): Entry {
  return {
    event: `bulk:${it.bulkId}:${it.line}:returned`,
    orderId: null,
    reason: it.reason,
    lines: [
      [account.hold(it.userId), it.amountKobo],
      [account.wallet(it.userId), -it.amountKobo],
    ],
  }
}
