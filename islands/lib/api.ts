import type { AxiosResponse } from 'axios'
import type * as z from 'zod/mini'
import { apiPrefix } from '../../shared/constants.ts'
import {
  type Call,
  type DataOf,
  type Envelope,
  type FieldErrors,
  type ParamsOf,
  pathOf,
} from '../../shared/contract.ts'
import { sentence } from './format.ts'
import { forgetKey, keyFor } from './keys.ts'
import { readMeta, writeMeta } from './meta.ts'
import { clearStorage } from './storage.ts'
import { toast } from './toast.ts'

/** Why a call gave nothing. `status` is 0 when no answer of ours came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors
  constructor(message: string, status = 0, errors: FieldErrors = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

type BodyInput<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined
type QueryInput<C extends Call> = C['query'] extends z.ZodMiniType ? z.input<C['query']> : undefined

export interface Asking<C extends Call> {
  params?: ParamsOf<C>
  query?: QueryInput<C>
  /** As typed: the contract's own input, naira as text or number. */
  body?: BodyInput<C>
  /** The file of a call that takes one, in the contract's field; the body then travels beside it. */
  file?: File
  /** Names the intention of a call that moves money; the key is stored before sending. */
  key?: string
  /** One toast for each field that was refused, instead of the first alone. */
  everyField?: boolean
  /** No toast: the caller tells the person itself. */
  quiet?: boolean
}

/** A call with its types forgotten: what goes on the wire. */
interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: File
  key?: string
}

/** The HTTP client, which no page needs before its island stands: `wake` asks for it then, a call at the latest. */
export const loadClient = async () => (await import('axios')).default

export const offlineText = 'No internet connection'
export const noAnswerText = 'An error occurred. Please try again later.'

/**
 * Makes one call of the API, without a time-out, and returns the envelope. A refusal is told in a
 * toast and rethrown as ApiError; a 401 empties the storages and returns undefined, silently.
 * Source: specification 1, sections 5 to 8.
 */
export async function ask<const C extends Call>(
  it: C,
  asking: Asking<C> = {},
): Promise<Envelope<DataOf<C>> | undefined> {
  try {
    const answer = await exchange<Envelope<DataOf<C>>>(it, asking, 'json')
    if (answer && !isPositive(answer.data)) throw refusalOf(answer, answer.data)
    return answer?.data
  } catch (error) {
    if (!asking.quiet) tell(error, asking.everyField)
    throw error instanceof ApiError ? error : new ApiError(noAnswerText)
  }
}

/** Fetches a file of the API. Never toasts. An ApiError with a status is a refusal; status 0 is a lost call. */
export async function askFile<const C extends Call>(
  it: C,
  asking: Pick<Asking<C>, 'params' | 'query'> = {},
): Promise<Blob | undefined> {
  const answer = await exchange<Blob>(it, asking, 'blob')
  return answer?.data
}

/** An error that already carries its toast, and the answer's standard phrase for it. */
class Refusal extends ApiError {
  readonly phrase: string
  constructor(message: string, status: number, errors: FieldErrors, phrase: string) {
    super(message, status, errors)
    this.phrase = phrase
  }
}

async function exchange<T>(
  it: Call,
  asking: Sent,
  as: 'json' | 'blob',
): Promise<AxiosResponse<T> | undefined> {
  if (navigator.onLine === false) throw new ApiError(offlineText)
  const sent = asking.key ? keyFor(asking.key, intentionOf(asking)) : undefined
  const first = await send<T>(it, asking, as, sent)
  const answer = first.status === 419 && (await refreshPair()) ? await send<T>(it, asking, as, sent) : first
  if (asking.key && isFinal(answer)) forgetKey(asking.key)
  if (answer.status === 401) {
    clearStorage()
    writeMeta('api-token', '')
    return undefined
  }
  if (answer.status >= 200 && answer.status < 300) return answer
  throw refusalOf(answer, await bodyOf(answer.data))
}

