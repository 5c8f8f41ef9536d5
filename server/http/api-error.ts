import type { FieldErrors } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'

export interface ApiErrorOptions {
  /** Wire name of the invalid field; its message is also put in the errors map. */
  readonly field?: string
  /** Overrides the code's default message. */
  readonly message?: string
  /** The envelope's `data`. */
  readonly data?: unknown
  /** Several invalid fields; replaces `field`. */
  readonly errors?: FieldErrors
  /** When a retry may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** An API error from `shared/errors.ts`: an HTTP status, a code and a message for users. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly httpStatus: number
  readonly errors: FieldErrors | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errors[code].message)
    this.name = 'ApiError'
    this.code = code
    this.httpStatus = errors[code].status
    this.errors = options.errors ?? (options.field ? { [options.field]: [this.message] } : undefined)
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
