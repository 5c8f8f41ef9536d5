export { createAvailability, outagesByService } from './availability.ts'
export { acceptViolation } from './check-invariants.ts'

export { findViolations, invariants } from './invariants/index.ts'
export { createOperations, type Operations } from './operations.ts'
export {
  type FloatDeps,
  fundFloat,
  openFloat,
  openFloats,
} from './reconciliation/float.ts'
export { type LedgerReport, ledgerReport } from './reconciliation/ledger-report.ts'
export { explainBreak } from './reconciliation/list-breaks.ts'
export { purgeExpired, retentionPolicies } from './retention.ts'
export { reviewOf } from './reviews.ts'
