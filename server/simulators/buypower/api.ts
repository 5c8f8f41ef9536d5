import { createHash } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf, nairaOf } from '../../../shared/money.ts'
import {
  type BeneficiaryKind,
  isAcceptedByVendors,
  meterRecord,
  purchaseResultOf,
} from '../vending/beneficiaries.ts'
import type { Purchase, VendingSimulator } from '../vending/simulator.ts'
import { sendText, sendWireFault } from '../wire.ts'
import {
  type BuypowerProduct,
  kindOf,
  naira,
  productOf,
  products,
  sandboxBeneficiaries,
} from './catalogue.ts'
import { errorBody, type RejectionReason, requeryResponse, vendResponse } from './responses.ts'

/** The simulator's credential. */
const apiKey = 'simulated-buypower-key'

const number = z.union([z.string().min(1), z.number()]).transform(String)
const Check = z.object({ meter: number, disco: z.string(), vendType: z.string(), vertical: z.string() })
const Vend = z.object({
  orderId: z.string().min(1).max(64),
  meter: number,
  disco: z.string(),
  vertical: z.string(),
  vendType: z.enum(['PREPAID', 'POSTPAID']),
  paymentType: z.enum(['B2B', 'ONLINE', 'USSD']),
  amount: number,
  phone: z.string().regex(/^0\d{10}$/),
  tariffClass: z.string().optional(),
})

