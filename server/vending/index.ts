export {
  type Attempt,
  attemptMachine,
  resolvedAttemptStates,
  reviewAfterSeconds,
  sendTimeoutSeconds,
  writeOffAfterSeconds,
} from './attempt.ts'
export {
  attemptsOf,
  claimRequery,
  createAttempt,
  duplicateWindowLock,
  insertAttempt,
  isAttemptOutcomeUnknown,
  isDeliveredAfterWriteOff,
  lockAttempt,
  pastRequestIds,
  recordOutcome,
  requeryAttempt,
  requeryByRequestId,
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
