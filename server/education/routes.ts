import {
  educationOrder,
  educationTypes,
  getEducationCustomer,
  processEducation,
  purchaseJambPin,
  registerWaec,
} from '../../shared/education.ts'
import { type Route, route } from '../http/index.ts'
import { type Engine, networksNow, type Order, type ServiceParts, served } from '../purchase/index.ts'
import { educationTypeOf, isSold, variationsNow } from './exams.ts'
import { orderJamb, orderWaec } from './lookup.ts'
import { educationInfo, educationOrderOf } from './show.ts'

/** The education calls. */
export function educationRoutes(parts: ServiceParts, engine: Engine): Route[] {
  const { settings } = parts
  const orders = served(parts, engine, 'education', { ready: 'Your PIN is ready.' })
  const infoOf = async (order: Order) =>
    educationInfo(order, await variationsNow(parts, order.vendor, order.code))
  return [
    route(educationTypes, async () => {
      const { networks } = await networksNow(parts, 'education')
      const on = await Promise.all(networks.map(({ code }) => isSold(settings, code)))
      const most = await settings.get('education_quantity_limit')
      return { data: networks.filter((_, at) => on[at]).map((it) => educationTypeOf(it, most)) }
    }),

    route(registerWaec, async (asked) => ({
      data: await infoOf(await orderWaec(parts, asked.body, asked)),
    })),

    route(purchaseJambPin, async (asked) => ({
      data: await infoOf(await orderJamb(parts, asked.body, asked)),
    })),

    route(getEducationCustomer, async ({ params, ...caller }) => ({
      data: await infoOf(await orders.quoted(params.reference, caller)),
    })),

    // Without its second value, or with the reference in its place, only the session that made the order opens it.
    route(processEducation, async ({ body, ...caller }) => {
      const { order, told } = await orders.process(body.serviceId, body.requestId, caller)
      return { ...told, data: { reference: order.reference, request_id: order.access_token } }
    }),

    route(educationOrder, async ({ params, ...caller }) => {
      const { order, delivery, opens } = await orders.delivered(params.serviceId, params.requestId, caller)
      return { data: educationOrderOf(order, delivery, opens) }
    }),
  ]
}
