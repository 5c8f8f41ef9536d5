import type { IncomingMessage, ServerResponse } from 'node:http'
import { truncate } from '../../shared/text.ts'
import type { PageUser } from './page.ts'
import { randomBytesFromPool } from './random.ts'
import { createSealer } from './seal.ts'

const lifetimeDays = 30
const lifetimeSeconds = lifetimeDays * 24 * 3600
const renewAfterSeconds = 24 * 3600
/** Longer cookie headers are not parsed (four times this value). */
const maxCookieLength = 4096
/** Characters; longer names are truncated, because the cookie is sent with every request. */
const maxNameLength = 60

/** The browser's session. Stored only in the encrypted cookie. */
export interface WebSession extends PageUser {
  /** Random, unguessable; identifies the browser that created an order. */
  readonly id: string
  /** The session token of a signed-in user, else ''. */
  readonly token: string
  /** The user's name for the header; '' until a page has loaded it. */
  readonly name: string
  /** True for a company's account; false until a page has loaded it. */
  readonly isCompany: boolean
}

export interface Sessions {
  /** The request's session, or null if it is absent, expired or not encrypted by us. */
  read(req: IncomingMessage): WebSession | null
  /** True if the request has a cookie of this name, valid or not. */
  has(req: IncomingMessage): boolean
  /** The request's session; a visitor without one gets a new one with the response. */
  open(req: IncomingMessage, res: ServerResponse): WebSession
  /** Replaces the browser's session: a new id, and this session token. */
  replace(res: ServerResponse, token: string): WebSession
  /** The same session with this user. */
  keepUser(res: ServerResponse, session: WebSession, user: PageUser): WebSession
}

interface StoredSession extends WebSession {
  at: number
}
/** Id, token, time of issue, name, and whether the user is a company. */
type StoredFields = [string, string, number, string?, boolean?]

/**
 * Stores sessions of guests and users in one encrypted cookie (AES-256-GCM, HttpOnly, Lax); works with any number of
 * processes.
 */
export function createSessions({ secret, secure }: { secret: string; secure: boolean }): Sessions {
  const { seal, open: unseal } = createSealer(secret, { label: 'session cookie', days: lifetimeDays })
  const cookieName = secure ? '__Host-session' : 'session'

  const writeCookie = (res: ServerResponse, session: WebSession) => {
    const { id, token, name, isCompany } = session
    const fields = [id, token, nowSeconds(), name, ...(isCompany ? [true] : [])]
    setCookie(res, {
      name: cookieName,
      value: seal(JSON.stringify(fields)),
      seconds: lifetimeSeconds,
      secure,
    })
  }
  const readStored = (req: IncomingMessage): StoredSession | null => {
    const cookie = cookieOf(req, cookieName)
    const text = cookie && unseal(cookie)
    if (!text) return null
    const [id, token, issuedAt, name = '', isCompany = false] = JSON.parse(text) as StoredFields
    return nowSeconds() - issuedAt < lifetimeSeconds ? { id, token, name, isCompany, at: issuedAt } : null
  }
  const startSession = (res: ServerResponse, token: string): WebSession => {
    const session = { id: randomBytesFromPool(18).toString('base64url'), token, name: '', isCompany: false }
    writeCookie(res, session)
    return session
  }
  return {
    read: readStored,
    has: (req) => cookieOf(req, cookieName) !== null,
    open(req, res) {
      const storedSession = readStored(req)
      if (!storedSession) return startSession(res, '')
      if (nowSeconds() - storedSession.at > renewAfterSeconds) writeCookie(res, storedSession)
      return storedSession
    },
    replace: startSession,
    keepUser(res, session, { name, isCompany }) {
      const keptSession = { ...session, name: truncate(name, maxNameLength), isCompany }
      if (keptSession.name !== session.name || isCompany !== session.isCompany) writeCookie(res, keptSession)
      return keptSession
    },
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

interface Cookie {
  name: string
  value: string
  seconds: number
  secure: boolean
}

/** Sets an HttpOnly cookie on the response, replacing one with the same name. */
export function setCookie(res: ServerResponse, { name, value, seconds, secure }: Cookie): void {
  const cookie = `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`
  const others = [res.getHeader('set-cookie') ?? []].flat().map(String)
  res.setHeader('set-cookie', [...others.filter((existing) => !existing.startsWith(`${name}=`)), cookie])
}

export function cookieOf(req: IncomingMessage, name: string): string | null {
  const header = req.headers.cookie
  if (!header || header.length > 4 * maxCookieLength) return null
  for (const part of header.split(';')) {
    const separator = part.indexOf('=')
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim()
  }
  return null
}
