import type { IncomingMessage, ServerResponse } from 'node:http'
import { random } from './random.ts'
import { sealer } from './seal.ts'

const lifeDays = 30
const lifeSeconds = lifeDays * 24 * 3600
const renewAfterSeconds = 24 * 3600
/** A cookie header longer than this is not ours to parse. */
const longestCookie = 4096
/** A longer name is cut: the cookie goes with every request. */
const longestName = 60

/** The browser's session. No row anywhere: all of it is in the sealed cookie. */
export interface Session {
  /** Random, unguessable; how the API knows "the browser that made this order". */
  readonly id: string
  /** The bearer of a signed-in person, else ''. */
  readonly token: string
  /** What the header calls a signed-in person; '' until a page of theirs has told. */
  readonly name: string
}

export interface Sessions {
  /** The session the request brings, or null: none, expired, or not sealed by us. */
  read(req: IncomingMessage): Session | null
  /** True when the request has a cookie of this name, readable or not. */
  has(req: IncomingMessage): boolean
  /** The request's session; a visitor without one gets a new one with this answer. */
  open(req: IncomingMessage, res: ServerResponse): Session
  /** Replaces the session of the browser: a new id, and the bearer given. */
  replace(res: ServerResponse, token: string): Session
  /** The same session under the name given. */
  rename(res: ServerResponse, session: Session, name: string): Session
}

interface Sealed extends Session {
  at: number
}

/** One sealed cookie (AES-256-GCM, HttpOnly, Lax) for guests and users alike; any number of processes. */
export function sessions({ secret, secure }: { secret: string; secure: boolean }): Sessions {
  const { seal, open: unseal } = sealer(secret, { label: 'session cookie', days: lifeDays })
  const cookieName = secure ? '__Host-session' : 'session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${secure ? '; Secure' : ''}`

  const write = (res: ServerResponse, session: Session) => {
    const fields = [session.id, session.token, seconds(), session.name]
    const cookie = `${cookieName}=${seal(JSON.stringify(fields))}; ${attributes}`
    const others = [res.getHeader('set-cookie') ?? []].flat().map(String)
    res.setHeader('set-cookie', [...others.filter((it) => !it.startsWith(`${cookieName}=`)), cookie])
  }
  const readSealed = (req: IncomingMessage): Sealed | null => {
    const sealed = cookieOf(req, cookieName)
    const text = sealed && unseal(sealed)
    if (!text) return null
    const [id, token, at, name = ''] = JSON.parse(text) as [string, string, number, string?]
    return seconds() - at < lifeSeconds ? { id, token, name, at } : null
  }
  const start = (res: ServerResponse, token: string): Session => {
    const fresh = { id: random(18).toString('base64url'), token, name: '' }
    write(res, fresh)
    return fresh
  }
  return {
    read: readSealed,
    has: (req) => cookieOf(req, cookieName) !== null,
    open(req, res) {
      const known = readSealed(req)
      if (!known) return start(res, '')
      if (seconds() - known.at > renewAfterSeconds) write(res, known)
      return known
    },
    replace: start,
    rename(res, session, name) {
      const renamed = { ...session, name: name.slice(0, longestName) }
      if (renamed.name !== session.name) write(res, renamed)
      return renamed
    },
  }
}

const seconds = () => Math.floor(Date.now() / 1000)

function cookieOf(req: IncomingMessage, name: string): string | null {
  const header = req.headers.cookie
  if (!header || header.length > 4 * longestCookie) return null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
