/** PostgreSQL is stopping, starting or full; the connection could not be made, or was lost. */
const codes = new Set([
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
/** What the driver says without a code. */
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout/

/** True for an error that says nothing but that the database cannot be reached now: asking again may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (typeof code === 'string' && codes.has(code)) || words.test(error.message)
}
