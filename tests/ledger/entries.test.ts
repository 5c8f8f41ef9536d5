import { expect, test } from 'vitest'
import { hasCachedBalance } from '../../server/ledger/accounts.ts'
import {
  depositCredited,
  depositUnapplied,
  unappliedDepositPaidOut,
} from '../../server/ledger/deposit-entry.ts'
import {
  chargedBackOrderClosed,
  disputeLost,
  type Entry,
  lateDeliveryAfterWriteOff,
  lostRefundReturned,
  normalisePostings,
  orderDelivered,
  paymentCaptured,
  paymentChargedBack,
  refundProcessed,
  refundRequested,
  refundReturnedByDispute,
} from '../../server/ledger/entry.ts'
import {
  goodwillCashbackReversed,
  goodwillCountedAsRefund,
  goodwillPaid,
} from '../../server/ledger/goodwill-entry.ts'
import {
  managerPurchasePaid,
  managerPurchaseRefunded,
  managerTopUpPosted,
} from '../../server/ledger/manager-entry.ts'
import {
  floatFunded,
  floatOpened,
  lateDeliveryAfterFailure,
  refundPaidManually,
  vendorReversed,
} from '../../server/ledger/operations-entry.ts'
import {
  bonusForfeited,
  bonusRedeemed,
  bulkHeld,
  bulkRowReleased,
  cashbackEarned,
  cashbackReversed,
  holdCaptured,
  referralEarned,
  referralReversed,
  refundedToWallet,
  walletForfeited,
  walletHeld,
  walletToppedUp,
} from '../../server/ledger/wallet-entry.ts'

/** An entry with the sum of each account, without the accounts whose sum is 0. Debits are positive. */
const summary = ({ postings, ...entry }: Entry) => ({
  ...entry,
  postings: Object.fromEntries(normalisePostings(postings)),
})

interface Case {
  readonly title: string
  readonly entry: Entry
  /** Never changes: an event that was posted once is never posted again. */
  readonly event: string
  readonly orderId?: string
  readonly postings: Readonly<Record<string, bigint>>
  readonly reason?: string
  readonly reverses?: bigint
}

const order = { orderId: 'o1' }
const payment = { paymentId: 'p1', gateway: 'paystack' }
const refund = { refundId: 'r1', orderId: 'o1', amountKobo: 2_000n }

