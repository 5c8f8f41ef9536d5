import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Request, type Response, Router } from 'express'
import type { Provider, SimulatorContext } from '../provider.ts'
import { sendJson, sendWireFault } from '../wire.ts'
import { decryptPush } from './decrypt.ts'

const behaviours = {
  gone: 'Responds to the next notification with 410: the subscription has ended.',
  unavailable: 'Responds to the next notification with 503.',
  timeout: 'Accepts the next notification, but never responds.',
} as const

interface Browser {
  readonly id: string
  readonly privateKey: string
  readonly auth: string
}

/** A push service, and browsers that subscribe to it. Source: RFC 8030, RFC 8291, RFC 8292 */
export function pushProvider(context: SimulatorContext): Provider {
  const faults = context.faults.declare('push', behaviours)
  const browsers = new Map<string, Browser>()
  const messagesBySubscription = new Map<string, unknown[]>()
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)

  const api = Router()
  /** A browser subscribes. */
  api.post('/subscriptions', (_req, res) => {
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url')
    const browser = {
      id: randomUUID(),
      privateKey: keys.getPrivateKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    browsers.set(browser.id, browser)
    context.journal.append('push', browser)
    respond(res, 201, { endpoint: `${context.url()}/push/send/${browser.id}`, p256dh, auth: browser.auth })
  })
  /** Messages that the browser of a subscription received. */
  api.get('/received/:id', (req, res) => respond(res, 200, messagesBySubscription.get(req.params.id) ?? []))

  api.post('/send/:id', async (req, res) => {
    // Express does not read this content encoding.
    const body = await buffer(req)
    const browser = browsers.get(req.params.id)
    if (faults.consume('timeout')) return sendWireFault(context, res, 'silence', null)
    if (faults.consume('unavailable')) return respond(res, 503, {})
    if (faults.consume('gone')) browsers.delete(req.params.id)
    if (!browser) return respond(res, 404, {})
    if (!browsers.has(browser.id)) return respond(res, 410, {})
    const invalid = invalidHeaderOf(req)
    if (invalid) return respond(res, invalid.status, { message: invalid.message })
    addReceived(browser.id, JSON.parse(decryptPush(body, browser)))
    return respond(res, 201, {})
  })

  function addReceived(browserId: string, message: unknown) {
    messagesBySubscription.set(browserId, [...(messagesBySubscription.get(browserId) ?? []), message])
  }

  return {
    name: 'push',
    api,
    replay: (event) => void browsers.set((event as Browser).id, event as Browser),
    reset() {
      browsers.clear()
      messagesBySubscription.clear()
    },
  }
}

/** The first header that a push service would reject; null for none. */
function invalidHeaderOf(req: Request): { status: number; message: string } | null {
  if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]{87}$/.test(req.get('authorization') ?? ''))
    return { status: 401, message: 'The VAPID header is invalid.' }
  if (req.get('content-encoding') !== 'aes128gcm' || !/^\d+$/.test(req.get('ttl') ?? ''))
    return { status: 400, message: 'Content-Encoding or TTL is invalid.' }
  return null
}
