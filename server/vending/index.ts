export { type Attempt, attemptMoves, reviewSeconds, sendingSeconds, writeOffSeconds } from './attempt.ts'
export {
  ask,
  attemptsOf,
  claimAsk,
  lockAttempt,
  openAttempt,
  recordOutcome,
  sendAttempt,
  type Vendors,
  type Verdict,
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
  Vendor,
  VendorName,
} from './vendor.ts'
