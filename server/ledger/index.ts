export { account, hasCachedBalance } from './accounts.ts'
export { accountSum, saveBalanceSnapshots, unreversedCashbackKobo } from './balance-snapshots.ts'
export {
  depositCredited,
  depositEventSql,
  depositUnapplied,
  unappliedDepositPaidOut,
} from './deposit-entry.ts'
export {
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
  returnedByDisputeEvent,
} from './entry.ts'
export { goodwillCashbackReversed, goodwillCountedAsRefund, goodwillPaid } from './goodwill-entry.ts'
export { managerPurchasePaid, managerPurchaseRefunded, managerTopUpPosted } from './manager-entry.ts'
export {
  floatFunded,
  floatOpened,
  floatOpenedEvent,
  isRefundPaidManuallySql,
  lateDeliveryAfterFailure,
  refundPaidManually,
  vendorReversed,
} from './operations-entry.ts'
export {
  balanceOf,
  entryInserts,
  findPostedEntry,
  InsufficientBalance,
  lockBalance,
  post,
  trialBalance,
} from './post.ts'
export { ledgerReasonTexts } from './texts.ts'
export {
  accountDebtPaid,
  bonusForfeited,
  bonusRedeemed,
  bulkHeld,
  bulkRowReleased,
  captureEvent,
  cashbackEarned,
  cashbackEvent,
  cashbackReversed,
  holdCaptured,
  referralEarned,
  referralEvent,
  referralReversed,
  refundedToWallet,
  walletForfeited,
  walletHeld,
  walletToppedUp,
} from './wallet-entry.ts'
export { isWalletOpen, lockWalletOwner } from './wallet-owner.ts'
