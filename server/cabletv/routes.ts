import {
  cabletvNetworks,
  cabletvOrder,
  getCabletvCustomer,
  getSmartcardInfo,
  processCabletv,
} from '../../shared/cabletv.ts'
import { type Route, route } from '../http/index.ts'
import { type Engine, networksNow, type ServiceParts, served } from '../purchase/index.ts'
import { lookUpSmartcard } from './lookup.ts'
import { cabletvNetworkOf } from './networks.ts'
import { cabletvInfo, cabletvOrderOf, cabletvResult } from './show.ts'

/** The cable TV calls. */
export function cabletvRoutes(parts: ServiceParts, engine: Engine): Route[] {
  const orders = served(parts, engine, 'cabletv', {
    ready: 'Your subscription is paid.',
    unpaidIsUnknown: true,
  })
  return [
    route(cabletvNetworks, async () => ({
      data: (await networksNow(parts, 'cabletv')).networks.map(cabletvNetworkOf),
    })),

    route(getSmartcardInfo, async (asked) => ({
      data: cabletvInfo(await lookUpSmartcard(parts, asked.body, asked)),
    })),

    route(getCabletvCustomer, async ({ params, ...caller }) => ({
      data: cabletvInfo(await orders.quoted(params.reference, caller)),
    })),

    route(processCabletv, async ({ body, ...caller }) => {
      const { order, told } = await orders.process(body.serviceId, body.accessToken, caller)
      return { ...told, data: cabletvResult(order) }
    }),

    route(cabletvOrder, async ({ params, ...caller }) => {
      const { order, delivery, opens } = await orders.delivered(params.serviceId, params.accessToken, caller)
      return { data: cabletvOrderOf(order, delivery, opens) }
    }),
  ]
}
