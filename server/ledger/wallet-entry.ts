import type { BulkPurchaseId, OrderId, PaymentId, RefundId, UserId } from '../../shared/ids.ts'
import { account } from './accounts.ts'
import { type Entry, transfer } from './entry.ts'
import { ledgerReasonTexts } from './texts.ts'

/** A wallet pays for an order: the amount is on hold until the order is sent to a vendor. */
export function walletHeld(payment: {
  paymentId: PaymentId
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
}): Entry {
  return {
    event: `payment:${payment.paymentId}:held`,
    orderId: payment.orderId,
    postings: transfer(account.wallet(payment.userId), account.hold(payment.userId), payment.amountKobo),
  }
}

/** Event key of a captured payment. */
export const captureEvent = (paymentId: PaymentId): string => `payment:${paymentId}:captured`

/** The order is sent to a vendor: the hold moves to the order's suspense account. */
export function holdCaptured(payment: {
  paymentId: PaymentId
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
}): Entry {
  return {
    event: captureEvent(payment.paymentId),
    orderId: payment.orderId,
    postings: transfer(account.hold(payment.userId), account.order(payment.orderId), payment.amountKobo),
  }
}

/** A wallet order is refunded into the wallet: from the order's suspense account or from the hold. */
export function refundedToWallet(refund: {
  refundId: RefundId
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
  from: 'order' | 'hold'
}): Entry {
  return {
    event: `refund:${refund.refundId}:processed`,
    orderId: refund.orderId,
    postings: transfer(
      refund.from === 'order' ? account.order(refund.orderId) : account.hold(refund.userId),
      account.wallet(refund.userId),
      refund.amountKobo,
    ),
  }
}

/** A wallet was topped up: the full amount is credited; the gateway's fee is our cost. */
export function walletToppedUp(topUp: {
  paymentId: PaymentId
  userId: UserId
  gateway: string
  paidKobo: bigint
  feeKobo: bigint
}): Entry {
  return {
    event: captureEvent(topUp.paymentId),
    orderId: null,
    postings: [
      [account.gateway(topUp.gateway), topUp.paidKobo - topUp.feeKobo],
      [account.gatewayFee, topUp.feeKobo],
      [account.wallet(topUp.userId), -topUp.paidKobo],
    ],
  }
}

export const cashbackEvent = (orderId: OrderId): string => `order:${orderId}:cashback`

/** Cashback of a delivered order. `owedKobo` of it settles the receivable of an earlier reversal. */
export function cashbackEarned(cashback: {
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
  owedKobo: bigint
}): Entry {
  return {
    event: cashbackEvent(cashback.orderId),
    orderId: cashback.orderId,
    postings: [
      [account.cashback, cashback.amountKobo],
      [account.receivable(cashback.userId), -cashback.owedKobo],
      [account.wallet(cashback.userId), cashback.owedKobo - cashback.amountKobo],
    ],
  }
}

/** A refunded order's cashback is reversed: the wallet is debited up to its balance, the rest is a receivable. */
export function cashbackReversed(reversal: {
  orderId: OrderId
  userId: UserId
  amountKobo: bigint
  walletKobo: bigint
  reverses: bigint
}): Entry {
  return {
    event: `order:${reversal.orderId}:cashback_taken_back`,
    orderId: reversal.orderId,
    reverses: reversal.reverses,
    reason: ledgerReasonTexts.orderRefunded(),
    postings: [
      [account.wallet(reversal.userId), reversal.walletKobo],
      [account.receivable(reversal.userId), reversal.amountKobo - reversal.walletKobo],
      [account.cashback, -reversal.amountKobo],
    ],
  }
}

export const referralEvent = (referredId: UserId): string => `referral:${referredId}:earned`

/** A referred user's first order was delivered: the referrer earns a bonus once. */
export function referralEarned(referral: {
  orderId: OrderId
  referredId: UserId
  referrerId: UserId
  amountKobo: bigint
}): Entry {
  return {
    event: referralEvent(referral.referredId),
    orderId: referral.orderId,
    postings: transfer(account.referral, account.bonus(referral.referrerId), referral.amountKobo),
  }
}

/** That first order was refunded: the bonus is reversed up to its balance, the rest is a receivable. */
export function referralReversed(reversal: {
  orderId: OrderId
  referredId: UserId
  referrerId: UserId
  amountKobo: bigint
  bonusKobo: bigint
  reverses: bigint
}): Entry {
  return {
    event: `referral:${reversal.referredId}:taken_back`,
    orderId: reversal.orderId,
    reverses: reversal.reverses,
    reason: ledgerReasonTexts.orderRefunded(),
    postings: [
      [account.bonus(reversal.referrerId), reversal.bonusKobo],
      [account.receivable(reversal.referrerId), reversal.amountKobo - reversal.bonusKobo],
      [account.referral, -reversal.amountKobo],
    ],
  }
}

/** A bonus is redeemed into the wallet, one UTW per naira. */
export function bonusRedeemed(redemption: {
  redemptionId: string
  userId: UserId
  amountKobo: bigint
}): Entry {
  return {
    event: `bonus:${redemption.redemptionId}:redeemed`,
    orderId: null,
    reason: ledgerReasonTexts.bonusRedeemed(),
    postings: transfer(
      account.bonus(redemption.userId),
      account.wallet(redemption.userId),
      redemption.amountKobo,
    ),
  }
}

/** A user closes the account and forfeits the bonus. */
export function bonusForfeited({ userId, amountKobo }: { userId: UserId; amountKobo: bigint }): Entry {
  return {
    event: `bonus:${userId}:forfeited`,
    orderId: null,
    reason: ledgerReasonTexts.accountClosed(),
    postings: transfer(account.bonus(userId), account.referral, amountKobo),
  }
}

/** A user closes the account and forfeits the rest of the wallet, which is too little for any purchase. */
export function walletForfeited({ userId, amountKobo }: { userId: UserId; amountKobo: bigint }): Entry {
  return {
    event: `wallet:${userId}:given_up`,
    orderId: null,
    reason: ledgerReasonTexts.accountClosed(),
    postings: transfer(account.wallet(userId), account.adjustment, amountKobo),
  }
}

/** A user closes the account: the wallet pays what the user owes after a chargeback or a reversed reward. */
export function accountDebtPaid({ userId, amountKobo }: { userId: UserId; amountKobo: bigint }): Entry {
  return {
    event: `debt:${userId}:paid`,
    orderId: null,
    reason: ledgerReasonTexts.accountClosed(),
    postings: transfer(account.wallet(userId), account.receivable(userId), amountKobo),
  }
}

/** A company starts a bulk purchase: the amount of all rows is placed on hold. */
export function bulkHeld(bulk: {
  bulkId: BulkPurchaseId
  userId: UserId
  amountKobo: bigint
  reason: string
}): Entry {
  return {
    event: `bulk:${bulk.bulkId}:held`,
    orderId: null,
    reason: bulk.reason,
    postings: transfer(account.wallet(bulk.userId), account.hold(bulk.userId), bulk.amountKobo),
  }
}

/** One row of a bulk purchase is not bought: its hold is released. */
export function bulkRowReleased(row: {
  bulkId: BulkPurchaseId
  line: number
  userId: UserId
  amountKobo: bigint
  reason: string
}): Entry {
  return {
    event: `bulk:${row.bulkId}:${row.line}:returned`,
    orderId: null,
    reason: row.reason,
    postings: transfer(account.hold(row.userId), account.wallet(row.userId), row.amountKobo),
  }
}
