import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'

const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`)))
const PushEndpoint = z.string().check(z.minLength(1), z.maxLength(1_000))

/** The key with which a browser subscribes. */
export const getPushKey = defineEndpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/push/key',
  audience: 'anyone',
  summary: 'Public key for push subscriptions',
  data: z.object({
    /** VAPID key, base64url; null while push notifications are off. */
    public_key: z.nullable(z.string()),
  }),
})

/** Repeating it moves the subscription to the caller. Source: RFC 8291 for the keys */
export const subscribeToPush = defineEndpoint({
  name: 'subscribeToPush',
  method: 'POST',
  path: '/push/subscribe',
  audience: 'anyone',
  summary: 'Sends notifications about the orders of this session to a browser',
  body: z.object({ endpoint: PushEndpoint, p256dh: base64url(87), auth: base64url(22) }),
  data: z.object({}),
  errors: ['INVALID', 'NOT_ALLOWED', 'UNAVAILABLE', 'TOO_MANY'],
})

/** Its endpoint is known to the browser alone, and proves the right to end it. */
export const unsubscribeFromPush = defineEndpoint({
  name: 'unsubscribeFromPush',
  method: 'POST',
  path: '/push/unsubscribe',
  audience: 'anyone',
  summary: 'Stops notifications to a browser',
  body: z.object({ endpoint: PushEndpoint }),
  data: z.object({}),
  errors: ['INVALID'],
})
