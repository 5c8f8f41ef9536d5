import { apiPrefix } from '../../../shared/constants.ts'
import { formPageUrl } from '../../../shared/pages.ts'

export interface ApiResponse<T> {
  readonly httpStatus: number
  readonly status: string
  readonly message: string
  readonly data: T
}

/** A guest's browser without rendering: the session cookie and the CSRF token of one page. */
export interface GuestBrowser {
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>
}

const timeoutMs = 100_000

/** An HTTP response that is not the expected page or envelope. */
export class UnexpectedResponseError extends Error {
  readonly httpStatus: number
  constructor(httpStatus: number, text: string) {
    super(`${httpStatus} ${text.slice(0, 200)}`)
    this.httpStatus = httpStatus
  }
}

/**
 * Opens the electricity form with its scripts.
 * @throws UnexpectedResponseError for an error page or a script that cannot be loaded
 */
export async function openGuestBrowser(origin: string): Promise<GuestBrowser> {
  const response = await request(origin + formPageUrl('power'))
  const html = await response.text()
  const csrfToken = /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1]
  if (!response.ok || !csrfToken) throw new UnexpectedResponseError(response.status, html)
  await Promise.all([...scriptsOf(html)].map((path) => loadScript(origin + path)))
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    async post<T>(path: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await request(origin + apiPrefix + path, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      try {
        return { httpStatus: response.status, ...(JSON.parse(text) as Omit<ApiResponse<T>, 'httpStatus'>) }
      } catch {
        throw new UnexpectedResponseError(response.status, text)
      }
    },
  }
}

/**
 * Chrome and Firefox repeat a request once, of any method, when the server closed an idle connection as they sent it;
 * `fetch` of Node does not. nginx closes idle connections at a reload.
 */
async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const send = () => fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  return send().catch((error: unknown) => {
    if (!isClosedConnection(error)) throw error
    return send()
  })
}

const isClosedConnection = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET'

const scriptsOf = (html: string) => new Set(html.match(/\/assets\/[\w.-]+\.js/g) ?? [])

/** Requests the headers alone: the bytes do not matter here. */
async function loadScript(url: string): Promise<void> {
  const response = await request(url, { method: 'HEAD' })
  if (!response.ok) throw new UnexpectedResponseError(response.status, url)
}
