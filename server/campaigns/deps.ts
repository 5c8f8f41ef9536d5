import type { AuthoriseDeps } from './authorise.ts'
import type { CampaignDeps } from './send.ts'

/** Dependencies of the routes for campaigns. */
export interface CampaignRoutesDeps extends CampaignDeps, AuthoriseDeps {
  /** Starts sending; called when recipients are due. */
  readonly triggerCampaigns: () => void
}
