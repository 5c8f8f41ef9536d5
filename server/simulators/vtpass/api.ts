import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf, nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import {
  isAcceptedByVendors,
  type MeterRecord,
  meterRecord,
  purchaseResultOf,
} from '../vending/beneficiaries.ts'
import type { Purchase, VendingSimulator } from '../vending/simulator.ts'
import type { Vend } from '../vending/state.ts'
import { sendJson, sendWireFault } from '../wire.ts'
import {
  categories,
  kindOf,
  type ServiceOnSale,
  sandboxBeneficiaries,
  serviceOf,
  services,
} from './catalogue.ts'
import { isRequestId } from './request-id.ts'
import { codeBody, vendResponse } from './responses.ts'

/** The simulator's credentials. */
const keys = { api: 'simulated-api-key', public: 'PK_simulated', secret: 'SK_simulated' }
/** Legacy authentication, still documented: the merchant's e-mail address and password. */
const basic = `Basic ${Buffer.from('merchant@sanwo.example:simulated-password').toString('base64')}`

const words = z.union([z.string(), z.number()]).transform(String)
const Lookup = z.object({ billersCode: words, serviceID: z.string(), type: z.string().optional() })
const Pay = z.object({
  request_id: z.string(),
  serviceID: z.string(),
  billersCode: words.optional(),
  variation_code: z.string().optional(),
  amount: words.optional(),
  phone: words.optional(),
  subscription_type: z.string().optional(),
  quantity: z.coerce.number().int().optional(),
})
const Requery = z.object({ request_id: z.string() })

