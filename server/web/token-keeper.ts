import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import type { Sessions } from './session.ts'

/** Calls after which the browser's session is another one. `takes`: its answer may bring a bearer. */
const changing: Record<string, { takes: boolean; drops: boolean }> = {
  '/auth/login': { takes: true, drops: false },
  '/auth/verify-email': { takes: true, drops: false },
  '/auth/logout': { takes: false, drops: true },
  '/auth/reset-password': { takes: true, drops: true },
  '/account/user/password/update': { takes: true, drops: true },
}
/** These answers are small; a longer one is not of our contract and passes as it is. */
const longestBytes = 64 * 1024

/**
 * Keeps bearers out of page scripts' hands: takes `data.api_token` out of the answers that bring one and
 * seals it in the session cookie, with a new session id. Works on the answer as it is written, so the API
 * may be mounted here or proxied. An answer 401 to the cookie's own bearer takes that bearer out of it.
 * The answers to the shell's own calls stay whole: it seals their bearer itself.
 */
export function tokenKeeper(sessions: Sessions): RequestHandler {
  return (req, res, next) => {
    if (res.locals.isOwnCall) return next()
    const rule = req.method === 'POST' ? changing[req.path.replace(/\/$/, '')] : undefined
    if (!rule) {
      const bearer = req.headers.authorization?.replace(/^Bearer ?/, '')
      if (bearer && sessions.read(req)?.token === bearer) forgetEnded(res, () => sessions.replace(res, ''))
      return next()
    }
    req.headers['accept-encoding'] = 'identity'
    holdBack(res, (body) => {
      const ok = res.statusCode >= 200 && res.statusCode < 300
      const { token, rest } = takeToken(body)
      if (ok && token && rule.takes) sessions.replace(res, token)
      else if (ok && rule.drops) sessions.replace(res, '')
      return rest
    })
    next()
  }
}

function takeToken(body: Buffer): { token: string; rest: Buffer } {
  const nothing = { token: '', rest: body }
  if (body.length > longestBytes) return nothing
  const envelope = parsed(body)
  const data = envelope?.data
  if (typeof data !== 'object' || data === null || !('api_token' in data)) return nothing
  const { api_token: token, ...others } = data
  return {
    token: typeof token === 'string' ? token : '',
    rest: Buffer.from(JSON.stringify({ ...envelope, data: others })),
  }
}

function parsed(body: Buffer): { data?: unknown } | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** Collects what is written to the answer and sends what `change` makes of it. */
function holdBack(res: ServerResponse, change: (body: Buffer) => Buffer): void {
  const chunks: Buffer[] = []
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { end, writeHead } = res
  res.writeHead = ((status: number, second?: unknown, third?: unknown) => {
    res.statusCode = status
    setAll(res, headersIn(second) ?? headersIn(third))
    return res
  }) as typeof res.writeHead
  res.flushHeaders = () => {}
  res.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    keep(chunk, encoding)
    for (const it of [encoding, done]) if (typeof it === 'function') it()
    return true
  }) as typeof res.write
  res.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    keep(chunk, encoding)
    const body = change(Buffer.concat(chunks))
    res.writeHead = writeHead
    for (const name of ['transfer-encoding', 'etag']) res.removeHeader(name)
    res.setHeader('Content-Length', body.length)
    const after = [chunk, encoding, done].find((it) => typeof it === 'function') as (() => void) | undefined
    return end.call(res, body, 'utf8', after)
  }) as typeof res.end
}

/** Runs `forget` when the answer turns out to be a 401, before its head is sent. */
function forgetEnded(res: ServerResponse, forget: () => void): void {
  const { writeHead } = res
  res.writeHead = ((status: number, second?: unknown, third?: unknown) => {
    res.writeHead = writeHead
    if (status === 401) forget()
    setAll(res, headersIn(second) ?? headersIn(third))
    if (typeof second === 'string') res.statusMessage = second
    return writeHead.call(res, status)
  }) as typeof res.writeHead
}

type Heads = OutgoingHttpHeaders | string[] | undefined
const headersIn = (it: unknown): Heads => (typeof it === 'object' && it !== null ? (it as Heads) : undefined)

function setAll(res: ServerResponse, heads: Heads): void {
  if (!heads) return
  if (Array.isArray(heads)) {
    for (let at = 0; at + 1 < heads.length; at += 2) res.appendHeader(heads[at] ?? '', heads[at + 1] ?? '')
  } else {
    for (const [name, value] of Object.entries(heads)) if (value !== undefined) res.setHeader(name, value)
  }
}
