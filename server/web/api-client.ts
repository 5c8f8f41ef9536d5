import type { Logger } from 'pino'
import { apiPrefix } from '../../shared/constants.ts'
import {
  accessTokenHeader,
  type BodyOf,
  type DataOf,
  type Endpoint,
  endpointPath,
  type FieldErrors,
  type ParamsOf,
  type QueryOf,
} from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { currentLanguage } from '../languages/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'

const timeoutMs = 15_000

/** The API's result; `httpStatus` 503 if the API was unreachable. Never thrown. */
export type ApiResult<T> =
  | { ok: true; httpStatus: number; status: string; message: string; data: T }
  | { ok: false; httpStatus: number; message: string; errors: FieldErrors }

/** The browser for which the web server sends the request. */
export interface WebCaller {
  /** IP address of the browser. */
  ip: string
  /** The guest session's id, or ''. */
  session: string
  /** The browser's device id, or ''. */
  device: string
  /** The session token, or ''. */
  token: string
}

/** The web server itself, for data shown to all visitors. */
export const guestCaller: WebCaller = { ip: '127.0.0.1', session: '', device: '', token: '' }

export interface ApiRequestOptions<C extends Endpoint> {
  params?: ParamsOf<C> extends Record<string, string> ? ParamsOf<C> : undefined
  query?: Partial<Record<keyof QueryOf<C> & string, string>>
  /** Values as entered by the user; the API validates them. */
  body?: { [name in keyof BodyOf<C>]?: unknown }
  /** `Idempotency-Key` of endpoints that move money. */
  key?: string
  /** The order's access token, for endpoints that take it in the header; '' for none. */
  accessToken?: string
}

/** Sends requests for one browser. */
export interface ApiClient {
  request<C extends Endpoint>(endpoint: C, options?: ApiRequestOptions<C>): Promise<ApiResult<DataOf<C>>>
  /** A response without the envelope (OpenAPI, readiness); null if unavailable. */
  document(path: string): Promise<unknown>
}
export type CreateApiClient = (caller: WebCaller) => ApiClient

interface ApiClientDeps {
  origin: string
  /** Signs the internal header, which passes the browser's address and session to the API. */
  sign(caller: WebCaller): string
  log: Logger
}

/** The web server's API client: the same endpoints, envelopes and rules as for any other client. */
export function apiClients({ origin, sign, log }: ApiClientDeps): CreateApiClient {
  const send = (caller: WebCaller, path: string, init: RequestInit) => {
    const traceparent = currentTraceparent()
    return fetch(`${origin}${apiPrefix}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        'accept-language': currentLanguage(),
        // Compression between the web server and the API has no benefit.
        'accept-encoding': 'identity',
        'x-requested-with': 'XMLHttpRequest',
        'x-sanwo-shell': sign(caller),
        ...(caller.token && { authorization: `Bearer ${caller.token}` }),
        ...(traceparent && { traceparent }),
        ...init.headers,
      },
    })
  }

  return (caller) => ({
    async request(endpoint, options = {}) {
      const search = options.query ? `?${new URLSearchParams(options.query as Record<string, string>)}` : ''
      try {
        const response = await send(caller, endpointPath(endpoint, options.params ?? {}) + search, {
          method: endpoint.method,
          headers: headersOf(options),
          body: options.body ? JSON.stringify(options.body) : null,
        })
        return parseEnvelope(endpoint, response.status, await response.json(), log)
      } catch (error) {
        log.warn({ endpoint: endpoint.name, reason: nameOf(error) }, 'API request of the web server failed')
        const { status: httpStatus, message } = errors.UNAVAILABLE
        return { ok: false, httpStatus, message, errors: {} }
      }
    },
    async document(path) {
      try {
        const response = await send(caller, path, { method: 'GET' })
        return response.ok ? await response.json() : null
      } catch {
        return null
      }
    },
  })
}

const headersOf = ({ body, accessToken, key }: ApiRequestOptions<Endpoint>): Record<string, string> => ({
  ...(body && { 'content-type': 'application/json' }),
  ...(accessToken && { [accessTokenHeader]: accessToken }),
  ...(key && { 'idempotency-key': key }),
})

function parseEnvelope<C extends Endpoint>(
  endpoint: C,
  httpStatus: number,
  envelope: unknown,
  log: Logger,
): ApiResult<DataOf<C>> {
  const body = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as Record<string, unknown>
  const message = typeof body.message === 'string' ? body.message : errors.INTERNAL_ERROR.message
  const status = typeof body.status === 'string' ? body.status : 'error'
  if (httpStatus >= 400 || status === 'error')
    return { ok: false, httpStatus, message, errors: fieldErrorsOf(body.errors) }
  const data = endpoint.data.safeParse(body.data)
  if (data.success) return { ok: true, httpStatus, status, message, data: data.data as DataOf<C> }
  log.error(
    { endpoint: endpoint.name, at: data.error.issues.map((issue) => issue.path.join('.')) },
    'API response does not match its contract',
  )
  return { ok: false, httpStatus: 502, message: errors.INTERNAL_ERROR.message, errors: {} }
}

function fieldErrorsOf(value: unknown): FieldErrors {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).map(
    ([name, messages]) => [name, [messages].flat().map(String)] as const,
  )
  return Object.fromEntries(entries)
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
