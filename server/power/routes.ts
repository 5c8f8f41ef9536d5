import metadata from 'libphonenumber-js/max/metadata'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import {
  type Disco,
  getDiscoCompanies,
  getDiscos,
  getPowerHistory,
  getPowerOrder,
  getPowerProviders,
  getPowerQuote,
  getPowerReceipt,
  processPower,
  quotePower,
} from '../../shared/power.ts'
import { OrderReference } from '../../shared/references.ts'
import { discoOf, listDiscos } from '../catalogue/index.ts'
import { ApiError, ipNetworkOf, type Route, route } from '../http/index.ts'
import {
  canOpen,
  createOrderEndpoints,
  deliveryOf,
  findPaidWith,
  type Order,
  type OrderProcessor,
  orderByReference,
  orderLimitKey,
  type ServiceDeps,
} from '../purchase/index.ts'
import { findBuyer, renderPowerReceipt } from '../receipts/index.ts'
import { hasPurchased, pastPurchases } from './history.ts'
import { preparePowerOrder } from './prepare-order.ts'
import { meterInfo, powerOrderOf } from './presenter.ts'
import { recordedPurchaseByReference, toPowerOrder } from './records.ts'
import { powerServerTexts } from './texts.ts'

/** Routes of electricity. */
export function powerRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[] {
  const { db, limits } = deps
  const orders = createOrderEndpoints(deps, orderProcessor, 'power', {
    deliveredMessage: powerServerTexts.delivered,
  })
  const listAllDiscos = async () => ({ data: await listDiscos(db) })
  return [
    route(getPowerProviders, listAllDiscos),
    route(getDiscos, listAllDiscos),
    route(getDiscoCompanies, async ({ query }) => ({ data: await listDiscos(db, query.meter_type) })),

    route(quotePower, async (context) => {
      const order = await preparePowerOrder(deps, context.body, context)
      return { data: meterInfo(order, await discoFor(order)) }
    }),

    route(getPowerQuote, async ({ params, ...caller }) => {
      const order = await orders.findQuoted(params.reference, caller)
      return { data: meterInfo(order, await discoFor(order)) }
    }),

    route(processPower, async ({ body, ...caller }) => {
      const { order, result } = await orders.process(body.serviceId, body.accessToken, caller)
      return { ...result, data: { reference: order.reference, access_token: order.access_token } }
    }),

    route(getPowerOrder, async ({ params, ...caller }) => {
      const record = await recordedPurchaseByReference(db, params.serviceId)
      if (record?.view_token === params.accessToken)
        return { data: toPowerOrder(record, await discoByCode(record.disco)) }
      const { order, delivery, hasFullAccess, paidWith } = await orders.findDelivered(
        params.serviceId,
        params.accessToken,
        caller,
      )
      return { data: powerOrderOf(order, delivery, await discoFor(order), hasFullAccess, paidWith) }
    }),

    route(getPowerReceipt, async ({ params, ...caller }) => {
      const order = await powerByReference(params.reference)
      // Some references that managers recorded can be guessed; those of our orders cannot.
      const record = order
        ? await recordedPurchaseByReference(db, params.reference)
        : await findRecordWithinLimit(params.reference, caller.ip)
      if (record) {
        await limits.consume('receipt_order', orderLimitKey(record, false))
        const content = toPowerOrder(record, await discoByCode(record.disco))
        const file = await renderPowerReceipt(content, {
          merchant: deps,
          buyer: await findBuyer(db, record.user_id),
        })
        return receiptFile(file, record.meter_number, record.reference)
      }
      const delivery = order && (await deliveryOf(db.q, order.id))
      if (!order || !delivery) throw new ApiError('NOT_FOUND')
      // With the reference only, the receipt shows no more than a history record does.
      const hasFullAccess = canOpen(order, caller, caller.accessToken)
      // The payer of a payment request has the reference, and must not get the token.
      if (order.payment_request_id && !hasFullAccess) {
        await limits.recordFailure('receipt_client', caller.ip)
        throw new ApiError('NOT_FOUND')
      }
      await limits.consume('receipt_order', orderLimitKey(order, hasFullAccess))
      const paidWith = await findPaidWith(db, order, caller)
      const content = powerOrderOf(order, delivery, await discoFor(order), hasFullAccess, paidWith)
      const file = await renderPowerReceipt(content, {
        merchant: deps,
        buyer: await findBuyer(db, order.user_id),
      })
      return receiptFile(file, order.beneficiary, order.reference)
    }),

    route(getPowerHistory, async ({ body, ...caller }) => {
      if (!isNigerianPhone(body.phone_number, metadata)) return { data: [] }
      const meter = body.meter_number
      const phone = normalisePhone(body.phone_number)
      const pair = `${ipNetworkOf(caller.ip)} ${meter}`
      // Wrong guesses by others do not lock a customer who bought for this meter out of its history.
      const isLimited = !(await hasPurchased(db, meter, phone, caller))
      if (isLimited) {
        await limits.check('history_number', meter)
        // Counted as wrong before the phone is compared, so that concurrent attempts cannot exceed the limit.
        await limits.consume('history_pair', pair)
      }
      const records = await pastPurchases(db, meter, phone)
      if (records.length === 0) await limits.recordFailure('history_number', meter)
      else if (isLimited) await limits.restore('history_pair', pair)
      return { data: records, message: records.length === 0 ? powerServerTexts.noHistory() : '' }
    }),
  ]

  /**
   * Counts an attempt as wrong before the record is searched, so that concurrent attempts cannot exceed the limit.
   * @throws ApiError TOO_MANY
   */
  async function findRecordWithinLimit(reference: string, ip: string) {
    await limits.consume('receipt_client', ip)
    const record = await recordedPurchaseByReference(db, reference)
    if (record) await limits.restore('receipt_client', ip)
    return record
  }

  async function powerByReference(reference: string): Promise<Order | undefined> {
    if (!OrderReference.safeParse(reference).success) return undefined
    const order = await orderByReference(db.q, reference)
    return order?.service === 'power' ? order : undefined
  }

  function discoFor(order: Order): Promise<Disco> {
    return discoByCode(order.code)
  }

  async function discoByCode(code: string): Promise<Disco> {
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
