import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { assertOutsideTransaction } from '../database/context.ts'

export interface OutboundCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For everything together: connecting, sending, waiting, the last byte of the body. */
  readonly deadlineMs: number
}

/**
 * What became of a call. `not_sent` is proof that they never saw a byte of it; `lost` proves nothing:
 * they may have done all, part or none of what was asked.
 */
export type Reply =
  | { is: 'answered'; status: number; headers: IncomingHttpHeaders; text: string }
  | { is: 'not_sent'; because: 'refused' | 'no_such_host' | 'unreachable' }
  /** `unsigned` is an adapter's own finding: somebody answered, and it was not they. */
  | { is: 'lost'; because: 'timeout' | 'cut' | 'too_large' | 'redirect' | 'unsigned' }

const mostBytes = 1024 * 1024

// Idle connections end before the 5 s at which common servers hang up, so that few calls meet a closing socket.
const kept = { keepAlive: true, keepAliveMsecs: 1_000, maxFreeSockets: 64, timeout: 4_000 }
const wires = {
  'http:': { request: http.request, agent: new http.Agent(kept) },
  'https:': { request: https.request, agent: new https.Agent(kept) },
} as const

/** Failures of a connection that never opened. Anything else may have carried bytes. */
const neverSent = Object.freeze({
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'no_such_host',
  EAI_AGAIN: 'no_such_host',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
} as const)

/**
 * Calls a counterparty and reads at most 1 MiB of its answer. Follows no redirect, repeats nothing and
 * never rejects for what the other side does.
 * @throws Error inside a database transaction, and for an address that is not http(s)
 */
export async function callOut(call: OutboundCall): Promise<Reply> {
  assertOutsideTransaction('Calling a counterparty')
  const url = new URL(call.url)
  const wire = url.protocol === 'https:' || url.protocol === 'http:' ? wires[url.protocol] : undefined
  if (!wire) throw new Error(`Not an http address: ${url.protocol}`)

  const body = call.body === undefined ? undefined : Buffer.from(call.body)
  const request = wire.request(url, {
    method: call.method,
    agent: wire.agent,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...call.headers,
      ...(body && { 'content-length': body.length }),
    },
  })
  return new Promise((settle) => {
    const finish = (reply: Reply) => {
      clearTimeout(deadline)
      settle(reply)
      if (reply.is !== 'answered') request.destroy()
    }
    const deadline = setTimeout(() => finish({ is: 'lost', because: 'timeout' }), call.deadlineMs)
    const wasConnected = watchConnection(request)
    request.on('error', (error) => finish(wasConnected() ? { is: 'lost', because: 'cut' } : unopened(error)))
    request.on('response', (response) => readReply(response, finish))
    request.end(body)
  })
}

/** A socket taken from the pool counts as connected: part of the request may have left before it closed. */
function watchConnection(request: ClientRequest): () => boolean {
  let connected = false
  request.on('socket', (socket) => {
    if (!socket.connecting) connected = true
    else socket.once('connect', () => (connected = true))
  })
  return () => connected
}

function unopened(error: NodeJS.ErrnoException): Reply {
  const because = neverSent[error.code as keyof typeof neverSent]
  return because ? { is: 'not_sent', because } : { is: 'lost', because: 'cut' }
}

function readReply(response: IncomingMessage, finish: (reply: Reply) => void): void {
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) {
    finish({ is: 'lost', because: 'redirect' })
    return
  }
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostBytes) finish({ is: 'lost', because: 'too_large' })
    else chunks.push(chunk)
  })
  response.on('error', () => finish({ is: 'lost', because: 'cut' }))
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    finish(
      response.complete
        ? { is: 'answered', status, headers: response.headers, text }
        : { is: 'lost', because: 'cut' },
    )
  })
}
