import { type ManagementCall, mayCall } from '../../shared/management/call-scopes.ts'
import type { ManagementPage } from '../pages.ts'

/** Whether the page shows what leads to a call. The API checks the scopes again. */
export const isVisible = (scopes: ManagementPage['scopes'], call: ManagementCall): boolean =>
  scopes === undefined || mayCall(scopes, call)
