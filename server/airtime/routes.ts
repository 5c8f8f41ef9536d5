import {
  getAirtimeNetworks,
  getAirtimeOrder,
  getAirtimeQuote,
  processAirtime,
  quoteAirtime,
} from '../../shared/airtime.ts'
import { networkOf } from '../catalogue/index.ts'
import { type Route, route } from '../http/index.ts'
import {
  createOrderEndpoints,
  currentNetworks,
  type OrderProcessor,
  type ServiceDeps,
} from '../purchase/index.ts'
import { prepareAirtimeOrder } from './prepare-order.ts'
import { airtimeInfo, airtimeOrderOf } from './presenter.ts'
import { airtimeServerTexts } from './texts.ts'

/** Routes of airtime. */
export function airtimeRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[] {
  const orders = createOrderEndpoints(deps, orderProcessor, 'airtime', {
    deliveredMessage: airtimeServerTexts.delivered,
    unpaidIsNotFound: true,
  })
  return [
    route(getAirtimeNetworks, async () => {
      const { networks } = await currentNetworks(deps, 'airtime')
      return { data: networks.map(({ code }) => networkOf('airtime', code)) }
    }),

    route(quoteAirtime, async (context) => ({
      data: airtimeInfo(await prepareAirtimeOrder(deps, context.body, context)),
    })),

    route(getAirtimeQuote, async ({ params, ...caller }) => ({
      data: airtimeInfo(await orders.findQuoted(params.reference, caller)),
    })),

    route(processAirtime, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, caller.accessToken, caller)
      return { ...result, data: { reference: order.reference, ref: order.access_token } }
    }),

    route(getAirtimeOrder, async ({ params, ...caller }) => {
      // Only the owner sees the order: it has the access token and the e-mail.
      const { order, paidWith } = await orders.findDelivered(
        params.serviceId,
        caller.accessToken,
        caller,
        () => false,
      )
      return { data: airtimeOrderOf(order, paidWith) }
    }),
  ]
}
