import type { RequestHandler } from 'express'
import { createProxyMiddleware } from 'http-proxy-middleware'
import type { Logger } from 'pino'
import { errors } from '../../shared/errors.ts'

const timeoutMs = 60_000

interface Way {
  /** Origin of the other server. */
  target: string
  /** Put before the path, because the mount point was cut off. */
  under: string
  log: Logger
}

/** Passes requests on as they are, bodies streaming both ways, with the client's address. */
export function passOn({ target, under, log }: Way): RequestHandler {
  const proxy = createProxyMiddleware<Parameters<RequestHandler>[0], Parameters<RequestHandler>[1]>({
    target: target + under,
    changeOrigin: true,
    proxyTimeout: timeoutMs,
    timeout: timeoutMs,
    on: {
      error(error, _req, res) {
        log.warn({ because: error.message, target }, 'the other server did not answer')
        if (!('writeHead' in res)) return res.destroy()
        if (res.headersSent) return res.destroy()
        const { status, says } = errors.UNAVAILABLE
        res.status(status).set('Cache-Control', 'no-store').json({ status: 'error', message: says })
      },
    },
  })
  return (req, res, next) => {
    // Said anew: what a client claims about itself is not passed on.
    delete req.headers.cookie
    req.headers['x-forwarded-for'] = req.ip ?? ''
    req.headers['x-forwarded-proto'] = req.protocol
    req.headers['x-forwarded-host'] = req.headers.host ?? ''
    void proxy(req, res, next)
  }
}
