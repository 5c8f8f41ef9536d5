import { pushKey, subscribeToPush, unsubscribeFromPush } from '../../shared/push.ts'
import { request } from './api.ts'
import { userPrefix } from './cache.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

const choiceName = `${userPrefix}push`

/** Whether this browser can show notifications of web pages, and the user has not refused them. */
export const canReceivePush = (): boolean =>
  'PushManager' in window && 'serviceWorker' in navigator && Notification.permission !== 'denied'

/** Whether notifications are on in this browser, for this user or guest. */
export const isPushOn = async (): Promise<boolean> =>
  readStored('local', choiceName) === true && (await currentSubscription()) !== null

/** The key to subscribe with; null while notifications are off at the server. */
export const loadPushKey = async (): Promise<string | null> =>
  (await request(pushKey, { quiet: true }))?.data?.public_key ?? null

/** Asks the user for permission and subscribes this browser. @returns false without permission @throws RequestError */
export async function turnPushOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  const envelope = await request(subscribeToPush, { body })
  if (!envelope) return false
  writeStored('local', choiceName, true)
  return true
}

/** Ends the subscription at the browser's push service and here. A server that is not reached learns it when it sends. */
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
