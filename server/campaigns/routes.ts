import * as endpoints from '../../shared/management/messages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { type Route, route } from '../http/index.ts'
import { campaignControlRoutes } from './control-routes.ts'
import type { CampaignRoutesDeps } from './deps.ts'
import { campaignPreviewRoutes } from './preview-routes.ts'
import { campaignProgress, latestCampaigns } from './progress.ts'
import { campaignSendRoutes } from './send-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { templateRoutes } from './template-routes.ts'

/** Routes for templates and campaigns, for managers only, and for unsubscribing. */
export function campaignRoutes(deps: CampaignRoutesDeps): Route[] {
  const { db } = deps
  return [
    ...templateRoutes(deps),
    ...campaignSendRoutes(deps),
    route(endpoints.getMessages, async ({ query }) => ({ data: await latestCampaigns(db, query.channel) })),
    // Before /messages/{id}, which also matches paths such as /messages/preview and answers their POST with 405.
    ...campaignPreviewRoutes(deps),
    ...campaignControlRoutes(deps),
    route(endpoints.getMessageProgress, async ({ params, actor, requestId }) => {
      const progress = await campaignProgress(db, params.id, await deps.settings.get('message_pin_above'))
      await recordAuditEvent(db.q, { actor, action: 'message.read', subject: params.id, requestId })
      return { data: progress }
    }),
    ...subscriptionRoutes(deps),
  ]
}
