export { account } from './accounts.ts'
export {
  captured,
  chargedBack,
  delivered,
  disputeLost,
  type Entry,
  lateDelivered,
  refundProcessed,
  refundRequested,
  undeliveredUnpaid,
} from './entry.ts'
export { inflowCredited, inflowLeft, inflowUnapplied } from './inflow-entry.ts'
export { boughtByManager, returnedToManager, toppedUpByManager } from './manager-entry.ts'
export {
  deliveredAfterFailure,
  floatFunded,
  floatOpened,
  floatOpenedEvent,
  refundPaidByHand,
  vendorReversed,
} from './operations-entry.ts'
export { balanceOf, lockBalance, NotEnough, post, postedEntry, trialBalance } from './post.ts'
export { keepSums, sumOf } from './sums.ts'
export {
  bonusRedeemed,
  bulkHeld,
  bulkRowReturned,
  captureEvent,
  cashbackEarned,
  cashbackEvent,
  cashbackTakenBack,
  heldFromWallet,
  holdCaptured,
  referralEarned,
  referralEvent,
  referralTakenBack,
  returnedToWallet,
  toppedUp,
} from './wallet-entry.ts'
