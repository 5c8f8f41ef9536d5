import {
  getDisputes,
  getSettlement,
  getSettlements,
  getVendorFloats,
  refreshVendorFloats,
  sendDisputeResponse,
} from '../../shared/management/money.ts'
import { pendingResult } from '../approvals/index.ts'
import { idFromIdempotencyKey, type Route, route } from '../http/index.ts'
import { configuredVendors } from '../vending/index.ts'
import type { OperationsDeps } from './deps.ts'
import { disputeResponseTexts } from './dispute-texts.ts'
import { listDisputes, respondAsManager } from './disputes.ts'
import { fetchVendorBalances, vendorFloats } from './reconciliation/vendor-floats.ts'
import { listSettlements, settlementOf } from './settlements/list-settlements.ts'

/** Routes of the Money page: floats, settlements and disputes. */
export function moneyPageRoutes(deps: OperationsDeps): Route[] {
  return [
    route(getVendorFloats, async () => ({ data: await vendorFloats(deps) })),
    route(refreshVendorFloats, async () => {
      const vendorsWithBalance = await fetchVendorBalances(deps)
      const unread = configuredVendors(deps.vendors).flatMap(({ name }) =>
        vendorsWithBalance.includes(name) ? [] : [name],
      )
      return { data: { floats: await vendorFloats(deps), unread } }
    }),
    route(getSettlements, async ({ query }) => ({
      data: await listSettlements(deps, deps.payments.gateways, query),
    })),
    route(getSettlement, async ({ params }) => ({ data: await settlementOf(deps.db, params.id) })),
    route(getDisputes, async () => ({ data: await listDisputes(deps) })),
    route(sendDisputeResponse, async ({ params, body, file, actor, requestId, idempotencyKey }) => {
      await deps.assertPin(actor, body.auth_pin)
      const responseId = idFromIdempotencyKey('respondToDispute', { actor, idempotencyKey })
      const data = await respondAsManager(deps, { disputeId: params.id, responseId }, body, file, {
        actor,
        requestId,
      })
      return data.state === 'awaiting_approval'
        ? pendingResult(data)
        : { data, message: disputeResponseTexts[data.state]() }
    }),
  ]
}
