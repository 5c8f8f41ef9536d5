import { getPushKey, subscribeToPush, unsubscribeFromPush } from '../../shared/push.ts'
import {
  ApiError,
  type Limits,
  type Route,
  route,
  sessionIdOf,
  sessionTokenFromHeader,
} from '../http/index.ts'
import { isAllowedEndpoint } from './endpoint.ts'
import { type PushDeps, pushSimulator } from './send.ts'
import { deleteSubscription, saveSubscription } from './store.ts'
import { pushServerTexts } from './texts.ts'

/** Push subscriptions of users and guests. */
export function pushRoutes({ db, config, limits }: PushDeps & { readonly limits: Limits }): Route[] {
  return [
    route(getPushKey, async () => ({ data: { public_key: config.push?.publicKey ?? null } })),
    route(subscribeToPush, async ({ body, actor, sessionHash, ip, res }) => {
      if (!config.push) throw new ApiError('UNAVAILABLE')
      if (!isAllowedEndpoint(body.endpoint, pushSimulator(config)))
        throw new ApiError('INVALID', { field: 'endpoint', message: pushServerTexts.endpointRejected() })
      await limits.consume('push_client', ip)
      const sessionToken = sessionTokenFromHeader(res.req.get('authorization'))
      const sessionId = actor ? await sessionIdOf(db.q, sessionToken) : null
      if (!sessionId && !sessionHash) throw new ApiError('NOT_ALLOWED')
      await saveSubscription(db, { userId: actor?.userId ?? null, sessionId, sessionHash }, body)
      return { message: pushServerTexts.subscribed(), data: {} }
    }),
    route(unsubscribeFromPush, async ({ body }) => {
      await deleteSubscription(db, body.endpoint)
      return { message: pushServerTexts.unsubscribed(), data: {} }
    }),
  ]
}
