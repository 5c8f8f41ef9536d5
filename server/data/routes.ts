import { dataNetworks, dataOrder, getDataCustomer, getDeviceInfo, processData } from '../../shared/data.ts'
import { normalisePhone } from '../../shared/phone.ts'
import { type Route, route } from '../http/index.ts'
import {
  type Engine,
  mayView,
  networksNow,
  type Order,
  type ServiceParts,
  served,
} from '../purchase/index.ts'
import { lookUpDevice } from './lookup.ts'
import { dataInfo, dataNetworkOf, dataOrderOf } from './show.ts'

/** Either value of the order: its second value, or the line that got the plan. Source: decision D-004 */
const isOfOrder = (order: Order, value: string): boolean =>
  mayView(order, value) || normalisePhone(value) === order.beneficiary

/** The data calls. */
export function dataRoutes(parts: ServiceParts, engine: Engine): Route[] {
  const orders = served(parts, engine, 'data', { ready: 'Your data plan is on.', unpaidIsUnknown: true })
  return [
    route(dataNetworks, async () => ({
      data: (await networksNow(parts, 'data')).networks.map(dataNetworkOf),
    })),

    route(getDeviceInfo, async (asked) => ({ data: dataInfo(await lookUpDevice(parts, asked.body, asked)) })),

    route(getDataCustomer, async ({ params, ...caller }) => ({
      data: dataInfo(await orders.quoted(params.reference, caller)),
    })),

    route(processData, async ({ body, ...caller }) => {
      const { order, told } = await orders.process(body.serviceId, body.accessToken, caller)
      return { ...told, data: { reference: order.reference, ref: order.access_token } }
    }),

    route(dataOrder, async ({ params, ...caller }) => {
      const { order, opens } = await orders.delivered(params.serviceId, params.deviceId, caller, isOfOrder)
      return { data: dataOrderOf(order, opens) }
    }),
  ]
}
