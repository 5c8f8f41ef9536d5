import { CommandRefused } from './commands/control.ts'
import { ConfigError } from './config.ts'
import { Locked } from './database/index.ts'

/** A start that cannot go on: its message is the one sentence that is printed. */
export class CannotStart extends Error {}

/** What a person is told when a start or a command fails: a sentence, and the stack only of what we never thought of. */
export function plainSentence(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return plainSentence(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const expected = [CannotStart, ConfigError, Locked, CommandRefused].some((kind) => error instanceof kind)
  if (expected) return error.message
  switch ('code' in error ? error.code : undefined) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `The database at DATABASE_URL cannot be reached: ${error.message}.`
    case '28P01':
    case '28000':
    case '3D000':
      return `The database at DATABASE_URL refused us: ${error.message}.`
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
      return `DATA_DIR cannot be written: ${error.message}.`
    default:
      return error.stack ?? error.message
  }
}
