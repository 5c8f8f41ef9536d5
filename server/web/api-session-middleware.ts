import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../config.ts'
import { ApiError, sendError } from '../http/index.ts'
import type { WebCaller } from './api-client.ts'
import type { Csrf } from './csrf.ts'
import type { Devices } from './device.ts'
import { forwardLanguage } from './language.ts'
import { unmaskAuthorization } from './mask.ts'
import { isBrowser, isCrossSite } from './origin.ts'
import type { Sessions } from './session.ts'
import { returnsSessionToken } from './token-cookie-middleware.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

interface ApiSessionDeps {
  appUrl: string
  sessions: Sessions
  devices: Devices
  csrf: Csrf
  sign(caller: Omit<WebCaller, 'token'>): string
  /** True for a header with a valid signature: the web server's own request. */
  isInternalHeader(header: string): boolean
  mode: Config['mode']
}

/**
 * Runs before /api/v1. A browser's write request needs the CSRF token of its session. Other clients send a session
 * token or none, and no browser session is attached to their requests. Forwarded requests carry the signed internal
 * header with the client's address and session id. The body is not changed. `res.locals.isInternalRequest` marks the
 * web server's own requests and `res.locals.isApiClient` requests of clients other than browsers: neither belongs to a
 * browser session, so their session tokens stay in the response. `res.locals.device` is the browser's device id.
 */
export function apiSessionMiddleware({
  appUrl,
  sessions,
  devices,
  csrf,
  sign,
  isInternalHeader,
  mode,
}: ApiSessionDeps): RequestHandler {
  type ForwardRequest = (session: string, device?: string) => void

  const forwardWrite = (req: Request, res: Response, forward: ForwardRequest) => {
    if (isCrossSite(req, appUrl)) return sendError(res, new ApiError('NOT_ALLOWED'))
    if (!sessions.has(req) && !isBrowser(req)) {
      res.locals.isApiClient = req.headers['x-csrf-token'] === undefined
      return forward('')
    }
    const session = sessions.read(req)
    if (!session || !csrf.isValid(session.id, req.headers['x-csrf-token']))
      return sendError(res, new ApiError('PAGE_EXPIRED'))
    forward(session.id, returnsSessionToken(req) ? devices.readOrCreate(req) : '')
  }

  const isInternalRequest = ({ headers }: Request): boolean => {
    const header = headers['x-sanwo-shell']
    return typeof header === 'string' && isInternalHeader(header)
  }

  const sessionIdForReading = (req: Request): string =>
    isCrossSite(req, appUrl) ? '' : (sessions.read(req)?.id ?? '')

  return (req, res, next) => {
    if (isInternalRequest(req)) {
      res.locals.isInternalRequest = true
      return next()
    }
    delete req.headers['x-sanwo-shell']
    if (sessions.has(req) || isBrowser(req)) forwardLanguage(req, { mode })
    if (req.headers.authorization) req.headers.authorization = unmaskAuthorization(req.headers.authorization)

    const forward: ForwardRequest = (session, device = '') => {
      res.locals.device = device
      req.headers['x-sanwo-shell'] = sign({ ip: req.ip ?? '', session, device })
      next()
    }
    if (req.path.startsWith('/webhooks/')) return forward('')
    if (!safeMethods.includes(req.method)) return forwardWrite(req, res, forward)
    forward(sessionIdForReading(req))
  }
}
