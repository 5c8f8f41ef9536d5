import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Config } from '../config.ts'
import { ApiError } from './api-error.ts'
import { errorResponseOf } from './envelope.ts'
import { apiSecurityHeaders } from './security-headers.ts'

/** Node's error codes with a response of their own; every other request that Node cannot parse is MALFORMED. */
const codeOf: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Time for a client on a slow network to read the response before the connection is destroyed. */
const closeDelayMs = 5_000

/**
 * Responds with the envelope to requests that Node rejects before a handler sees them: address and headers above
 * 16 KB, a request that is not complete in time, or one that is not HTTP. Closes their connection. Without this, Node
 * responds with a status and no text.
 */
export function answerUnreadableRequests(server: Server, config: Pick<Config, 'appUrl'>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The client is gone, or an earlier response is still being sent on this connection.
    if (!socket.writable || error.code === 'ECONNRESET' || isResponding(socket)) return void socket.destroy()
    const { httpStatus, envelope } = errorResponseOf(new ApiError(codeOf[error.code ?? ''] ?? 'MALFORMED'))
    const body = JSON.stringify(envelope)
    const headers = {
      ...apiSecurityHeaders(config),
      'Cache-Control': 'no-store',
      Connection: 'close',
      'Content-Length': Buffer.byteLength(body),
      'Content-Type': 'application/json; charset=utf-8',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`, ...lines, '', body].join('\r\n'))
    // A client that does not close its side would keep the connection.
    setTimeout(() => socket.destroy(), closeDelayMs).unref()
  })
}

/** Whether a response has started on this connection; a second one would be read as part of it. */
const isResponding = (socket: Duplex & { _httpMessage?: { headersSent: boolean } | null }): boolean =>
  socket._httpMessage?.headersSent ?? false
