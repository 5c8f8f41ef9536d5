export { parseRecoveryArguments, RecoveryError } from './arguments.ts'
export { type RecoveryDeps, type RecoveryResult, recover } from './recover.ts'
