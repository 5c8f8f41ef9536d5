import {
  getEducationOrder,
  getEducationQuote,
  getEducationTypes,
  processEducation,
  quoteJamb,
  quoteWaec,
} from '../../shared/education.ts'
import { type Route, route } from '../http/index.ts'
import {
  createOrderEndpoints,
  currentNetworks,
  type Order,
  type OrderProcessor,
  type ServiceDeps,
} from '../purchase/index.ts'
import { educationTypeOf, examChargeKobo, isExamSold, listCurrentVariations } from './exams.ts'
import { prepareJambOrder, prepareWaecOrder } from './prepare-order.ts'
import { educationInfo, educationOrderOf } from './presenter.ts'
import { educationServerTexts } from './texts.ts'

/** Routes of exam PINs. */
export function educationRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[] {
  const { settings } = deps
  const orders = createOrderEndpoints(deps, orderProcessor, 'education', {
    deliveredMessage: educationServerTexts.delivered,
  })
  const infoOf = async (order: Order) =>
    educationInfo(order, await listCurrentVariations(deps, order.vendor, order.code))
  return [
    route(getEducationTypes, async () => {
      const { networks } = await currentNetworks(deps, 'education')
      const isOnSale = await Promise.all(networks.map(({ code }) => isExamSold(settings, code)))
      const maxQuantity = await settings.get('education_quantity_limit')
      const typesOnSale = networks
        .filter((_, index) => isOnSale[index])
        .map(async (network) => {
          const chargeKobo = await examChargeKobo(settings, network.code)
          return educationTypeOf(network, { maxQuantity, chargeKobo })
        })
      return { data: await Promise.all(typesOnSale) }
    }),

    route(quoteWaec, async (context) => ({
      data: await infoOf(await prepareWaecOrder(deps, context.body, context)),
    })),

    route(quoteJamb, async (context) => ({
      data: await infoOf(await prepareJambOrder(deps, context.body, context)),
    })),

    route(getEducationQuote, async ({ params, ...caller }) => ({
      data: await infoOf(await orders.findQuoted(params.reference, caller)),
    })),

    // Without the request id, or with the reference in its place, only the owner of the order opens it.
    route(processEducation, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, body.requestId, caller)
      return { ...result, data: { reference: order.reference, request_id: order.access_token } }
    }),

    route(getEducationOrder, async ({ params, ...caller }) => {
      const { order, delivery, hasFullAccess, paidWith } = await orders.findDelivered(
        params.serviceId,
        params.requestId,
        caller,
      )
      return { data: educationOrderOf(order, delivery, hasFullAccess, paidWith) }
    }),
  ]
}
