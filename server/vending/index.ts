export { type Attempt, attemptMoves, reviewSeconds, sendingSeconds, writeOffSeconds } from './attempt.ts'
export type { Manners, Verdict } from './judge.ts'
export {
  ask,
  attemptsOf,
  claimAsk,
  lockAttempt,
  openAttempt,
  recordOutcome,
  sendAttempt,
  type Vendors,
  waitForTurn,
  writeOff,
  writtenOffTodayKobo,
} from './vend.ts'
export type {
  Bounds,
  Delivery,
  Goods,
  Listing,
  LookupResult,
  Offer,
  Outcome,
  UnknownBecause,
  Vendor,
  VendorName,
} from './vendor.ts'
export { receiveVendorWebhook, type VendorWebhookParts } from './webhook.ts'
