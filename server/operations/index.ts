export { createAvailability, outagesByService } from './availability.ts'
export { acceptViolation } from './check-invariants.ts'
export { findViolations, invariants } from './invariants/index.ts'
export { observeRequests } from './metrics/http-requests.ts'
export { observeProvider, observeProviders } from './metrics/provider-calls.ts'
export { assertWalletOpen, notifyWalletCredit } from './notify-wallet-credit.ts'
export { createOperations, type Operations } from './operations.ts'
export { withPermittedActions, withPermittedOperations } from './permitted-actions.ts'
export { openBreak } from './reconciliation/breaks.ts'
export {
  type FloatDeps,
  fundFloat,
  openFloat,
  openFloats,
} from './reconciliation/float.ts'
export { type LedgerReport, ledgerReport } from './reconciliation/ledger-report.ts'
export { markBreakResolved } from './reconciliation/list-breaks.ts'
export { listUnallocatedFunds } from './reconciliation/unallocated-funds.ts'
export { vendorFloats } from './reconciliation/vendor-floats.ts'
export { purgeExpired, retentionPolicies } from './retention.ts'
export { orderOperationsOf, reviewOf } from './reviews.ts'
export { createServiceHealth } from './service-status.ts'
