export { account } from './accounts.ts'
export { captured, delivered, type Entry, lateDelivered, refundProcessed, refundRequested } from './entry.ts'
export { balanceOf, lockBalance, NotEnough, post, postedEntry, sumOf, trialBalance } from './post.ts'
export {
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
