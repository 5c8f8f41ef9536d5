export {
  type Attempt,
  attemptMachine,
  resolvedAttemptStates,
  reviewSeconds,
  sendingSeconds,
  writeOffSeconds,
} from './attempt.ts'
export {
  attemptsOf,
  claimRequery,
  duplicateWindowLock,
  insertAttempt,
  isAttemptOutcomeUnknown,
  isDeliveredAfterWriteOff,
  lockAttempt,
  openAttempt,
  pastRequestIds,
  recordOutcome,
  requeryAsUnsent,
  requeryAttempt,
  sendAttempt,
  writeOff,
  writtenOffTodayKobo,
} from './attempts-store.ts'
export type { Decision, RequeryPolicy } from './evaluate-outcome.ts'
export {
  configuredVendors,
  type Delivery,
  type LookupResult,
  type Outcome,
  type PriceListEntry,
  type UnknownReason,
  type Vendor,
  type VendorName,
  type VendorProduct,
  type Vendors,
} from './vendor.ts'
export { receiveVendorWebhook, type VendorWebhookDeps } from './webhook.ts'
