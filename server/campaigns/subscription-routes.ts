import * as endpoints from '../../shared/email-subscription.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Route, route } from '../http/index.ts'
import { emailOptOutsOf, optInToEmail, optOutOfEmail } from '../outbox/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { emailOfToken } from './subscription.ts'
import { campaignTexts } from './texts.ts'

interface SubscriptionDeps {
  readonly db: Database
  readonly secrets: Secrets
}

/** Routes of the unsubscribe link. The token is the proof: they need no session. */
export function subscriptionRoutes({ db, secrets }: SubscriptionDeps): Route[] {
  const emailOf = (token: string): string => {
    const email = emailOfToken(secrets, token)
    if (email === null) throw new ApiError('NOT_FOUND')
    return email
  }
  return [
    route(endpoints.getEmailSubscription, async ({ body }) => {
      const email = emailOf(body.token)
      return { data: { subscribed: !(await emailOptOutsOf(db.q, [email])).has(email) } }
    }),
    route(endpoints.updateEmailSubscription, async ({ body: { token, subscribed } }) => {
      const email = emailOf(token)
      await (subscribed ? optInToEmail : optOutOfEmail)(db.q, email)
      const message = subscribed ? campaignTexts.subscribed() : campaignTexts.unsubscribed()
      return { message, data: { subscribed } }
    }),
  ]
}
