import { serviceWorkerPath } from '../../shared/pages.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '../../shared/push.ts'
import { request } from './api.ts'
import { userPrefix } from './cache.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/** Storage key of the server key that this user or guest subscribed with. */
const choiceName = `${userPrefix}push`

/** Whether this browser can show notifications of web pages, and the user has not refused them. */
export const canReceivePush = (): boolean =>
  'PushManager' in window && 'serviceWorker' in navigator && Notification.permission !== 'denied'

/**
 * Whether notifications are on in this browser, for this user or guest. The server cannot send to a subscription that
 * was made with another key, so that one is replaced. Without a response of the server it counts as usable.
 */
export async function isPushOn(): Promise<boolean> {
  const usedKey = readStored('local', choiceName)
  if (!usedKey || !(await currentSubscription())) return false
  const key = await fetchPushKey().catch(() => usedKey)
  return key === usedKey || (typeof key === 'string' && subscribeWith(key).catch(() => false))
}

/** The key to subscribe with; null while notifications are off at the server. */
export const fetchPushKey = async (): Promise<string | null> =>
  (await request(getPushKey, { quiet: true }))?.data?.public_key ?? null

/** `blocked`: the browser does not ask the user again; the user can only change it in the browser's settings. */
export type PushRequestResult = 'on' | 'dismissed' | 'blocked' | 'unavailable'

/**
 * Asks the user for permission, first of all: browsers allow that only directly after a press. Then subscribes this
 * browser. @throws RequestError, DOMException
 */
export async function turnPushOn(): Promise<PushRequestResult> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const key = await fetchPushKey()
  return key !== null && (await subscribeWith(key)) ? 'on' : 'unavailable'
}

/** Subscribes this browser and stores the subscription at the server. @returns whether the server has stored it */
async function subscribeWith(key: string): Promise<boolean> {
  const { pushManager } = await activeRegistration()
  // Another user's, or one for another key of the server, which the browser does not replace.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  if ((await request(subscribeToPush, { body, quiet: true })) === null) return false
  writeStored('local', choiceName, key)
  return true
}

/** Registers the service worker if that failed earlier. Without an active one, the browser refuses to subscribe. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(serviceWorkerPath, { updateViaCache: 'none' })
  if (!registration.active) await waitUntilActive(registration.waiting ?? registration.installing)
  return registration
}

const waitUntilActive = (worker: ServiceWorker | null) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (!worker || worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker?.addEventListener('statechange', check)
    check()
  })

/**
 * Ends the subscription at the browser's push service and at the server. If the server cannot be reached, it finds out
 * when it next sends.
 */
export async function turnPushOff(): Promise<void> {
  removeStored('local', choiceName)
  const subscription = await currentSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await request(unsubscribeFromPush, { body: { endpoint: subscription.endpoint }, quiet: true }).catch(
    () => undefined,
  )
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}
