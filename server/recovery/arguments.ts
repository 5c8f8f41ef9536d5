/** A rejected recovery. The message is printed to the operator. */
export class RecoveryError extends Error {}

export interface RecoveryOptions {
  /** The restore point: what happened at gateways and vendors since then may be missing in the database. */
  readonly since: Date
  /** Reads and reports; changes nothing. */
  readonly dryRun: boolean
}

const recoveryUsage = [
  'npm run recover -- --since 2026-11-23T14:05:00+01:00            after a restore: compares with gateways and vendors',
  'npm run recover -- --since 2026-11-23T14:05:00+01:00 --dry-run  the same; changes nothing',
].join('\n')

const maxAgeMs = 30 * 24 * 60 * 60 * 1_000
/** The zone is required: an hour too late would overlook payments. */
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** @throws RecoveryError */
export function parseRecoveryArguments(args: readonly string[], now = new Date()): RecoveryOptions {
  const [flag, time = '', ...rest] = args
  const [option] = rest
  if (flag !== '--since' || rest.length > 1 || (option !== undefined && option !== '--dry-run'))
    throw new RecoveryError(recoveryUsage)
  const since = new Date(isoTime.test(time) ? time : Number.NaN)
  if (Number.isNaN(since.getTime()))
    throw new RecoveryError(
      'Enter the restore point as a time with its zone, like 2026-11-23T14:05:00+01:00 for 14:05 in Lagos.',
    )
  if (since > now) throw new RecoveryError(`${since.toISOString()} is in the future.`)
  if (now.getTime() - since.getTime() > maxAgeMs)
    throw new RecoveryError(
      'The restore point is more than 30 days ago: gateways and vendors may not list all of it.',
    )
  return { since, dryRun: option === '--dry-run' }
}