/** VTpass's API, below `/vtpass/api`. Source: its public documentation. */
export function vtpassApi(
  simulator: VendingSimulator,
  onVend: (vend: Vend, fault: string | null) => void,
): Router {
  const { state, context } = simulator
  const api = Router()
  const respond = (res: Response, body: unknown) => sendJson(context, res, 200, body)
  const isRecorded = () => context.settings.shapes === 'recorded'

  api.use((req, res, next) => {
    const paired =
      req.method === 'GET' ? req.get('public-key') === keys.public : req.get('secret-key') === keys.secret
    if (paired && req.get('api-key') === keys.api) return next()
    if (req.get('authorization') === basic) return next()
    return respond(res, codeBody('087'))
  })
  api.use(express.json())

  api.get('/service-categories', (_req, res) =>
    respond(res, { response_description: '000', content: categories }),
  )

  api.get('/services', (req, res) =>
    respond(res, {
      response_description: '000',
      content: services
        .filter(({ category }) => category === req.query.identifier)
        .map(({ serviceID, name, minNaira, maxNaira, variations }) => ({
          serviceID,
          name,
          minimium_amount: String(minNaira),
          maximum_amount: String(maxNaira),
          convinience_fee: '0 %',
          product_type: variations.some(({ hasFixedPrice }) => hasFixedPrice) ? 'fix' : 'flexible',
          image: '',
        })),
    }),
  )

  api.get('/service-variations', (req, res) => {
    if (simulator.consume('catalogue_down')) return sendWireFault(context, res, 'error_500', null)
    const service = serviceOf(String(req.query.serviceID))
    if (!service)
      return respond(res, { response_description: '012', content: { errors: 'PRODUCT DOES NOT EXIST' } })
    const varations = service.variations.map(({ code, name, priceNaira, hasFixedPrice }) => ({
      variation_code: code,
      name,
      variation_amount: priceNaira,
      fixedPrice: hasFixedPrice ? 'Yes' : 'No',
    }))
    const content = {
      ServiceName: service.name,
      serviceID: service.serviceID,
      convinience_fee: '0 %',
      varations,
    }
    return respond(res, { response_description: '000', content })
  })

  api.get('/balance', (_req, res) =>
    respond(res, { code: 1, contents: { balance: nairaOf(BigInt(state.floatKobo)) } }),
  )

  api.post('/merchant-verify', (req, res) => {
    const request = Lookup.safeParse(req.body)
    if (!request.success) return respond(res, codeBody('011'))
    const service = serviceOf(request.data.serviceID)
    if (!service) return respond(res, codeBody('012'))
    if (simulator.consume('verify_down')) return respond(res, codeBody('030'))
    const { billersCode, type = '' } = request.data
    return respond(res, { code: '000', content: lookupContent(simulator, service, billersCode, type) })
  })

  api.post('/pay', async (req, res) => {
    const request = Pay.safeParse(req.body)
    if (!request.success) return respond(res, codeBody('011'))
    const requestId = request.data.request_id
    if (!isRequestId(requestId)) return respond(res, codeBody('085', requestId))
    if (state.vend(requestId)) return respond(res, codeBody('014', requestId))
    const purchaseResult = parsePurchase(request.data)
    if ('code' in purchaseResult) return respond(res, codeBody(purchaseResult.code, requestId))
    const rejectionCode = rejectionCodeOf(purchaseResult)
    if (rejectionCode)
      return respond(res, vendResponse(simulator.reject(purchaseResult.purchase, rejectionCode)))
    return sendVend(res, purchaseResult)
  })

  /** Serves a purchase and sends its response, or the transport fault of its scenario. */
  async function sendVend(res: Response, { service, purchase }: ParsedPurchase) {
    const kind = kindOf(service, purchase.variation)
    const {
      vend,
      wireFault,
      responseFault: responseVariant,
      fault,
    } = simulator.serve(purchase, purchaseResultOf(kind, purchase.billersCode, sandboxBeneficiaries))
    if (vend) onVend(vend, fault)
    const body = responseBodyOf(vend, responseVariant)
    await simulator.waitForProcessing()
    return wireFault ? sendWireFault(context, res, wireFault, body) : respond(res, body)
  }

  function responseBodyOf(
    vend: Vend | null | undefined,
    variant: ReturnType<typeof simulator.serve>['responseFault'],
  ) {
    if (variant === 'unexpected') return { unexpected: true }
    if (variant === 'support_review') return codeBody('044', vend?.requestId)
    return vend && vendResponse(vend, { omitsToken: variant === 'tokenless', isRecorded: isRecorded() })
  }

  function rejectionCodeOf({ service, purchase }: ParsedPurchase): string | null {
    const { billersCode, amountKobo, quantity = 1 } = purchase
    if (quantity < 1) return '031'
    if (quantity > service.maxQuantity) return '032'
    if (amountKobo < service.minNaira * 100) return '013'
    if (amountKobo > service.maxNaira * 100) return '017'
    if (amountKobo > state.floatKobo) return '018'
    const { duplicateWindowSeconds } = context.settings
    return state.hasVendedWithin(service.serviceID, billersCode, duplicateWindowSeconds) ? '019' : null
  }

  api.post('/requery', (req, res) => {
    const request = Requery.safeParse(req.body)
    if (!request.success) return respond(res, codeBody('011'))
    if (simulator.consume('requery_500')) return sendWireFault(context, res, 'error_500', null)
    if (simulator.consume('requery_timeout')) return sendWireFault(context, res, 'silence', null)
    if (simulator.consume('requery_rejected')) return respond(res, codeBody('087'))
    const requestId = request.data.request_id
    const vend = state.vend(requestId)
    if (!vend) return respond(res, codeBody('015', requestId))
    if (state.isHidden(vend)) {
      state.record({ kind: 'requeried', requestId })
      return respond(res, codeBody('015', requestId))
    }
    return respond(res, vendResponse(vend, { isRequery: true, isRecorded: isRecorded() }))
  })

  return api
}

interface ParsedPurchase {
  service: ServiceOnSale
  purchase: Purchase
}

