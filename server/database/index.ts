export { applicationTime, inSeconds } from './application-clock.ts'
export { cachedRead } from './cached-read.ts'
export { createIndexes } from './concurrent-indexes.ts'
export { type ConnectOptions, connect, type Database, type Tx } from './connection.ts'
export { isConnectionError } from './connection-errors.ts'
export { currentDays, daysBefore } from './days.ts'
export { type Inserts, withInserts } from './inserts.ts'
export { DatabaseLockedError } from './lock.ts'
export { lockUserRows } from './lock-user.ts'
export {
  type MigrationResult,
  migrate,
  setTestClockOffset,
  storeTransitions,
  type Transitions,
} from './migrate.ts'
export { discos as referenceDiscos, networks as referenceNetworks } from './reference-data.ts'
export { openReportReader, type ReportReader } from './replica.ts'
export {
  existedAtRecovery,
  markRecovery,
  type RestoreDetector,
  type RestoreTimes,
  startRestoreDetector,
} from './restore-detector.ts'
export { seed } from './seed.ts'
export { defineStateMachine, type StateMachine } from './state-machine.ts'
export { checkDatabase, type DatabaseStatus } from './status.ts'
export type * from './tables.ts'
export type { SettingChange } from './tables-back-office.ts'
export type * from './tables-catalogue.ts'
export type { AuditDetail } from './tables-operations.ts'
export type * from './tables-orders.ts'
export type { RequestedProduct } from './tables-payment-requests.ts'
export type * from './tables-payments.ts'
export { type DepositState, storedDepositKind, type VirtualAccountState } from './tables-virtual-accounts.ts'
export { assertOutsideTransaction, withLongTimeout } from './transaction-context.ts'
export { isUniqueViolation } from './unique-violation.ts'
