export { type Attempt, attemptMachine, reviewSeconds, sendingSeconds, writeOffSeconds } from './attempt.ts'
export {
  attemptsOf,
  claimRequery,
  isUnresolved,
  lockAttempt,
  lockDuplicateWindow,
  openAttempt,
  pastRequestIds,
  recordOutcome,
  requeryAsUnsent,
  requeryAttempt,
  sendAttempt,
  type Vendors,
  writeOff,
  writtenOffTodayKobo,
} from './attempts-store.ts'
export type { Decision, RequeryPolicy } from './evaluate-outcome.ts'
export type {
  LookupResult,
  Offer,
  Outcome,
  UnknownReason,
  Vendor,
  VendorName,
  VendorProduct,
} from './vendor.ts'
export { receiveVendorWebhook, type VendorWebhookDeps } from './webhook.ts'
