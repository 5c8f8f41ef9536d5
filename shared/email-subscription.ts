import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'

const token = z.string().check(z.minLength(1), z.maxLength(600))
const Subscription = z.object({ subscribed: z.boolean() })

/** Whether the e-mail address of an unsubscribe link gets campaigns. The token of the link is the proof. */
export const getEmailSubscription = defineEndpoint({
  name: 'getEmailSubscription',
  method: 'POST',
  path: '/email-subscription/state',
  audience: 'anyone',
  summary: 'Returns whether an address receives e-mail campaigns, by the token of an unsubscribe link',
  body: z.object({ token }),
  data: Subscription,
  errors: ['NOT_FOUND'],
})

export const updateEmailSubscription = defineEndpoint({
  name: 'updateEmailSubscription',
  method: 'POST',
  path: '/email-subscription',
  audience: 'anyone',
  summary: 'Unsubscribes an address from e-mail campaigns, or subscribes it again',
  body: z.object({ token, subscribed: z.boolean() }),
  data: Subscription,
  errors: ['NOT_FOUND'],
})
