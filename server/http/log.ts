import { type DestinationStream, type Logger, pino } from 'pino'

/** Names under which a secret or a person's data might be logged by mistake, down to two levels deep. */
const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'x-sanwo-shell',
  'password',
  'password_confirmation',
  'pin',
  'auth_pin',
  'bvn',
  'customer_bvn',
  'token',
  'tokens',
  'api_token',
  'access_token',
  'accessToken',
  'authorization_code',
  'secretKey',
  'nonce',
  'digits',
  'account_number',
  'accountNumber',
] as const

const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** The product's log: one line of JSON for each event, secrets blotted out, errors without their data. */
export function createLog({ level }: { level: string }, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[hidden]' },
    serializers: { err: plainError },
  }
  return to ? pino(options, to) : pino(options)
}

/** A database's error quotes the row it stumbled over (`detail`, `where`): only what names the fault is kept. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