/** A fixed-price plan ignores the submitted amount, like VTpass. */
function parsePurchase(request: z.infer<typeof Pay>): ParsedPurchase | { code: string } {
  const service = serviceOf(request.serviceID)
  if (!service) return { code: '012' }
  const variation = service.variations.find(({ code }) => code === request.variation_code)
  if (service.variations.length > 0 && !variation) return { code: '010' }
  const billersCode = beneficiaryOf(service, request)
  if (!billersCode) return { code: '011' }
  const quantity = service.category === 'education' ? (request.quantity ?? 1) : 1
  const kobo = koboOf(variation?.hasFixedPrice ? variation.priceNaira : (request.amount ?? ''))
  if (kobo === null) return { code: '011' }
  const purchase = {
    requestId: request.request_id,
    serviceID: service.serviceID,
    variation: request.variation_code ?? '',
    billersCode,
    phone: request.phone ?? billersCode,
    quantity,
    amountKobo: Number(kobo) * quantity,
  }
  return { service, purchase }
}

/** The number that is served; null when a field that the product requires is missing. */
function beneficiaryOf(service: ServiceOnSale, request: z.infer<typeof Pay>): string | null {
  const { serviceID } = service
  if (serviceID !== 'showmax' && !request.phone) return null
  if (requiresSubscriptionType.has(serviceID) && request.subscription_type !== 'change') return null
  const number = byPhone(service) ? request.phone : request.billersCode
  return number || null
}

/** Products whose beneficiary is the phone number. */
const byPhone = ({ category, serviceID }: ServiceOnSale) =>
  category === 'airtime' || serviceID.startsWith('waec')

/** Networks that require a subscription type; renewals are not simulated. */
const requiresSubscriptionType = new Set(['dstv', 'gotv'])

const rates = { amount: null, rate: '1.50', rate_type: 'percent', computation_type: 'default' }

/** `content` of a lookup; an unknown number is an error inside a success response. */
function lookupContent(simulator: VendingSimulator, service: ServiceOnSale, number: string, type: string) {
  const unknown = {
    error: `This number is not correct or is not a valid ${service.name} customer. Please check and try again`,
  }
  const isKnown = isAcceptedByVendors(kindOf(service, type), number)
  const name = simulator.nameOf(number)
  if (service.category === 'electricity-bill')
    return isKnown
      ? meterContent({ ...meterRecord(number, service.city), name }, service.minNaira, number, type)
      : { ...unknown, WrongBillersCode: true }
  if (!isVerified(service) || !isKnown) return unknown
  switch (service.serviceID) {
    case 'jamb':
      return { Customer_Name: name, commission_details: rates }
    case 'startimes':
      return { Customer_Name: name, Balance: 0, Smartcard_Number: number, WrongBillersCode: false }
    default:
      return {
        Customer_Name: name,
        Status: 'ACTIVE',
        Due_Date: service.serviceID === 'gotv' ? '06-FEB-27' : '2027-02-06T00:00:00',
        Customer_Number: digitsFrom(`${number} customer`, 9),
        Customer_Type: service.serviceID.toUpperCase(),
        commission_details: rates,
      }
  }
}

/** Whether a product supports lookups; airtime, data, WAEC and Showmax do not. */
const isVerified = ({ category, serviceID }: ServiceOnSale) =>
  serviceID === 'jamb' || (category === 'tv-subscription' && serviceID !== 'showmax')

const meterContent = (meter: MeterRecord, minNaira: number, number: string, type: string) => ({
  Customer_Name: meter.name,
  Address: meter.address,
  Meter_Number: number,
  Customer_Arrears: meter.arrearsKobo === 0 ? '0' : nairaText(BigInt(meter.arrearsKobo)),
  Minimum_Amount: '',
  Min_Purchase_Amount: minNaira,
  Can_Vend: 'yes',
  Business_Unit: '',
  Customer_Account_Type: 'NMD',
  Meter_Type: type.toUpperCase(),
  Service_Band: meter.band,
  Tariff: meter.tariff,
  KCT1: meter.needsKeyChange ? 'YES' : '',
  KCT2: meter.needsKeyChange ? 'YES' : '',
  WrongBillersCode: false,
  commission_details: rates,
})
