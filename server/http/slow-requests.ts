import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Options of `createServer`: all headers within 15 s, which is checked every 5 s. */
export const slowHeadersOptions = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

interface BodyRate {
  readonly intervalMs: number
  /** Bytes that a client must send in each interval until its body is complete. */
  readonly minBytes: number
}

/** A form or JSON body arrives within 30 s; a larger one at 1 KB/s at least. Node ends every request after 300 s. */
const bodyRate: BodyRate = { intervalMs: 30_000, minBytes: 30 * 1024 }

/**
 * Ends requests whose body arrives too slowly with REQUEST_TIMEOUT: a client that sends single bytes keeps no connection
 * for long. Also when the response was sent without the body, for example to a request that is not allowed.
 */
export function limitSlowBodies(server: Server, { intervalMs, minBytes }: BodyRate = bodyRate): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (!hasBody(req)) return
    const { socket } = req
    let bytesBefore = socket.bytesRead
    const timer = setInterval(() => {
      if (req.complete || socket.destroyed) return clearInterval(timer)
      if (socket.bytesRead - bytesBefore >= minBytes) {
        bytesBefore = socket.bytesRead
        return
      }
      clearInterval(timer)
      if (res.headersSent) socket.destroy()
      else server.emit('clientError', slowBodyError(), socket)
    }, intervalMs)
    timer.unref()
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error of Node for a request that is not complete in time. */
const slowBodyError = () =>
  Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
