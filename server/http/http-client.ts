import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { assertOutsideTransaction } from '../database/transaction-context.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
  /** Total time for connecting, sending, waiting and reading the whole body. */
  readonly timeoutMs: number
}

/**
 * Result of an HTTP request. `not_sent` proves that the provider received no byte. `no_response` proves nothing: no
 * complete and trusted response arrived, and the provider may have processed all, part or none of the request.
 */
export type HttpResult =
  | { type: 'response'; status: number; headers: IncomingHttpHeaders; text: string }
  | { type: 'not_sent'; reason: 'refused' | 'no_such_host' | 'unreachable' }
  /** `invalid_signature`: set by an adapter when a response's signature does not prove the provider as its sender. */
  | { type: 'no_response'; reason: 'timeout' | 'cut' | 'too_large' | 'redirect' | 'invalid_signature' }

const maxBytes = 1024 * 1024

// Idle connections are closed before the 5 s after which common servers close them, so that few requests meet a
// closing socket.
const agentOptions = { keepAlive: true, keepAliveMsecs: 1_000, maxFreeSockets: 64, timeout: 4_000 }
const transports = {
  'http:': { request: http.request, agent: new http.Agent(agentOptions) },
  'https:': { request: https.request, agent: new https.Agent(agentOptions) },
} as const

/** Connection failures before any byte was sent. After any other failure bytes may have been sent. */
const notSentReasons = Object.freeze({
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
} as const)

/**
 * Sends a request to a provider and reads at most 1 MiB of its response. Does not follow redirects, does not retry and
 * never rejects because of the provider.
 * @throws Error inside a database transaction, and for an address that is not http(s)
 */
export async function sendHttpRequest(call: HttpRequest): Promise<HttpResult> {
  assertOutsideTransaction('Calling a provider')
  const url = new URL(call.url)
  const transport =
    url.protocol === 'https:' || url.protocol === 'http:' ? transports[url.protocol] : undefined
  if (!transport) throw new Error(`Not an http address: ${url.protocol}`)

  const body = typeof call.body === 'string' ? Buffer.from(call.body) : (call.body ?? undefined)
  const request = transport.request(url, {
    method: call.method,
    agent: transport.agent,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...call.headers,
      ...(body && { 'content-length': body.length }),
    },
  })
  return new Promise((settle) => {
    const finish = (result: HttpResult) => {
      clearTimeout(timer)
      settle(result)
      if (result.type !== 'response') request.destroy()
    }
    const timer = setTimeout(() => finish({ type: 'no_response', reason: 'timeout' }), call.timeoutMs)
    const wasConnected = watchConnection(request)
    request.on('error', (error) =>
      finish(wasConnected() ? { type: 'no_response', reason: 'cut' } : connectionFailure(error)),
    )
    request.on('response', (response) => readResponse(response, finish))
    request.end(body)
  })
}

/** A pooled socket counts as connected: part of the request may have been sent before it closed. */
function watchConnection(request: ClientRequest): () => boolean {
  let isConnected = false
  request.on('socket', (socket) => {
    if (!socket.connecting) isConnected = true
    else socket.once('connect', () => (isConnected = true))
  })
  return () => isConnected
}

function connectionFailure(error: NodeJS.ErrnoException): HttpResult {
  const reason = notSentReasons[error.code as keyof typeof notSentReasons]
  return reason ? { type: 'not_sent', reason } : { type: 'no_response', reason: 'cut' }
}

function readResponse(response: IncomingMessage, finish: (result: HttpResult) => void): void {
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) {
    finish({ type: 'no_response', reason: 'redirect' })
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) finish({ type: 'no_response', reason: 'too_large' })
    else chunks.push(chunk)
  })
  response.on('error', () => finish({ type: 'no_response', reason: 'cut' }))
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    finish(
      response.complete
        ? { type: 'response', status, headers: response.headers, text }
        : { type: 'no_response', reason: 'cut' },
    )
  })
}