const cases: readonly Case[] = [
  {
    title: 'a payment for an order pays the order; the gateway keeps its fee',
    entry: paymentCaptured({ ...payment, ...order, paidKobo: 5_100n, feeKobo: 80n, appliedKobo: 5_100n }),
    event: 'payment:p1:captured',
    orderId: 'o1',
    postings: { 'gateway:paystack': 5_020n, gateway_fee: 80n, 'order:o1': -5_100n },
  },
  {
    title: 'what was paid above the total is unapplied',
    entry: paymentCaptured({ ...payment, ...order, paidKobo: 6_000n, feeKobo: 0n, appliedKobo: 5_100n }),
    event: 'payment:p1:captured',
    orderId: 'o1',
    postings: { 'gateway:paystack': 6_000n, 'order:o1': -5_100n, unapplied: -900n },
  },
  {
    title: 'a payment that belongs to no order is unapplied',
    entry: paymentCaptured({ ...payment, orderId: null, paidKobo: 700n, feeKobo: 10n, appliedKobo: 0n }),
    event: 'payment:p1:captured',
    postings: { 'gateway:paystack': 690n, gateway_fee: 10n, unapplied: -700n },
  },
  {
    title: 'a delivery becomes vendor cost, service charge and commission',
    entry: orderDelivered({
      ...order,
      ...{
        vendor: 'vtpass',
        totalKobo: 5_100n,
        amountKobo: 5_000n,
        serviceChargeKobo: 100n,
        costKobo: 4_900n,
      },
    }),
    event: 'order:o1:delivered',
    orderId: 'o1',
    postings: {
      'order:o1': 5_100n,
      'vendor_float:vtpass': -4_900n,
      service_charge: -100n,
      commission: -100n,
    },
  },
  {
    title: 'a refund of an undelivered order is taken from the order',
    entry: refundRequested({ ...refund, from: 'order' }),
    event: 'refund:r1:requested',
    orderId: 'o1',
    postings: { 'order:o1': 2_000n, refund_payable: -2_000n },
  },
  {
    title: 'a refund of a payment without an order is taken from the unapplied money',
    entry: refundRequested({ ...refund, orderId: null, from: 'order' }),
    event: 'refund:r1:requested',
    postings: { unapplied: 2_000n, refund_payable: -2_000n },
  },
  {
    title: 'a refund of surplus is taken from the unapplied money',
    entry: refundRequested({ ...refund, from: 'unapplied' }),
    event: 'refund:r1:requested',
    orderId: 'o1',
    postings: { unapplied: 2_000n, refund_payable: -2_000n },
  },
  {
    title: 'a goodwill refund is taken from our own money',
    entry: refundRequested({ ...refund, from: 'goodwill' }),
    event: 'refund:r1:requested',
    orderId: 'o1',
    postings: { adjustment: 2_000n, refund_payable: -2_000n },
  },
  {
    title: 'a processed refund leaves the gateway',
    entry: refundProcessed({ ...refund, gateway: 'monnify' }),
    event: 'refund:r1:processed',
    orderId: 'o1',
    postings: { refund_payable: 2_000n, 'gateway:monnify': -2_000n },
  },
  {
    title: 'a chargeback of an order is owed by the order',
    entry: paymentChargedBack({ ...payment, ...order, owner: 'o1', paidKobo: 5_100n, walletKobo: 0n }),
    event: 'payment:p1:reversed',
    orderId: 'o1',
    reason: 'the bank reversed the payment',
    postings: { 'gateway:paystack': -5_100n, 'receivable:o1': 5_100n },
  },
  {
    title: 'a chargeback of a top-up debits the wallet first; the rest is owed by the user',
    entry: paymentChargedBack({
      ...payment,
      orderId: null,
      owner: 'u1',
      paidKobo: 5_100n,
      walletKobo: 1_100n,
    }),
    event: 'payment:p1:reversed',
    reason: 'the bank reversed the payment',
    postings: { 'gateway:paystack': -5_100n, 'receivable:u1': 4_000n, 'wallet:u1': 1_100n },
  },
  {
    title: 'a dispute that was lost for a part is owed by the order',
    entry: disputeLost({
      ...order,
      ...{ disputeId: 'd1', gateway: 'paystack', owner: 'o1', amountKobo: 900n, walletKobo: 0n },
    }),
    event: 'dispute:d1:lost',
    orderId: 'o1',
    reason: 'the bank took a part of the payment back',
    postings: { 'gateway:paystack': -900n, 'receivable:o1': 900n },
  },
  {
    title: 'a dispute about a top-up debits the wallet first; the rest is owed by the user',
    entry: disputeLost({
      ...{
        disputeId: 'd1',
        orderId: null,
        gateway: 'paystack',
        owner: 'u1',
        amountKobo: 900n,
        walletKobo: 300n,
      },
    }),
    event: 'dispute:d1:lost',
    reason: 'the bank took a part of the payment back',
    postings: { 'gateway:paystack': -900n, 'receivable:u1': 600n, 'wallet:u1': 300n },
  },
  {
    title: 'a part of a refund that was not sent is returned by the bank',
    entry: refundReturnedByDispute({
      ...order,
      ...{ refundId: 'r1', disputeId: 'd1', gateway: 'paystack', amountKobo: 900n },
    }),
    event: 'refund:r1:returned_by_dispute:d1',
    orderId: 'o1',
    reason: 'the bank took a part of the payment back',
    postings: { refund_payable: 900n, 'gateway:paystack': -900n },
  },
  {
    title: 'a refund whose row was lost is payable no more for what the bank returned',
    entry: lostRefundReturned({ refundId: 'r1', disputeId: 'd1', ...order, amountKobo: 900n }),
    event: 'refund:r1:returned_by_dispute:d1',
    orderId: 'o1',
    reason: 'the bank took a part of the payment back',
    postings: { refund_payable: 900n, 'receivable:o1': -900n },
  },
  {
    title: 'a refund whose row was lost is not payable once the gateway has reversed its payment',
    entry: lostRefundReturned({ refundId: 'r1', disputeId: null, ...order, amountKobo: 900n }),
    event: 'refund:r1:returned_by_dispute:payment_reversed',
    orderId: 'o1',
    reason: 'the bank took a part of the payment back',
    postings: { refund_payable: 900n, 'receivable:o1': -900n },
  },
  {
    title: 'an undelivered order whose payment was charged back owes nothing and is owed nothing',
    entry: chargedBackOrderClosed({ ...order, totalKobo: 5_100n }),
    event: 'order:o1:nothing_to_refund',
    orderId: 'o1',
    postings: { 'order:o1': 5_100n, 'receivable:o1': -5_100n },
  },
  {
    title: 'a delivery after the write-off is our loss',
    entry: lateDeliveryAfterWriteOff({ ...order, vendor: 'vtpass', costKobo: 4_900n }),
    event: 'order:o1:late_delivered',
    orderId: 'o1',
    postings: { vend_loss: 4_900n, 'vendor_float:vtpass': -4_900n },
  },
  {
    title: 'a wallet payment is on hold until the order is sent',
    entry: walletHeld({ ...order, paymentId: 'p1', userId: 'u1', amountKobo: 5_100n }),
    event: 'payment:p1:held',
    orderId: 'o1',
    postings: { 'wallet:u1': 5_100n, 'hold:u1': -5_100n },
  },
  {
    title: 'a captured hold pays the order',
    entry: holdCaptured({ ...order, paymentId: 'p1', userId: 'u1', amountKobo: 5_100n }),
    event: 'payment:p1:captured',
    orderId: 'o1',
    postings: { 'hold:u1': 5_100n, 'order:o1': -5_100n },
  },
  {
    title: 'a sent wallet order is refunded from the order',
    entry: refundedToWallet({ ...refund, userId: 'u1', from: 'order' }),
    event: 'refund:r1:processed',
    orderId: 'o1',
    postings: { 'order:o1': 2_000n, 'wallet:u1': -2_000n },
  },
  {
    title: 'a wallet order that was not sent is refunded from the hold',
    entry: refundedToWallet({ ...refund, userId: 'u1', from: 'hold' }),
    event: 'refund:r1:processed',
    orderId: 'o1',
    postings: { 'hold:u1': 2_000n, 'wallet:u1': -2_000n },
  },
  {
    title: 'a top-up is credited in full; its fee is our cost',
    entry: walletToppedUp({ ...payment, userId: 'u1', paidKobo: 10_000n, feeKobo: 150n }),
    event: 'payment:p1:captured',
    postings: { 'gateway:paystack': 9_850n, gateway_fee: 150n, 'wallet:u1': -10_000n },
  },
  {
    title: 'cashback settles what the user owes and credits the rest',
    entry: cashbackEarned({ ...order, userId: 'u1', amountKobo: 50n, owedKobo: 20n }),
    event: 'order:o1:cashback',
    orderId: 'o1',
    postings: { cashback: 50n, 'receivable:u1': -20n, 'wallet:u1': -30n },
  },
  {
    title: 'the cashback of a refunded order is debited; what the wallet lacks is owed',
    entry: cashbackReversed({ ...order, userId: 'u1', amountKobo: 50n, walletKobo: 20n, reverses: 7n }),
    event: 'order:o1:cashback_taken_back',
    orderId: 'o1',
    reverses: 7n,
    reason: 'the order was paid back',
    postings: { 'wallet:u1': 20n, 'receivable:u1': 30n, cashback: -50n },
  },
  {
    title: 'the first order of a referred user earns the referrer a bonus',
    entry: referralEarned({ ...order, referredId: 'u2', referrerId: 'u1', amountKobo: 500n }),
    event: 'referral:u2:earned',
    orderId: 'o1',
    postings: { referral: 500n, 'bonus:u1': -500n },
  },
  {
    title: 'the bonus for a refunded order is debited; what the bonus lacks is owed',
    entry: referralReversed({
      ...order,
      ...{ referredId: 'u2', referrerId: 'u1', amountKobo: 500n, bonusKobo: 200n, reverses: 8n },
    }),
    event: 'referral:u2:taken_back',
    orderId: 'o1',
    reverses: 8n,
    reason: 'the order was paid back',
    postings: { 'bonus:u1': 200n, 'receivable:u1': 300n, referral: -500n },
  },
  {
    title: 'a redeemed bonus credits the wallet',
    entry: bonusRedeemed({ redemptionId: 'b1', userId: 'u1', amountKobo: 500n }),
    event: 'bonus:b1:redeemed',
    reason: 'referral bonus redeemed',
    postings: { 'bonus:u1': 500n, 'wallet:u1': -500n },
  },
  {
    title: 'a user who closes the account forfeits the bonus',
    entry: bonusForfeited({ userId: 'u1', amountKobo: 500n }),
    event: 'bonus:u1:forfeited',
    reason: 'the account was closed',
    postings: { 'bonus:u1': 500n, referral: -500n },
  },
  {
    title: 'a user who closes the account gives up the rest of the wallet',
    entry: walletForfeited({ userId: 'u1', amountKobo: 90n }),
    event: 'wallet:u1:given_up',
    reason: 'the account was closed',
    postings: { 'wallet:u1': 90n, adjustment: -90n },
  },
  {
    title: 'the money of a bulk purchase is on hold',
    entry: bulkHeld({ bulkId: 'f1', userId: 'u1', amountKobo: 9_000n, reason: 'File f1' }),
    event: 'bulk:f1:held',
    reason: 'File f1',
    postings: { 'wallet:u1': 9_000n, 'hold:u1': -9_000n },
  },
  {
    title: 'the hold of a row that is not bought is released',
    entry: bulkRowReleased({ bulkId: 'f1', line: 3, userId: 'u1', amountKobo: 1_000n, reason: 'Row 3' }),
    event: 'bulk:f1:3:returned',
    reason: 'Row 3',
    postings: { 'hold:u1': 1_000n, 'wallet:u1': -1_000n },
  },
  {
    title: 'a deposit is credited less the funding fee; the gateway fee is our cost',
    entry: depositCredited({
      ...{ depositId: 'i1', userId: 'u1', gateway: 'monnify', paidKobo: 10_000n, feeKobo: 40n },
      ...{ fundingFeeKobo: 50n, reason: 'Transfer from ADA' },
    }),
    event: 'inflow:i1:received',
    reason: 'Transfer from ADA',
    postings: { 'gateway:monnify': 9_960n, gateway_fee: 40n, service_charge: -50n, 'wallet:u1': -9_950n },
  },
  {
    title: 'the funding fee is at most the deposit',
    entry: depositCredited({
      ...{ depositId: 'i1', userId: 'u1', gateway: 'monnify', paidKobo: 30n, feeKobo: 0n },
      ...{ fundingFeeKobo: 50n, reason: 'Transfer' },
    }),
    event: 'inflow:i1:received',
    reason: 'Transfer',
    postings: { 'gateway:monnify': 30n, service_charge: -30n },
  },
  {
    title: 'a deposit to an unknown account is unapplied',
    entry: depositUnapplied({ depositId: 'i1', gateway: 'monnify', paidKobo: 10_000n, feeKobo: 40n }),
    event: 'inflow:i1:received',
    postings: { 'gateway:monnify': 9_960n, gateway_fee: 40n, unapplied: -10_000n },
  },
  {
    title: 'an unapplied deposit is paid out to a wallet',
    entry: unappliedDepositPaidOut({
      depositId: 'i1',
      amountKobo: 700n,
      walletUserId: 'u1',
      reason: 'Found',
    }),
    event: 'inflow:i1:left',
    reason: 'Found',
    postings: { unapplied: 700n, 'wallet:u1': -700n },
  },
  {
    title: 'an unapplied deposit is paid out by bank transfer',
    entry: unappliedDepositPaidOut({ depositId: 'i1', amountKobo: 700n, walletUserId: null, reason: 'Sent' }),
    event: 'inflow:i1:left',
    reason: 'Sent',
    postings: { unapplied: 700n, bank: -700n },
  },
  {
    title: 'goodwill is our own money in the wallet of the user',
    entry: goodwillPaid({ ...order, approvalId: 'a1', userId: 'u1', amountKobo: 800n, reference: 'ABC' }),
    event: 'goodwill:a1:goodwill_paid',
    orderId: 'o1',
    reason: 'Goodwill for order ABC',
    postings: { adjustment: 800n, 'wallet:u1': -800n },
  },
  {
    title: 'cashback is reversed in proportion to goodwill; what the wallet lacks is owed',
    entry: goodwillCashbackReversed({
      ...order,
      ...{ approvalId: 'a1', userId: 'u1', amountKobo: 8n, walletKobo: 3n, reference: 'ABC' },
    }),
    event: 'goodwill:a1:goodwill_cashback_reversed',
    orderId: 'o1',
    reason: 'Cashback of order ABC, in proportion to the goodwill',
    postings: { 'wallet:u1': 3n, 'receivable:u1': 5n, cashback: -8n },
  },
  {
    title: 'goodwill is paid from the suspense account of an order that is refunded afterwards',
    entry: goodwillCountedAsRefund({ ...order, amountKobo: 800n }),
    event: 'order:o1:goodwill_counted_as_refund',
    orderId: 'o1',
    postings: { 'order:o1': 800n, adjustment: -800n },
  },
  {
    title: 'a purchase by a manager is owed by the managers',
    entry: managerPurchasePaid({ ...order, paymentId: 'p1', amountKobo: 5_100n }),
    event: 'payment:p1:captured',
    orderId: 'o1',
    postings: { receivable_manager: 5_100n, 'order:o1': -5_100n },
  },
  {
    title: 'a failed purchase by a manager is no longer owed',
    entry: managerPurchaseRefunded({ ...refund }),
    event: 'refund:r1:processed',
    orderId: 'o1',
    postings: { 'order:o1': 2_000n, receivable_manager: -2_000n },
  },
  {
    title: 'a credit by a manager is owed by the managers',
    entry: managerTopUpPosted({
      approvalId: 'a1',
      userId: 'u1',
      amountKobo: 600n,
      reason: 'Paid in cash',
    }),
    event: 'manager:a1:topped_up',
    reason: 'Paid in cash',
    postings: { receivable_manager: 600n, 'wallet:u1': -600n },
  },
  {
    title: 'the opening balance of a float came from the bank',
    entry: floatOpened({ vendor: 'vtpass', amountKobo: 70_000n, reason: 'Opening balance' }),
    event: 'float:vtpass:opened',
    reason: 'Opening balance',
    postings: { 'vendor_float:vtpass': 70_000n, bank: -70_000n },
  },
  {
    title: 'a float is funded from the bank, once per reference',
    entry: floatFunded({ vendor: 'vtpass', amountKobo: 90_000n, reference: 'TRF1', reason: 'Transfer TRF1' }),
    event: 'float:vtpass:funded:TRF1',
    reason: 'Transfer TRF1',
    postings: { 'vendor_float:vtpass': 90_000n, bank: -90_000n },
  },
  {
    title: 'a delivery that the vendor reversed puts the money back on the order',
    entry: vendorReversed({
      ...order,
      deliveryEntry: {
        id: 12n,
        sums: new Map([
          ['order:o1', 5_100n],
          ['vendor_float:vtpass', -4_900n],
          ['commission', -200n],
        ]),
      },
    }),
    event: 'order:o1:vendor_reversed',
    orderId: 'o1',
    reverses: 12n,
    reason: 'the vendor reversed its delivery',
    postings: { 'order:o1': -5_100n, 'vendor_float:vtpass': 4_900n, commission: 200n },
  },
  {
    title: 'a delivery after a reported failure is our loss',
    entry: lateDeliveryAfterFailure({ ...order, attemptId: 't1', vendor: 'vtpass', costKobo: 4_900n }),
    event: 'attempt:t1:delivered_after_failure',
    orderId: 'o1',
    reason: 'delivered after the vendor had reported a failure',
    postings: { vend_loss: 4_900n, 'vendor_float:vtpass': -4_900n },
  },
  {
    title: 'a refund that a manager pays credits the wallet',
    entry: refundPaidManually({ ...refund, walletUserId: 'u1', reason: 'Paid in cash' }),
    event: 'refund:r1:paid_by_hand',
    orderId: 'o1',
    reason: 'Paid in cash',
    postings: { refund_payable: 2_000n, 'wallet:u1': -2_000n },
  },
  {
    title: 'a refund that a manager pays by bank transfer leaves the bank',
    entry: refundPaidManually({ ...refund, orderId: null, walletUserId: null, reason: 'Transfer' }),
    event: 'refund:r1:paid_by_hand',
    reason: 'Transfer',
    postings: { refund_payable: 2_000n, bank: -2_000n },
  },
]