async function send<T>(it: Call, asking: Sent, as: 'json' | 'blob', key?: string): Promise<AxiosResponse<T>> {
  const csrf = readMeta('csrf-token')
  if (csrf === null) console.error('This page has no csrf-token tag; the call goes without it.')
  try {
    const client = await loadClient()
    return await client.request<T>({
      method: it.method,
      url: `${window.location.origin}${apiPrefix}${pathOf(it, asking.params as Record<string, string> | undefined)}`,
      params: asking.query,
      data: it.upload ? formOf(it, asking) : asking.body,
      responseType: as,
      validateStatus: () => true,
      headers: {
        Accept: it.answers ? `${it.answers}, application/json` : 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        Authorization: `Bearer ${readMeta('api-token') ?? ''}`,
        ...(asking.body !== undefined && !it.upload && { 'Content-Type': 'application/json' }),
        ...(csrf !== null && { 'X-CSRF-TOKEN': csrf }),
        ...(key && { 'Idempotency-Key': key }),
      },
    })
  } catch {
    throw new ApiError(navigator.onLine === false ? offlineText : noAnswerText)
  }
}

/** Another file is another intention. */
const intentionOf = ({ body, file }: Sent): unknown => (file ? [body, file.name, file.size] : body)

function formOf({ upload }: Call, { body, file }: Sent): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    if (value !== undefined && value !== null) form.append(name, String(value))
  }
  if (file) form.append(upload?.field ?? 'file', file)
  return form
}

let refreshing: Promise<boolean> | null = null

/** Takes a fresh pair from the shell, once for all calls that wait for it. False when there was none. */
function refreshPair(): Promise<boolean> {
  refreshing ??= loadClient()
    .then((client) =>
      client.get<{ csrf?: unknown; token?: unknown }>(`${window.location.origin}/session`, {
        headers: { Accept: 'application/json' },
      }),
    )
    .then(({ data }) => {
      if (typeof data.csrf !== 'string') return false
      writeMeta('csrf-token', data.csrf)
      writeMeta('api-token', typeof data.token === 'string' ? data.token : '')
      return true
    })
    .catch(() => false)
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

const isPositive = (body: unknown) =>
  isRecord(body) && (body.status === 'success' || body.status === 'created' || body.status === 'pending')

/** Decides the matter that was asked about; a limit, a stale page and a trouble of ours say nothing of it. */
const decides = (status: number) => status >= 200 && status < 500 && ![408, 419, 429].includes(status)

/** Whether this failure is the answer to what was asked; else nobody knows yet, and it is asked again. */
export const isDecision = (error: unknown): error is ApiError =>
  error instanceof ApiError && decides(error.status)

/** Not final: asked to wait, or nobody knows what happened. The same key goes with the next try. */
const isFinal = ({ status, headers, data }: AxiosResponse) =>
  decides(status) && status !== 202 && !headers['retry-after'] && isOurs(data)

/** An envelope. What stands between us and the API answers in words of its own, which say nothing of ours. */
const isOurs = (body: unknown): body is Record<string, unknown> =>
  isRecord(body) && typeof body.status === 'string'

function refusalOf(answer: AxiosResponse, body: unknown): ApiError {
  if (!isOurs(body)) return new ApiError(noAnswerText)
  const message = typeof body.message === 'string' ? body.message : ''
  const errors = readErrors(body.errors)
  const first = Object.values(errors)[0]?.[0]
  if (!message && !first) return new ApiError(noAnswerText, answer.status)
  const phrase =
    answer.status < 300 ? '' : answer.statusText || (phrases[answer.status] ?? `Error ${answer.status}`)
  return new Refusal(message || (first ?? ''), answer.status, errors, phrase)
}

/** The toast of a failed call, for callers that asked quietly. */
export function tell(error: unknown, everyField = false): void {
  for (const text of textsOf(error, everyField)) toast.error(text)
}

function textsOf(error: unknown, everyField: boolean): string[] {
  if (!(error instanceof Refusal)) return [error instanceof ApiError ? error.message : noAnswerText]
  const fields = Object.entries(error.errors)
  if (fields.length === 0) return [error.phrase ? `${error.phrase}: ${error.message}` : error.message]
  return (everyField ? fields : fields.slice(0, 1)).map(([field, [says]]) => `${sentence(field)}: ${says}`)
}

function readErrors(value: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, says] of Object.entries(isRecord(value) ? value : {})) {
    const texts = (Array.isArray(says) ? says : [says]).filter((text) => typeof text === 'string')
    if (texts.length > 0) errors[field] = texts
  }
  return errors
}

/** A refused file call carries its envelope as bytes. */
async function bodyOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data
  try {
    return JSON.parse(await data.text())
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** HTTP/2 answers carry no phrase; these are the standard ones. Source: decision D-091. */
const phrases: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  419: 'Page Expired',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
