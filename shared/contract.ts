import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may make a call: anybody, a signed-in person, one who has proved their e-mail, or a manager. */
export type Audience = 'anyone' | 'user' | 'verified' | 'manager'

/**
 * One call of the API, agreed by both sides: the form, the route and the OpenAPI document read the
 * same object.
 * `path` is below `/api/v1` and writes parameters in braces, as the specifications do.
 * `query` are a read's parameters, `body` everybody else's; `data` is what the envelope carries.
 */
export interface Call {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly audience: Audience
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  readonly data: z.ZodMiniType
  /** What the call answers when it is not the envelope (a PDF, say). */
  readonly answers?: string
  /**
   * The call takes a file as multipart/form-data, in this field; beside the fields of `body` where there are any.
   * `optional`: it may be left out.
   */
  readonly upload?: { readonly field: string; readonly mostBytes: number; readonly optional?: boolean }
  /** True for calls that move money: they take an `Idempotency-Key`. */
  readonly keyed?: boolean
  /**
   * Of a keyed call whose repeat does no harm while the first may still run, since the stored order decides:
   * a first one that was lost is soon done again.
   */
  readonly repeatable?: boolean
  readonly errors: readonly ErrorCode[]
}

export const call = <const C extends Call>(it: C): C => Object.freeze(it)

export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.infer<C['body']> : undefined
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniType ? z.infer<C['query']> : undefined
export type ParamsOf<C extends Call> = C['params'] extends z.ZodMiniType ? z.infer<C['params']> : undefined
export type DataOf<C extends Call> = z.infer<C['data']>

/** First message of each field, keyed by the field's wire name. */
export type FieldErrors = Record<string, string[]>

/** Every answer of the API, errors included. `status` is 'success' or anything else. */
export interface Envelope<T = unknown> {
  status: 'success' | 'created' | 'pending' | 'error'
  message: string
  data?: T
  errors?: FieldErrors
}

/** Fills `{name}` parts of a contract's path. */
export const pathOf = (it: Call, params: Record<string, string> = {}) =>
  it.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
