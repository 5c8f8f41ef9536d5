import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Audience of an endpoint: everyone, a signed-in user, a user with a verified e-mail, or a manager. */
type Audience = 'anyone' | 'user' | 'verified' | 'manager'

/**
 * One API endpoint, shared by both sides: the form, the route and the OpenAPI document read the same object. `path` is
 * relative to `/api/v1` and has parameters in braces, as in the specifications. `query` holds the parameters of a
 * GET, `body` those of other methods; `data` is the envelope's data.
 */
export interface Endpoint {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly audience: Audience
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  readonly data: z.ZodMiniType
  /** Content type of a response that is not the envelope (a PDF, for example). */
  readonly responseType?: string
  /**
   * The endpoint takes a file as multipart/form-data in this field, together with the fields of `body` if there are
   * any. `optional`: the file may be omitted.
   */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly optional?: boolean }
  /** True for endpoints that move money: they require an `Idempotency-Key`. */
  readonly requiresIdempotencyKey?: boolean
  /**
   * For an endpoint with an idempotency key that may safely run twice concurrently, because the stored order decides: a
   * lost first request can be retried early.
   */
  readonly allowsConcurrentRetry?: boolean
  /** True for endpoints that may respond 202 with status 'pending': the request is accepted and not decided yet. */
  readonly mayRespondPending?: boolean
  /** True for endpoints that read the order's access token from the header `accessTokenHeader`. */
  readonly acceptsAccessToken?: boolean
  /** True for endpoints that apply a change only to the version named in the header `versionHeader`. */
  readonly requiresVersion?: boolean
  /** Error codes besides those that follow from the other properties. */
  readonly errors?: readonly ErrorCode[]
}

/** Carries an order's access token where the specified payload has no field for it. */
export const accessTokenHeader = 'Order-Access-Token'
export const versionHeader = 'If-Match'

/** A property that `Endpoint` does not have is a type error. */
export const defineEndpoint = <const C extends Endpoint>(
  definition: C & Record<Exclude<keyof C, keyof Endpoint>, never>,
): C => Object.freeze(definition)

export type BodyOf<C extends Endpoint> = C['body'] extends z.ZodMiniType ? z.infer<C['body']> : undefined
export type QueryOf<C extends Endpoint> = C['query'] extends z.ZodMiniType ? z.infer<C['query']> : undefined
export type ParamsOf<C extends Endpoint> = C['params'] extends z.ZodMiniType
  ? z.infer<C['params']>
  : undefined
export type DataOf<C extends Endpoint> = z.infer<C['data']>

/** First message of each field, keyed by the field's wire name. */
export type FieldErrors = Record<string, string[]>

/** Every API response, errors included. A `status` of 'success', 'created' or 'pending' means accepted. */
export interface Envelope<T = unknown> {
  status: 'success' | 'created' | 'pending' | 'error'
  /** Error code, for programs. The message is for people and may change. */
  code?: ErrorCode
  message: string
  data?: T
  errors?: FieldErrors
}

/** Fills the `{name}` parameters of a contract's path. */
export const endpointPath = (endpoint: Endpoint, params: Record<string, string> = {}) =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