/** BuyPower's API, below `/buypower/v2`. Source: the opening of its documentation, and public integrations. */
export function buypowerApi(simulator: VendingSimulator): Router {
  const { state, context } = simulator
  const api = Router()

  /** Every response is signed: the SHA-512 hash of its text and the caller's key. */
  const respond = (res: Response, status: number, body: unknown) => {
    const text = JSON.stringify(body)
    const key = simulator.consume('badly_signed') ? 'another key' : apiKey
    res.set('x-buypower-signature', createHash('sha512').update(text).update(key).digest('hex'))
    return sendText(context, res, status, text)
  }
  const reject = (res: Response, status: number, message: string) =>
    respond(res, status, errorBody(status, message))

  api.use((req, res, next) =>
    req.get('authorization') === `Bearer ${apiKey}` ? next() : reject(res, 401, 'Unauthorized'),
  )
  api.use(express.json())

  api.get('/discos/status', (_req, res) =>
    respond(res, 200, Object.fromEntries(products.map(({ disco }) => [disco, true]))),
  )

  api.get('/tariff', (req, res) => {
    if (simulator.consume('catalogue_down')) return sendWireFault(context, res, 'error_500', null)
    const product = productOf(String(req.query.provider), String(req.query.vertical))
    if (!product) return reject(res, 400, 'Provider is not supported')
    return respond(res, 200, { status: true, message: 'Successful', responseCode: 200, data: product.tariff })
  })

  api.get('/wallet/balance', (_req, res) => respond(res, 200, { balance: nairaOf(BigInt(state.floatKobo)) }))

  api.get('/check/meter', (req, res) => {
    const request = Check.safeParse(req.query)
    const product = request.success ? productOf(request.data.disco, request.data.vertical) : null
    if (!request.success || !product) return reject(res, 400, 'Provider is not supported')
    if (simulator.consume('verify_down'))
      return reject(res, 503, 'Service unavailable, please try again later')
    const { meter, vendType } = request.data
    const kind = kindOf(product, vendType)
    if (!isAcceptedByVendors(kind, meter) && !sandboxBeneficiaries[meter]?.kinds.includes(kind))
      return reject(res, 400, 'Invalid meter number')
    const name = simulator.nameOf(meter)
    return respond(res, 200, customerOf(product, meter, vendType, name))
  })

  api.post('/vend', async (req, res) => {
    const request = Vend.safeParse(req.body)
    if (!request.success) return reject(res, 400, `${request.error.issues[0]?.path.join('.')} is invalid`)
    if (state.vend(request.data.orderId)) return reject(res, 409, 'Duplicate order id')
    const product = productOf(request.data.disco, request.data.vertical)
    const plan = product?.tariff.find(({ code }) => code === request.data.tariffClass)
    const kobo = koboOf(request.data.amount)
    if (!product || kobo === null || (product.tariff.length > 0 && !plan))
      return reject(res, 400, 'Provider, amount or tariff class is not supported')
    const purchase = purchaseOf(request.data, Number(kobo))
    const rejection = rejectionOf(product, purchase, plan?.price)
    if (rejection) {
      const { httpStatus, body } = vendResponse(simulator.reject(purchase, rejection), product)
      return respond(res, httpStatus, body)
    }
    return sendVend(res, product, kindOf(product, request.data.vendType), purchase)
  })

  /** Serves a purchase and sends its response, or the transport fault of its scenario. */
  async function sendVend(
    res: Response,
    product: BuypowerProduct,
    kind: BeneficiaryKind,
    purchase: Purchase,
  ) {
    const {
      vend,
      wireFault,
      responseFault: responseVariant,
    } = simulator.serve(purchase, purchaseResultOf(kind, purchase.billersCode, sandboxBeneficiaries))
    const response = vend && vendResponse(vend, product, responseVariant === 'tokenless')
    await simulator.waitForProcessing()
    return wireFault || !response
      ? sendWireFault(context, res, wireFault ?? 'cut', response?.body)
      : respond(res, response.httpStatus, response.body)
  }

  function rejectionOf(
    product: BuypowerProduct,
    { amountKobo }: Purchase,
    price?: number,
  ): RejectionReason | null {
    if (price !== undefined && amountKobo !== Math.round(price * 100)) return 'wrong_amount'
    if (amountKobo < naira.min[product.vertical] * 100) return 'below_minimum'
    if (amountKobo > naira.max * 100) return 'above_maximum'
    return amountKobo > state.floatKobo ? 'float_empty' : null
  }

  /** Sends the response of an injected fault of a requery. @returns false without one */
  function sendRequeryFault(res: Response): boolean {
    if (simulator.consume('requery_500')) void sendWireFault(context, res, 'error_500', null)
    else if (simulator.consume('requery_timeout')) void sendWireFault(context, res, 'silence', null)
    else if (simulator.consume('requery_rejected')) reject(res, 401, 'Unauthorized')
    else return false
    return true
  }

  api.get('/transaction/:orderId', (req, res) => {
    if (sendRequeryFault(res)) return undefined
    const vend = state.vend(req.params.orderId)
    const product = vend && productOf(vend.serviceID, vend.vertical ?? '')
    if (vend && state.isHidden(vend)) state.record({ kind: 'requeried', requestId: vend.requestId })
    else if (vend && product) {
      const { httpStatus, body } = requeryResponse(vend, product)
      return respond(res, httpStatus, body)
    }
    return reject(res, 404, 'Transaction not found')
  })

  return api
}

const purchaseOf = (request: z.infer<typeof Vend>, amountKobo: number): Purchase => ({
  requestId: request.orderId,
  serviceID: request.disco,
  vertical: request.vertical,
  variation: request.vertical === 'ELECTRICITY' ? request.vendType : (request.tariffClass ?? ''),
  billersCode: request.meter,
  phone: request.phone,
  amountKobo,
})

/** BuyPower's flat lookup response. */
function customerOf(product: BuypowerProduct, meter: string, vendType: string, name: string) {
  if (product.vertical !== 'ELECTRICITY') return { error: false, responseCode: 100, name, address: '' }
  const record = meterRecord(meter, product.city)
  return {
    error: false,
    discoCode: product.disco,
    vendType,
    meterNo: meter,
    minVendAmount: naira.min.ELECTRICITY,
    maxVendAmount: naira.max,
    responseCode: 100,
    outstanding: nairaOf(BigInt(record.arrearsKobo)),
    debtRepayment: 0,
    name,
    address: record.address,
    tariff: record.tariff,
    tariffClass: `Band ${record.band}`,
  }
}
