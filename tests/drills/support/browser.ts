import { apiPrefix } from '../../../shared/constants.ts'
import { formPageUrl } from '../../../shared/pages.ts'

export interface ApiResponse<T> {
  readonly http: number
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
  readonly http: number
  constructor(http: number, text: string) {
    super(`${http} ${text.slice(0, 200)}`)
    this.http = http
  }
}

/**
 * Opens the electricity form with its scripts.
 * @throws UnexpectedResponseError for an error page or a script that cannot be loaded
 */
export async function openGuestBrowser(origin: string): Promise<GuestBrowser> {
  const response = await get(origin + formPageUrl('power'))
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
      const reply = await fetch(origin + apiPrefix + path, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await reply.text()
      try {
        return { http: reply.status, ...(JSON.parse(text) as Omit<ApiResponse<T>, 'http'>) }
      } catch {
        throw new UnexpectedResponseError(reply.status, text)
      }
    },
  }
}

/** A browser repeats a page request once when an idle connection was just closed. */
async function get(url: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Response> {
  const request = () => fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) })
  return request().catch(request)
}

const scriptsOf = (html: string) => new Set(html.match(/\/assets\/[\w.-]+\.js/g) ?? [])

/** Requests the headers alone: the bytes do not matter here. */
async function loadScript(url: string): Promise<void> {
  const response = await get(url, 'HEAD')
  if (!response.ok) throw new UnexpectedResponseError(response.status, url)
}
