import { getDataNetworks, getDataOrder, getDataQuote, processData, quoteData } from '../../shared/data.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { type Route, route } from '../http/index.ts'
import {
  canView,
  createOrderEndpoints,
  currentNetworks,
  type Order,
  type OrderProcessor,
  type ServiceDeps,
} from '../purchase/index.ts'
import { prepareDataOrder } from './prepare-order.ts'
import { dataInfo, dataNetworkOf, dataOrderOf } from './presenter.ts'
import { dataServerTexts } from './texts.ts'

/**
 * True for either value of the order: its view token, or the phone that got the plan. Source: ruling D-004
 */
const isOfOrder = (order: Order, value: string): boolean =>
  canView(order, value) || normalisePhone(value) === order.beneficiary

/** Routes of mobile data. */
export function dataRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[] {
  const orders = createOrderEndpoints(deps, orderProcessor, 'data', {
    deliveredMessage: dataServerTexts.delivered,
    unpaidIsNotFound: true,
  })
  return [
    route(getDataNetworks, async () => ({
      data: (await currentNetworks(deps, 'data')).networks.map(dataNetworkOf),
    })),

    route(quoteData, async (context) => ({
      data: dataInfo(await prepareDataOrder(deps, context.body, context)),
    })),

    route(getDataQuote, async ({ params, ...caller }) => ({
      data: dataInfo(await orders.findQuoted(params.reference, caller)),
    })),

    route(processData, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, caller.accessToken, caller)
      return { ...result, data: { reference: order.reference, ref: order.access_token } }
    }),

    route(getDataOrder, async ({ params, ...caller }) => {
      const { order, hasFullAccess, paidWith } = await orders.findDelivered(
        params.serviceId,
        params.deviceId,
        caller,
        isOfOrder,
      )
      return { data: dataOrderOf(order, hasFullAccess, paidWith) }
    }),
  ]
}
