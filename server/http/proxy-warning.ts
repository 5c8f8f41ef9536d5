import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { internalHeader, verifyInternalHeader } from './internal-header.ts'

/**
 * Warns once when a request carries X-Forwarded-For while TRUST_PROXY is 0: behind a proxy, limits would count all
 * clients as one. The separate web server names the browser in its signed header instead.
 */
export function warnOfUntrustedProxy(
  { trustProxy, sessionSecret }: Pick<Config, 'trustProxy' | 'sessionSecret'>,
  log: Logger,
  handler: RequestListener,
): RequestListener {
  if (trustProxy > 0) return handler
  const namesClient = ({ [internalHeader]: header }: IncomingHttpHeaders) =>
    typeof header === 'string' && verifyInternalHeader(sessionSecret, header) !== null
  let hasWarned = false
  return (req, res) => {
    if (!hasWarned && req.headers['x-forwarded-for'] !== undefined && !namesClient(req.headers)) {
      hasWarned = true
      log.warn(
        'a request carries X-Forwarded-For, and TRUST_PROXY is 0: limits count all clients of a proxy as one',
      )
    }
    handler(req, res)
  }
}
