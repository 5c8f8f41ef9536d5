import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface BodyRate {
  readonly intervalMs: number
  /** Bytes that a client must send in each interval until its body is complete. */
  readonly minBytes: number
}

/**
 * A form or JSON body arrives within 60 s; a larger one at 0.5 KB/s at least, as on a slow GPRS connection with gaps. Node
 * ends every request after 300 s.
 */
const bodyRate: BodyRate = { intervalMs: 60_000, minBytes: 30 * 1024 }

/** Limits of slow clients: all headers within 15 s, which is checked every 5 s, and the rate of a body. */
export const slowRequestLimits = {
  headers: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
  body: bodyRate,
}
export type SlowRequestLimits = typeof slowRequestLimits

/**
 * Ends requests whose body arrives too slowly with REQUEST_TIMEOUT: a client that sends single bytes keeps no connection
 * for long. Also when the response was sent without the body, for example to a request that is not allowed. The time in
 * which the application does not read the body does not count.
 */
export function limitSlowBodies(server: Server, { intervalMs, minBytes }: BodyRate): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (!hasBody(req)) return
    const { socket } = req
    let bytesBefore = socket.bytesRead
    let wasRead = true
    const timer = setInterval(() => {
      const isRead = req.readableFlowing === true || req.listenerCount('readable') > 0 || res.headersSent
      if (!isRead || !wasRead || socket.bytesRead - bytesBefore >= minBytes) {
        bytesBefore = socket.bytesRead
        wasRead = isRead
        return
      }
      clearInterval(timer)
      if (res.headersSent) socket.destroy()
      else server.emit('clientError', slowBodyError(), socket)
    }, intervalMs)
    timer.unref()
    // A timer that stays would keep the request and its body in memory.
    for (const event of ['end', 'close']) req.once(event, () => clearInterval(timer))
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error of Node for a request that is not complete in time. */
const slowBodyError = () =>
  Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
