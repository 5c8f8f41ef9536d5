import { type ManagementEndpoint, mayUseEndpoint } from '../../shared/management/endpoint-scopes.ts'
import type { ManagementPage } from '../pages.ts'

/** Whether the page shows what leads to an endpoint. The API checks the scopes again. */
export const isVisible = (scopes: ManagementPage['scopes'], endpoint: ManagementEndpoint): boolean =>
  scopes === undefined || mayUseEndpoint(scopes, endpoint)
