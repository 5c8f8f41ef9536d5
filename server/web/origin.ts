import type { IncomingMessage } from 'node:http'

/** True when the headers of a browser show that another site started this request. False without the headers. */
export function isCrossSite(req: IncomingMessage, appUrl: string): boolean {
  const site = req.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  const { origin } = req.headers
  // Our own pages send no referrer, so browsers give their form posts the origin "null".
  if (!origin || origin === 'null' || origin === appUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== req.headers.host
}

/** True when a browser made this request: other API clients send neither header. */
export const isBrowser = (req: IncomingMessage): boolean =>
  req.headers['sec-fetch-site'] !== undefined || req.headers.origin !== undefined
