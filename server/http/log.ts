import { type DestinationStream, type Logger, pino } from 'pino'
import { logFields } from '../telemetry/index.ts'

/** Property names under which a secret or personal data might be logged by mistake, up to two levels deep. */
const redactedNames = [
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
  'session_token',
  'access_token',
  'accessToken',
  'order-access-token',
  'authorization_code',
  'secretKey',
  'nonce',
  'digits',
  'account_number',
  'accountNumber',
] as const

const paths = redactedNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** The product's log: one JSON line per event, with its trace and order; secrets redacted, errors without data. */
export function createLog({ level }: { level: string }, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[hidden]' },
    mixin: logFields,
    serializers: { err: serializeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** A database error quotes the affected row (`detail`, `where`): only name, message, code and stack are logged. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { type: error.name, message: error.message, code, stack: error.stack }
}
