import type { AxiosResponse } from 'axios'
import type * as z from 'zod/mini'
import { apiPrefix } from '../../shared/constants.ts'
import {
  accessTokenHeader,
  type DataOf,
  type Endpoint,
  type Envelope,
  endpointPath,
  type FieldErrors,
  type ParamsOf,
  versionHeader,
} from '../../shared/contract.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { sentenceCase } from './format.ts'
import { clearKey, idempotencyKeyFor } from './idempotency-keys.ts'
import { isRecord } from './is-record.ts'
import { readMeta, writeMeta } from './meta.ts'
import { retryImport } from './retry-import.ts'
import { clearStorage } from './storage.ts'
import { libTexts, requestTexts } from './texts.ts'
import { dismissErrors, toast } from './toast.ts'

/** Error of an API request. `status` is 0 when no API response arrived. */
export class RequestError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors
  /** Error code, when an API response arrived. */
  readonly code: ErrorCode | undefined
  constructor(message: string, status = 0, errors: FieldErrors = {}, code?: ErrorCode) {
    super(message)
    this.status = status
    this.errors = errors
    this.code = code
  }
}

type BodyInput<C extends Endpoint> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
type QueryInput<C extends Endpoint> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

export interface RequestOptions<C extends Endpoint> {
  params?: ParamsOf<C>
  query?: QueryInput<C>
  /** As typed: the contract's input type, naira as text or number. */
  body?: BodyInput<C>
  /** File for an upload endpoint, sent in the contract's field together with the body. */
  file?: File
  /** Name of the idempotency key of an endpoint that moves money; the key is stored before sending. */
  key?: string
  /** The order's access token, for endpoints that take it in the header. */
  accessToken?: string | null
  /** The version that a change is based on, for endpoints that take it in the header. */
  version?: string
  /** One toast for each invalid field instead of only the first. */
  everyField?: boolean
  /** No toast: the caller shows the error itself. */
  quiet?: boolean
}

/** Options without the endpoint's specific types. */
interface RawRequestOptions {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: File
  key?: string
  accessToken?: string | null
  version?: string
}

/** Loads the HTTP client, which is not needed before hydration: `onHydrated` loads it, at the latest the first request. */
export const loadClient = async () => (await retryImport(() => import('./http-client.ts'))).httpClient

export const offlineText: () => string = libTexts.offline
export const noResponseText: () => string = libTexts.noResponse

/** The standard phrase of an HTTP status. */
const phrases: Readonly<Record<number, () => string>> = requestTexts

/**
 * Sends one API request, without a time-out, and returns the envelope. An error is shown in a toast and rethrown as
 * RequestError; a 401 clears both storages and returns undefined, without a toast.
 * Source: specification 1, sections 5 to 8.
 */
export async function request<const C extends Endpoint>(
  endpoint: C,
  options: RequestOptions<C> = {},
): Promise<Envelope<DataOf<C>> | undefined> {
  try {
    const response = await requestWithRefresh<Envelope<DataOf<C>>>(endpoint, options, 'json')
    if (response && !isSuccessEnvelope(response.data)) throw toApiError(response, response.data)
    // A successful retry dismisses earlier errors; a list that is loaded in the background does not.
    if (response && (endpoint.method !== 'GET' || !options.quiet)) dismissErrors()
    return response?.data
  } catch (error) {
    if (!options.quiet) toastError(error, options.everyField)
    throw error instanceof RequestError ? error : new RequestError(noResponseText())
  }
}

/**
 * Downloads a file from the API. Never shows a toast.
 * @throws RequestError with the status of the API's response, or with status 0 if there was none
 */
export async function downloadFile<const C extends Endpoint>(
  endpoint: C,
  options: Pick<RequestOptions<C>, 'params' | 'query' | 'body' | 'accessToken'> = {},
): Promise<Blob | undefined> {
  const response = await requestWithRefresh<Blob>(endpoint, options, 'blob')
  return response?.data
}

/** An API error with the standard phrase of its status. */
class ResponseError extends RequestError {
  readonly phrase: string
  constructor(response: Pick<Envelope, 'message' | 'errors' | 'code'>, status: number, phrase: string) {
    super(response.message, status, response.errors, response.code)
    this.phrase = phrase
  }
}

async function requestWithRefresh<T>(
  endpoint: Endpoint,
  options: RawRequestOptions,
  responseType: 'json' | 'blob',
): Promise<AxiosResponse<T> | undefined> {
  if (navigator.onLine === false) throw new RequestError(offlineText())
  const idempotencyKey = options.key ? idempotencyKeyFor(options.key, requestPayloadOf(options)) : undefined
  const firstResponse = await send<T>(endpoint, options, responseType, idempotencyKey)
  const response =
    firstResponse.status === 419 && (await refreshTokens())
      ? await send<T>(endpoint, options, responseType, idempotencyKey)
      : firstResponse
  if (options.key && releasesKey(response)) clearKey(options.key)
  if (response.status === 401) {
    clearStorage()
    writeMeta('session-token', '')
    return undefined
  }
  if (response.status >= 200 && response.status < 300) return response
  throw toApiError(response, await parseBody(response.data))
}

