import {
  getConfigHistory,
  getFeesAndLimits,
  getSiteConfigs,
  updateFeesAndLimits,
  updateSiteConfigs,
} from '../../shared/management/configs.ts'
import { assertPin } from '../accounts/index.ts'
import { pendingResult } from '../approvals/index.ts'
import { ApiError, type Route, route } from '../http/index.ts'
import { configTexts } from './config-texts.ts'
import { changeConfigs, currentConfigs } from './configs.ts'
import type { ManagementDeps } from './deps.ts'
import { changeFeesAndLimits, currentFeesAndLimits, settingHistory } from './fees-and-limits.ts'

/** Routes of the settings that managers read and change. */
export function configRoutes(deps: ManagementDeps): Route[] {
  return [
    route(getSiteConfigs, async () => ({ data: await currentConfigs(deps) })),
    route(updateSiteConfigs, async ({ body, actor, requestId, version }) => ({
      message: configTexts.saved(),
      data: await changeConfigs(deps, { actor, requestId }, body, version ?? undefined),
    })),
    route(getFeesAndLimits, async () => ({ data: await currentFeesAndLimits(deps) })),
    route(updateFeesAndLimits, async ({ body, actor, requestId, ...conditions }) => {
      const pin = body.auth_pin
      const changes = { changes: body.changes, version: conditions.version ?? undefined }
      const { isPending, version } = await changeFeesAndLimits(
        deps,
        { actor, requestId },
        changes,
        async () => {
          if (!pin) throw new ApiError('INVALID', { field: 'auth_pin', message: configTexts.pinMissing() })
          await assertPin(deps, actor, pin)
        },
      )
      if (isPending) return pendingResult({ version }, configTexts.pending())
      return { message: configTexts.saved(), data: { version } }
    }),
    route(getConfigHistory, async ({ query }) => ({ data: await settingHistory(deps.db, query.cursor) })),
  ]
}
