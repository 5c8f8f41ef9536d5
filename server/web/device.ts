import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomBytesFromPool } from './random.ts'
import { cookieOf, setCookie } from './session.ts'

/** Maximum cookie lifetime in browsers. */
const lifeSeconds = 400 * 24 * 3600
const idPattern = /^[\w-]{24}$/

export interface Devices {
  /** The browser's device id, '' before the first sign-in on it. */
  read(req: IncomingMessage): string
  /** The browser's device id, or a new one at its first sign-in. */
  readOrCreate(req: IncomingMessage): string
  /** Stores the id in the browser. */
  store(res: ServerResponse, id: string): void
}

/**
 * Recognises a browser on which a user has signed in, also after sign-out, so that other clients' wrong passwords do
 * not lock the user out. The id is random and grants no access; guests have none.
 */
export function createDevices({ secure }: { secure: boolean }): Devices {
  const name = secure ? '__Host-device' : 'device'
  const readDeviceId = (req: IncomingMessage) => {
    const id = cookieOf(req, name) ?? ''
    return idPattern.test(id) ? id : ''
  }
  return {
    read: readDeviceId,
    readOrCreate: (req) => readDeviceId(req) || randomBytesFromPool(18).toString('base64url'),
    store: (res, id) => setCookie(res, { name, value: id, seconds: lifeSeconds, secure }),
  }
}
