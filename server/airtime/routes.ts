import {
  airtimeNetworks,
  airtimeOrder,
  createAirtime,
  getAirtimeCustomer,
  processAirtime,
} from '../../shared/airtime.ts'
import { networkOf } from '../catalogue/index.ts'
import { type Route, route } from '../http/index.ts'
import { type Engine, networksNow, type ServiceParts, served } from '../purchase/index.ts'
import { recordAirtime } from './record.ts'
import { airtimeInfo, airtimeOrderOf } from './show.ts'

/** The airtime calls. */
export function airtimeRoutes(parts: ServiceParts, engine: Engine): Route[] {
  const orders = served(parts, engine, 'airtime', { ready: 'Your airtime was sent.', unpaidIsUnknown: true })
  return [
    route(airtimeNetworks, async () => {
      const { networks } = await networksNow(parts, 'airtime')
      return { data: networks.map(({ code }) => networkOf('airtime', code)) }
    }),

    route(createAirtime, async (asked) => ({
      data: airtimeInfo(await recordAirtime(parts, asked.body, asked)),
    })),

    route(getAirtimeCustomer, async ({ params, ...caller }) => ({
      data: airtimeInfo(await orders.quoted(params.reference, caller)),
    })),

    route(processAirtime, async ({ body, ...caller }) => {
      const { order, told } = await orders.process(body.serviceId, body.accessToken, caller)
      return { ...told, data: { reference: order.reference, ref: order.access_token } }
    }),

    route(airtimeOrder, async ({ params, query, ...caller }) => {
      const { order } = await orders.delivered(params.serviceId, query.p_ref, caller)
      return { data: airtimeOrderOf(order) }
    }),
  ]
}
