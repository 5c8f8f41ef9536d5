import type { RequestHandler, Response } from 'express'
import type { Envelope } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import type { Caller } from './api-client.ts'
import type { Csrf } from './csrf.ts'
import { isBrowser, isForeign } from './origin.ts'
import type { Sessions } from './session.ts'

const safe = ['GET', 'HEAD', 'OPTIONS']

interface Parts {
  appUrl: string
  sessions: Sessions
  csrf: Csrf
  sign(caller: Omit<Caller, 'token'>): string
  /** True for a header that we signed ourselves: the shell's own call. */
  isOurs(header: string): boolean
}

/**
 * Stands before /api/v1. A browser's changing call needs the CSRF token of its session; clients that
 * are no browser bring a bearer or nothing, and no session goes with their calls. What passes carries
 * our signed header with the client's address and the session's id. The body is not touched.
 * `res.locals.isOwnCall` marks the shell's own calls, which belong to no browser.
 */
export function apiFront({ appUrl, sessions, csrf, sign, isOurs }: Parts): RequestHandler {
  return (req, res, next) => {
    const signed = req.headers['x-sanwo-shell']
    if (typeof signed === 'string' && isOurs(signed)) {
      res.locals.isOwnCall = true
      return next()
    }
    delete req.headers['x-sanwo-shell']

    const pass = (session: string) => {
      req.headers['x-sanwo-shell'] = sign({ ip: req.ip ?? '', session })
      next()
    }
    if (req.path.startsWith('/webhooks/')) return pass('')
    const session = sessions.read(req)
    if (safe.includes(req.method)) return pass(isForeign(req, appUrl) ? '' : (session?.id ?? ''))
    if (isForeign(req, appUrl)) return refuse(res, 'NOT_ALLOWED')
    if (!sessions.has(req) && !isBrowser(req)) return pass('')
    if (!session || !csrf.fits(session.id, req.headers['x-csrf-token'])) return refuse(res, 'PAGE_EXPIRED')
    pass(session.id)
  }
}

function refuse(res: Response, code: ErrorCode): void {
  const { status, says } = errors[code]
  const envelope: Envelope = { status: 'error', message: says }
  res.set('Cache-Control', 'no-store').status(status).json(envelope)
}
