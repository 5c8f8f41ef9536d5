import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/**
 * Security headers of every API response: no framing, no cross-site reads, no script execution and, when the product is
 * served over https, https only.
 */
export function apiSecurityHeaders({ appUrl }: Pick<Config, 'appUrl'>): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(appUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Sets the headers before any other middleware responds. */
export function setApiSecurityHeaders(config: Pick<Config, 'appUrl'>): RequestHandler {
  const headers = apiSecurityHeaders(config)
  return (_req, res, next) => {
    res.set(headers)
    next()
  }
}
