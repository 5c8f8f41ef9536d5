import metadata from 'libphonenumber-js/max/metadata'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import {
  allDiscos,
  type Disco,
  discoCompanies,
  getMeterCustomer,
  getMeterInfo,
  powerHistory,
  powerOrder,
  powerProviders,
  powerReceipt,
  processPower,
} from '../../shared/power.ts'
import { OrderReference } from '../../shared/references.ts'
import { discoOf, listDiscos } from '../catalogue/index.ts'
import { Refused, type Route, route } from '../http/index.ts'
import {
  deliveryOf,
  type Engine,
  isOwner,
  type Order,
  orderByReference,
  type ServiceParts,
  served,
} from '../purchase/index.ts'
import { buyerOf, powerReceipt as printReceipt } from '../receipts/index.ts'
import { pastPurchases } from './history.ts'
import { lookUpMeter } from './lookup.ts'
import { recordedByReference, recordedOrder } from './records.ts'
import { meterInfo, powerOrderOf } from './show.ts'

/** The electricity calls. */
export function powerRoutes(parts: ServiceParts, engine: Engine): Route[] {
  const { db, limits, brandName } = parts
  const orders = served(parts, engine, 'power', { ready: 'Your electricity is ready.' })
  const everyDisco = async () => ({ data: await listDiscos(db) })
  return [
    route(powerProviders, everyDisco),
    route(allDiscos, everyDisco),
    route(discoCompanies, async ({ query }) => ({ data: await listDiscos(db, query.meter_type) })),

    route(getMeterInfo, async (asked) => {
      const order = await lookUpMeter(parts, asked.body, asked)
      return { data: meterInfo(order, await discoFor(order)) }
    }),

    route(getMeterCustomer, async ({ params, ...caller }) => {
      const order = await orders.quoted(params.reference, caller)
      return { data: meterInfo(order, await discoFor(order)) }
    }),

    route(processPower, async ({ body, ...caller }) => {
      const { order, told } = await orders.process(body.serviceId, body.accessToken, caller)
      return { ...told, data: { reference: order.reference, access_token: order.access_token } }
    }),

    route(powerOrder, async ({ params, ...caller }) => {
      const recorded = await recordedByReference(db, params.serviceId)
      if (recorded?.view_token === params.accessToken)
        return { data: recordedOrder(recorded, await discoNamed(recorded.disco)) }
      const { order, delivery, opens } = await orders.delivered(params.serviceId, params.accessToken, caller)
      return { data: powerOrderOf(order, delivery, await discoFor(order), opens) }
    }),

    route(powerReceipt, async ({ params, ...caller }) => {
      const order = OrderReference.safeParse(params.reference).success
        ? await powerByReference(params.reference)
        : undefined
      if (!order || !isOwner(order, caller)) await limits.check('receipt_client', caller.client)
      const recorded = await recordedByReference(db, params.reference)
      if (recorded) {
        const paper = recordedOrder(recorded, await discoNamed(recorded.disco))
        const pdf = await printReceipt(paper, { brandName, buyer: await buyerOf(db, recorded.user_id) })
        return receiptFile(pdf, recorded.meter_number, recorded.reference)
      }
      const delivery = order && (await deliveryOf(db.q, order.id))
      if (!order || !delivery) {
        await limits.fail('receipt_client', caller.client)
        throw new Refused('NOT_FOUND')
      }
      const shown = powerOrderOf(order, delivery, await discoFor(order), true)
      const file = await printReceipt(shown, { brandName, buyer: await buyerOf(db, order.user_id) })
      return receiptFile(file, order.beneficiary, order.reference)
    }),

    route(powerHistory, async ({ body, client }) => {
      if (!isNigerianPhone(body.phone_number, metadata)) return { data: [] }
      await limits.check('history_client', client)
      await limits.check('history_number', body.meter_number)
      const records = await pastPurchases(db, body.meter_number, normalisePhone(body.phone_number))
      if (records.length === 0) {
        await limits.fail('history_client', client)
        await limits.fail('history_number', body.meter_number)
      }
      return { data: records, message: records.length === 0 ? 'No transaction records.' : '' }
    }),
  ]

  async function powerByReference(reference: string): Promise<Order | undefined> {
    const order = await orderByReference(db.q, reference)
    return order?.service === 'power' ? order : undefined
  }

  function discoFor(order: Order): Promise<Disco> {
    return discoNamed(order.code)
  }

  async function discoNamed(code: string): Promise<Disco> {
    const disco = await discoOf(db, code)
    if (!disco) throw new Error(`No electricity company ${code}`)
    return disco
  }
}

const receiptFile = (file: Buffer, number: string, reference: string) => ({
  file,
  type: 'application/pdf',
  name: `${number}-${reference}-receipt.pdf`,
})
