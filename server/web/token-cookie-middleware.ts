import type { Request, RequestHandler, Response } from 'express'
import { isLanguage, type Language } from '../../shared/languages.ts'
import type { Devices } from './device.ts'
import { hasChosenLanguage, storeLanguage } from './language.ts'
import { bufferResponse, onUnauthorized } from './rewrite-response.ts'
import type { Sessions } from './session.ts'

/** Endpoints that change the browser's session. `setsCookie`: the response may contain a session token for the cookie. */
const sessionRules: Record<string, { setsCookie: boolean; clearsCookie: boolean }> = {
  '/auth/login': { setsCookie: true, clearsCookie: false },
  '/auth/verify-email': { setsCookie: true, clearsCookie: false },
  '/auth/logout': { setsCookie: false, clearsCookie: true },
  '/auth/reset-password': { setsCookie: true, clearsCookie: true },
  '/account/user/password/update': { setsCookie: true, clearsCookie: true },
  '/account/user/close': { setsCookie: false, clearsCookie: true },
}
const ruleOf = (req: Pick<Request, 'method' | 'path'>) =>
  req.method === 'POST' ? sessionRules[req.path.replace(/\/$/, '')] : undefined

/** True for an endpoint whose response may contain a session token. */
export const returnsSessionToken = (req: Pick<Request, 'method' | 'path'>): boolean =>
  ruleOf(req)?.setsCookie === true

/** These responses are small; a longer one does not match the contract and is not changed. */
const maxBytes = 64 * 1024

interface TokenCookieDeps {
  readonly sessions: Sessions
  readonly devices: Devices
  /** Cookies are sent over HTTPS only. */
  readonly secure: boolean
}

/**
 * Keeps session tokens away from page scripts: moves `data.api_token` of a response into the session cookie, with a new
 * session id. Works on the written response, so that the API may be mounted or proxied. A 401 for the cookie's session
 * token removes it from the cookie. Responses to the web server's own requests are not changed, because it stores the
 * token itself, nor are those to API clients, which have no cookie. A browser in which no language was chosen takes the
 * user's.
 */
export function tokenCookieMiddleware({ sessions, devices, secure }: TokenCookieDeps): RequestHandler {
  const storeToken = (res: Response, token: string, language: Language | null) => {
    if (res.locals.device) devices.store(res, res.locals.device)
    if (language && language !== 'en' && !hasChosenLanguage(res.req)) storeLanguage(res, language, { secure })
    sessions.replace(res, token)
  }

  return (req, res, next) => {
    if (res.locals.isInternalRequest || res.locals.isApiClient) return next()
    const rule = ruleOf(req)
    if (!rule) {
      const sessionToken = req.headers.authorization?.replace(/^Bearer ?/, '')
      if (sessionToken && sessions.read(req)?.token === sessionToken)
        onUnauthorized(res, () => sessions.replace(res, ''))
      return next()
    }
    req.headers['accept-encoding'] = 'identity'
    bufferResponse(res, (body) => {
      const ok = res.statusCode >= 200 && res.statusCode < 300
      const { token, language, remainingBody } = extractToken(body)
      if (ok && token && rule.setsCookie) storeToken(res, token, language)
      else if (ok && rule.clearsCookie) sessions.replace(res, '')
      return remainingBody
    })
    next()
  }
}

interface ExtractedToken {
  readonly token: string
  readonly language: Language | null
  readonly remainingBody: Buffer
}

function extractToken(body: Buffer): ExtractedToken {
  const unchangedBody = { token: '', language: null, remainingBody: body }
  if (body.length > maxBytes) return unchangedBody
  const envelope = parseEnvelope(body)
  const data = envelope?.data
  if (typeof data !== 'object' || data === null || !('api_token' in data)) return unchangedBody
  const { api_token: token, ...others } = data
  return {
    token: typeof token === 'string' ? token : '',
    language: 'language' in data && isLanguage(data.language) ? data.language : null,
    remainingBody: Buffer.from(JSON.stringify({ ...envelope, data: others })),
  }
}

function parseEnvelope(body: Buffer): { data?: unknown } | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
