import {
  getAirtimeNetworks,
  getAirtimeOrder,
  getAirtimeQuote,
  processAirtime,
  quoteAirtime,
} from '../../shared/airtime.ts'
import { networkOf } from '../catalogue/index.ts'
import { type Route, route } from '../http/index.ts'
import { createOrderEndpoints, currentNetworks, type Engine, type ServiceDeps } from '../purchase/index.ts'
import { orderAirtime } from './record.ts'
import { airtimeInfo, airtimeOrderOf } from './show.ts'
import { airtimeServerTexts } from './texts.ts'

/** Routes of airtime. */
export function airtimeRoutes(deps: ServiceDeps, engine: Engine): Route[] {
  const orders = createOrderEndpoints(deps, engine, 'airtime', {
    deliveredMessage: airtimeServerTexts.delivered,
    unpaidIsNotFound: true,
  })
  return [
    route(getAirtimeNetworks, async () => {
      const { networks } = await currentNetworks(deps, 'airtime')
      return { data: networks.map(({ code }) => networkOf('airtime', code)) }
    }),

    route(quoteAirtime, async (call) => ({
      data: airtimeInfo(await orderAirtime(deps, call.body, call)),
    })),

    route(getAirtimeQuote, async ({ params, ...caller }) => ({
      data: airtimeInfo(await orders.findQuoted(params.reference, caller)),
    })),

    route(processAirtime, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, caller.orderToken, caller)
      return { ...result, data: { reference: order.reference, ref: order.access_token } }
    }),

    route(getAirtimeOrder, async ({ params, ...caller }) => {
      const { order } = await orders.delivered(params.serviceId, caller.orderToken, caller)
      return { data: airtimeOrderOf(order) }
    }),
  ]
}
