import { CommandError } from './commands/control.ts'
import { ConfigError } from './config.ts'
import { DatabaseLockedError, isConnectionError } from './database/index.ts'

/** Startup failed. The message is the one sentence printed to the operator. */
export class StartupError extends Error {}

/** Formats an error for the operator: one sentence for expected errors, the stack for unexpected ones. */
export function errorSentence(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorSentence(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const isExpected = [StartupError, ConfigError, DatabaseLockedError, CommandError].some(
    (kind) => error instanceof kind,
  )
  if (isExpected) return error.message
  switch ('code' in error ? error.code : undefined) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `The database at DATABASE_URL cannot be reached: ${error.message}.`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The database at DATABASE_URL cannot be trusted: ${error.message}.`
    case '28P01':
    case '28000':
    case '3D000':
      return `The database at DATABASE_URL rejected the connection: ${error.message}.`
    case '55P03':
    case '40P01':
      return 'The migrations cannot lock a table that another transaction uses: end long transactions, then repeat them.'
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
      return `DATA_DIR cannot be written: ${error.message}.`
    default:
      // Kysely reports a migration that this release does not have.
      if (error.message.startsWith('corrupted migrations: '))
        return `The database belongs to another release: ${error.message.slice('corrupted migrations: '.length)}.`
      if (isConnectionError(error)) return `The database cannot be used now: ${error.message}.`
      return error.stack ?? error.message
  }
}