async function send<T>(
  endpoint: Endpoint,
  options: RawRequestOptions,
  responseType: 'json' | 'blob',
  key?: string,
): Promise<AxiosResponse<T>> {
  const csrf = readMeta('csrf-token')
  if (csrf === null) console.error('This page has no csrf-token tag; the request goes without it.')
  try {
    const client = await loadClient()
    return await client.request<T>({
      method: endpoint.method,
      url: `${window.location.origin}${apiPrefix}${endpointPath(endpoint, options.params as Record<string, string> | undefined)}`,
      params: options.query,
      data: endpoint.upload ? toFormData(endpoint, options) : options.body,
      responseType,
      validateStatus: () => true,
      headers: {
        Accept: endpoint.responseType ? `${endpoint.responseType}, application/json` : 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        Authorization: `Bearer ${readMeta('session-token') ?? ''}`,
        ...(options.body !== undefined && !endpoint.upload && { 'Content-Type': 'application/json' }),
        ...(csrf !== null && { 'X-CSRF-TOKEN': csrf }),
        ...(options.accessToken && { [accessTokenHeader]: options.accessToken }),
        ...(options.version && { [versionHeader]: `"${options.version}"` }),
        ...(key && { 'Idempotency-Key': key }),
      },
    })
  } catch {
    throw new RequestError(navigator.onLine === false ? offlineText() : noResponseText())
  }
}

/** The payload of an idempotency key: a request with another body or file gets another key. */
const requestPayloadOf = ({ body, file }: RawRequestOptions): unknown =>
  file ? [body, file.name, file.size] : body

function toFormData({ upload }: Endpoint, { body, file }: RawRequestOptions): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file) form.append(upload?.field ?? 'file', file)
  return form
}

let pendingRefresh: Promise<boolean> | null = null

/** Fetches a new CSRF token and session token, once for all waiting requests. @returns false if there was none */
function refreshTokens(): Promise<boolean> {
  pendingRefresh ??= loadClient()
    .then((client) =>
      client.get<{ csrf?: unknown; session_token?: unknown; token?: unknown }>(
        `${window.location.origin}/session`,
        {
          headers: { Accept: 'application/json' },
        },
      ),
    )
    .then(({ data }) => {
      if (typeof data.csrf !== 'string') return false
      writeMeta('csrf-token', data.csrf)
      // A process of release 0.2.0 responds with `token`, while both releases are running.
      const sessionToken = data.session_token ?? data.token
      writeMeta('session-token', typeof sessionToken === 'string' ? sessionToken : '')
      return true
    })
    .catch(() => false)
    .finally(() => {
      pendingRefresh = null
    })
  return pendingRefresh
}

const isSuccessEnvelope = (body: unknown) =>
  isRecord(body) && (body.status === 'success' || body.status === 'created' || body.status === 'pending')

/** True for statuses that answer the request; a rate limit, an expired page and a server error do not. */
const isFinalStatus = (status: number) => status >= 200 && status < 500 && ![408, 419, 429].includes(status)

/** Whether this error is a final response; otherwise the outcome is unknown and the request is repeated. */
export const isFinalResponse = (error: unknown): error is RequestError =>
  error instanceof RequestError && isFinalStatus(error.status)

/** Final unless the response requests a delay or the outcome is unknown; then the next attempt reuses the key. */
const releasesKey = ({ status, headers, data }: AxiosResponse) =>
  isFinalStatus(status) && status !== 202 && !headers['retry-after'] && isEnvelope(data)

/** Whether the body is an API envelope. A proxy in between may respond with its own pages. */
const isEnvelope = (body: unknown): body is Record<string, unknown> =>
  isRecord(body) && typeof body.status === 'string'

function toApiError(response: AxiosResponse, body: unknown): RequestError {
  if (!isEnvelope(body)) return new RequestError(noResponseText())
  const message = typeof body.message === 'string' ? body.message : ''
  const errors = parseErrors(body.errors)
  const first = Object.values(errors)[0]?.[0]
  if (!message && !first) return new RequestError(noResponseText(), response.status)
  const phrase =
    response.status < 300
      ? ''
      : response.statusText ||
        (phrases[response.status]?.() ?? libTexts.unknownStatus({ status: response.status }))
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : undefined
  return new ResponseError({ message: message || (first ?? ''), errors, code }, response.status, phrase)
}

/** Shows the toast of a failed request, for callers that requested quietly. */
export function toastError(error: unknown, everyField = false): void {
  for (const text of messagesOf(error, everyField)) toast.error(text)
}

function messagesOf(error: unknown, everyField: boolean): string[] {
  if (!(error instanceof ResponseError))
    return [error instanceof RequestError ? error.message : noResponseText()]
  const fields = Object.entries(error.errors)
  if (fields.length === 0)
    return [
      error.phrase ? libTexts.titledError({ title: error.phrase, message: error.message }) : error.message,
    ]
  return (everyField ? fields : fields.slice(0, 1)).map(([field, [message = '']]) =>
    libTexts.titledError({ title: sentenceCase(field), message }),
  )
}

function parseErrors(value: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, entry] of Object.entries(isRecord(value) ? value : {})) {
    const messages = (Array.isArray(entry) ? entry : [entry]).filter((text) => typeof text === 'string')
    if (messages.length > 0) errors[field] = messages
  }
  return errors
}

/** A failed file download has its envelope as bytes. */
async function parseBody(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data
  try {
    return JSON.parse(await data.text())
  } catch {
    return null
  }
}
