import {
  getCabletvNetworks,
  getCabletvOrder,
  getCabletvQuote,
  processCabletv,
  quoteCabletv,
} from '../../shared/cabletv.ts'
import { type Route, route } from '../http/index.ts'
import {
  createOrderEndpoints,
  currentNetworks,
  type OrderProcessor,
  type ServiceDeps,
} from '../purchase/index.ts'
import { cabletvNetworkOf } from './networks.ts'
import { cabletvDeliveredMessage } from './order-handler.ts'
import { prepareCabletvOrder } from './prepare-order.ts'
import { cabletvInfo, cabletvOrderOf, cabletvResult } from './presenter.ts'

/** Routes of cable TV. */
export function cabletvRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[] {
  const orders = createOrderEndpoints(deps, orderProcessor, 'cabletv', {
    deliveredMessage: cabletvDeliveredMessage,
    unpaidIsNotFound: true,
  })
  return [
    route(getCabletvNetworks, async () => ({
      data: (await currentNetworks(deps, 'cabletv')).networks.map(cabletvNetworkOf),
    })),

    route(quoteCabletv, async (context) => ({
      data: cabletvInfo(await prepareCabletvOrder(deps, context.body, context)),
    })),

    route(getCabletvQuote, async ({ params, ...caller }) => ({
      data: cabletvInfo(await orders.findQuoted(params.reference, caller)),
    })),

    route(processCabletv, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, caller.accessToken, caller)
      return { ...result, data: cabletvResult(order) }
    }),

    route(getCabletvOrder, async ({ params, ...caller }) => {
      const { order, delivery, hasFullAccess, paidWith } = await orders.findDelivered(
        params.serviceId,
        params.accessToken,
        caller,
      )
      return { data: cabletvOrderOf(order, delivery, hasFullAccess, paidWith) }
    }),
  ]
}
