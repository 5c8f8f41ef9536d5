import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { randomBytesFromPool } from './random.ts'

/** The response's nonce, created by `pageHeaders` and rendered on each script and style element. */
export const nonceOf = (res: ServerResponse): string =>
  (res as ServerResponse & { locals: { nonce: string } }).locals.nonce

const nonceDirective = (_: IncomingMessage, res: ServerResponse) => `'nonce-${nonceOf(res)}'`

const disabledFeatures = [
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
const permissions = disabledFeatures.map((feature) => `${feature}=()`).join(', ')

const strictTransportSecurity = { maxAge: 31_536_000, includeSubDomains: true }
const resourcePolicy = 'same-origin'

/**
 * Security headers of scripts and styles. The other headers of a page have no effect on them and cost 0.7 KB for each
 * file.
 */
export function assetHeaders({ secure }: { secure: boolean }): RequestHandler {
  const { maxAge } = strictTransportSecurity
  return (_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Cross-Origin-Resource-Policy', resourcePolicy)
    if (secure) res.setHeader('Strict-Transport-Security', `max-age=${maxAge}; includeSubDomains`)
    next()
  }
}

/**
 * Security headers of every page, image and text file. Inline scripts and styles run only with the response's nonce;
 * `'self'` is for browsers without `'strict-dynamic'`, others ignore it. `reloadsTemplates` allows the development
 * server's socket and styles.
 */
export function pageHeaders({
  secure,
  reloadsTemplates,
}: {
  secure: boolean
  reloadsTemplates: boolean
}): RequestHandler {
  const applyHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", nonceDirective, "'strict-dynamic'"],
        'style-src': reloadsTemplates ? ["'self'", "'unsafe-inline'"] : [nonceDirective],
        'img-src': ["'self'", 'data:'],
        'connect-src': reloadsTemplates ? ["'self'", 'ws:'] : ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
      },
    },
    // Set by `separateFromOpener`.
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: resourcePolicy },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? strictTransportSecurity : false,
    xFrameOptions: { action: 'deny' },
  })
  return (req, res, next) => {
    res.locals.nonce = randomBytesFromPool(16).toString('base64url')
    res.setHeader('Permissions-Policy', permissions)
    applyHelmet(req, res, next)
  }
}

/**
 * A window with a page of a signed-in user is separate from the window that opened it. Pages for guests do not have
 * this header: it makes a browser start another process before the first paint. Decision 63.
 */
export const separateFromOpener = (res: ServerResponse): ServerResponse =>
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
