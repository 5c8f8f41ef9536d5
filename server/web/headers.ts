import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { random } from './random.ts'

/** The answer's nonce; `pageHeaders` makes it, the page prints it on each script and style element. */
export const nonceOf = (res: ServerResponse): string =>
  (res as ServerResponse & { locals: { nonce: string } }).locals.nonce

const nonce = (_: IncomingMessage, res: ServerResponse) => `'nonce-${nonceOf(res)}'`

const off = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'midi',
  'magnetometer',
  'gyroscope',
  'accelerometer',
]
const permissions = off.map((it) => `${it}=()`).join(', ')

/**
 * The security headers of every page and asset. No inline script or style runs without this answer's
 * nonce; `'self'` is for browsers that do not know `'strict-dynamic'`, the others ignore it.
 * `reloading` lets the development server's socket and styles through.
 */
export function pageHeaders({ secure, reloading }: { secure: boolean; reloading: boolean }): RequestHandler {
  const guard = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", nonce, "'strict-dynamic'"],
        'style-src': reloading ? ["'self'", "'unsafe-inline'"] : [nonce],
        'img-src': ["'self'", 'data:'],
        'connect-src': reloading ? ["'self'", 'ws:'] : ["'self'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  return (req, res, next) => {
    res.locals.nonce = random(16).toString('base64url')
    res.setHeader('Permissions-Policy', permissions)
    guard(req, res, next)
  }
}
