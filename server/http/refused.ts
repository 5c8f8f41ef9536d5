import type { FieldErrors } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'

export interface Why {
  /** Wire name of the field that is wrong; its sentence then stands in the errors map too. */
  readonly field?: string
  /** A better sentence than the code's own. */
  readonly says?: string
  /** What the envelope carries in `data`. */
  readonly data?: unknown
  /** More fields than one: takes the place of `field`. */
  readonly errors?: FieldErrors
  /** When asking again may help; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number
}

/** A call that we answer with one of `shared/errors.ts`: its HTTP status and a sentence for people. */
export class Refused extends Error {
  readonly code: ErrorCode
  readonly http: number
  readonly errors: FieldErrors | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, why: Why = {}) {
    super(why.says ?? errors[code].says)
    this.name = 'Refused'
    this.code = code
    this.http = errors[code].status
    this.errors = why.errors ?? (why.field ? { [why.field]: [this.message] } : undefined)
    this.data = why.data
    this.retryAfterSeconds = why.retryAfterSeconds
  }
}
