export { parseRecoveryArguments, RecoveryError } from './arguments.ts'
export { type RecoveryDeps, type RecoveryResult, recoverDatabase } from './recover.ts'
