import type { RequestHandler } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Logger } from 'pino'
import { ApiError, sendError } from '../http/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'

const timeoutMs = 60_000

interface ProxyOptions {
  /** Origin of the other server. */
  target: string
  /** Prepended to the path, because the mount point was removed. */
  under: string
  log: Logger
}

/** Forwards requests unchanged, streaming bodies both ways, with the client's IP address. */
export function proxyTo({ target, under: basePath, log }: ProxyOptions): RequestHandler {
  const proxy = createProxyMiddleware<Parameters<RequestHandler>[0], Parameters<RequestHandler>[1]>({
    target: target + basePath,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    timeout: timeoutMs,
    on: {
      error(error, _req, res) {
        log.warn({ reason: error.message, target }, 'upstream server did not respond')
        if (!('writeHead' in res)) return res.destroy()
        if (res.headersSent) return res.destroy()
        sendError(res, new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 }))
      },
    },
  })
  return (req, res, next) => {
    // Replaced: forwarding headers sent by the client are not trusted.
    delete req.headers.cookie
    delete req.headers.traceparent
    const traceparent = currentTraceparent()
    if (traceparent) req.headers.traceparent = traceparent
    req.headers['x-forwarded-for'] = req.ip ?? ''
    req.headers['x-forwarded-proto'] = req.protocol
    req.headers['x-forwarded-host'] = req.headers.host ?? ''
    void proxy(req, res, next)
  }
}