test.each(cases)('$title', ({ entry, event, orderId = null, postings, reason, reverses }) => {
  expect(summary(entry)).toEqual({ event, orderId, postings, reason, reverses })
  expect(Object.values(postings).reduce((sum, kobo) => sum + kobo, 0n)).toBe(0n)
})

test('the opening balance of a float may have an earlier time', () => {
  const postedAt = new Date('2026-11-01T08:00:00Z')
  expect(floatOpened({ vendor: 'vtpass', amountKobo: 1n, reason: 'Demo', postedAt }).postedAt).toBe(postedAt)
})

test('postings of an account are summed, sums of 0 are left out, and accounts are sorted', () => {
  expect(
    normalisePostings([
      ['wallet:b', 5n],
      ['bank', -7n],
      ['wallet:a', 2n],
      ['wallet:b', 3n],
      ['wallet:c', 4n],
      ['wallet:c', -4n],
      ['unapplied', -3n],
    ]),
  ).toEqual([
    ['bank', -7n],
    ['unapplied', -3n],
    ['wallet:a', 2n],
    ['wallet:b', 8n],
  ])
})

test('wallet, hold and bonus of a customer have a cached balance; other accounts have none', () => {
  expect(['wallet:u1', 'hold:u1', 'bonus:u1'].map(hasCachedBalance)).toEqual([true, true, true])
  expect(['order:wallet:u1', 'receivable:u1', 'wallet', 'bank'].map(hasCachedBalance)).toEqual([
    ...[false, false, false, false],
  ])
})
