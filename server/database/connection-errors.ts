/** SQLSTATE of a write on a read-only server, such as a standby. */
const readOnlyCode = '25006'
/** SQLSTATEs of an unwritable database: disk full or failing, or a read-only server. */
const unwritableCodes = new Set(['53100', '58030', readOnlyCode])
/** PostgreSQL is stopping, starting or out of resources; or the connection failed or was lost. */
const connectionCodes = new Set([
  ...unwritableCodes,
  '53000',
  '53200',
  '58000',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])
/**
 * Disk errors, which may have any SQLSTATE: messages of the operating system, and the error of a new connection for
 * which PostgreSQL could not write its file of cached catalogue rows.
 */
const diskMessages =
  /No space left on device|Disk quota exceeded|Read-only file system|could not write init file/
/** Driver errors without a code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout/

/** True for a temporary connection error: a retry may succeed. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    connectionCodes.has(codeOf(error)) ||
    isPoolerError(error) ||
    isDatabaseUnwritable(error) ||
    driverMessages.test(error.message)
  )
}

/** True if the error shows that the database accepts no writes. */
export const isDatabaseUnwritable = (error: unknown): boolean =>
  error instanceof Error && (unwritableCodes.has(codeOf(error)) || diskMessages.test(error.message))

/** True if the error shows that the server is read-only: another server may have become the primary. */
export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === readOnlyCode

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Errors of PgBouncer itself: its server does not respond, no connection is available, or it is stopping. */
const isPoolerError = (error: Error): boolean =>
  codeOf(error) === '08P01' && 'severity' in error && error.severity === 'FATAL'
