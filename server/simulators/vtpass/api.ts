import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf, nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom, nameFor } from '../people.ts'
import { endingOf, isServed, type MeterRecord, meterRecord } from '../vending/beneficiaries.ts'
import type { Desk, Purchase } from '../vending/desk.ts'
import type { Vend } from '../vending/state.ts'
import { answer, spoil } from '../wire.ts'
import { coded, vendAnswer } from './answers.ts'
import { categories, kindOf, type ServiceOnSale, serviceOf, services, theirs } from './catalogue.ts'
import { isRequestId } from './request-id.ts'

/** Their credentials here. */
const keys = { api: 'simulated-api-key', public: 'PK_simulated', secret: 'SK_simulated' }

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

/** Their API, below `/vtpass/api`. Source: their public documentation. */
export function vtpassApi(desk: Desk, told: (vend: Vend, fault: string | null) => void): Router {
  const { state, ground } = desk
  const api = Router()
  const say = (res: Response, body: unknown) => answer(ground, res, 200, body)

  api.use((req, res, next) => {
    const paired =
      req.method === 'GET' ? req.get('public-key') === keys.public : req.get('secret-key') === keys.secret
    if (paired && req.get('api-key') === keys.api) return next()
    return say(res, coded('087'))
  })
  api.use(express.json())

  api.get('/service-categories', (_req, res) =>
    say(res, { response_description: '000', content: categories }),
  )

  api.get('/services', (req, res) =>
    say(res, {
      response_description: '000',
      content: services
        .filter(({ category }) => category === req.query.identifier)
        .map(({ serviceID, name, minNaira, maxNaira, variations }) => ({
          serviceID,
          name,
          minimium_amount: String(minNaira),
          maximum_amount: String(maxNaira),
          convinience_fee: '0 %',
          product_type: variations.some(({ fixed }) => fixed) ? 'fix' : 'flexible',
          image: '',
        })),
    }),
  )

  api.get('/service-variations', (req, res) => {
    if (desk.strikes('catalogue_down')) return spoil(ground, res, 'error_500', null)
    const service = serviceOf(String(req.query.serviceID))
    if (!service)
      return say(res, { response_description: '012', content: { errors: 'PRODUCT DOES NOT EXIST' } })
    const varations = service.variations.map(({ code, name, priceNaira, fixed }) => ({
      variation_code: code,
      name,
      variation_amount: priceNaira,
      fixedPrice: fixed ? 'Yes' : 'No',
    }))
    const content = {
      ServiceName: service.name,
      serviceID: service.serviceID,
      convinience_fee: '0 %',
      varations,
    }
    return say(res, { response_description: '000', content })
  })

  api.get('/balance', (_req, res) =>
    say(res, { code: 1, contents: { balance: nairaOf(BigInt(state.floatKobo)) } }),
  )

  api.post('/merchant-verify', (req, res) => {
    const asked = Lookup.safeParse(req.body)
    if (!asked.success) return say(res, coded('011'))
    const service = serviceOf(asked.data.serviceID)
    if (!service) return say(res, coded('012'))
    if (desk.strikes('verify_down')) return say(res, coded('030'))
    const { billersCode, type = '' } = asked.data
    return say(res, { code: '000', content: lookedUp(desk, service, billersCode, type) })
  })

  api.post('/pay', async (req, res) => {
    const asked = Pay.safeParse(req.body)
    if (!asked.success) return say(res, coded('011'))
    const requestId = asked.data.request_id
    if (!isRequestId(requestId)) return say(res, coded('085', requestId))
    if (state.vend(requestId)) return say(res, coded('014', requestId))
    const read = readPurchase(asked.data)
    if ('code' in read) return say(res, coded(read.code, requestId))
    const refusal = refusalOf(read)
    if (refusal) return say(res, vendAnswer(desk.refuse(read.purchase, refusal)))
    const { service, purchase } = read
    const kind = kindOf(service, purchase.variation)
    const {
      vend,
      wire,
      answer: how,
      fault,
    } = desk.serve(purchase, endingOf(kind, purchase.billersCode, theirs))
    if (vend) told(vend, fault)
    const body =
      how === 'unexpected'
        ? { unexpected: true }
        : vend && vendAnswer(vend, { tokenless: how === 'tokenless' })
    await desk.works()
    return wire ? spoil(ground, res, wire, body) : say(res, body)
  })

  function refusalOf({ service, purchase }: Read): string | null {
    const { billersCode, amountKobo, quantity = 1 } = purchase
    if (quantity < 1) return '031'
    if (quantity > service.maxQuantity) return '032'
    if (amountKobo < service.minNaira * 100) return '013'
    if (amountKobo > service.maxNaira * 100) return '017'
    if (amountKobo > state.floatKobo) return '018'
    const { duplicateWindowSeconds } = ground.settings
    return state.servedWithin(service.serviceID, billersCode, duplicateWindowSeconds) ? '019' : null
  }

  api.post('/requery', (req, res) => {
    const asked = Requery.safeParse(req.body)
    if (!asked.success) return say(res, coded('011'))
    if (desk.strikes('requery_500')) return spoil(ground, res, 'error_500', null)
    if (desk.strikes('requery_timeout')) return spoil(ground, res, 'silence', null)
    const requestId = asked.data.request_id
    const vend = state.vend(requestId)
    if (!vend) return say(res, coded('015', requestId))
    if (state.hides(vend)) {
      state.record({ kind: 'asked', requestId })
      return say(res, coded('015', requestId))
    }
    return say(res, vendAnswer(vend, { requery: true }))
  })

  return api
}

interface Read {
  service: ServiceOnSale
  purchase: Purchase
}

/** The amount of a fixed plan is the plan's price; what was sent is ignored, as in life. */
function readPurchase(asked: z.infer<typeof Pay>): Read | { code: string } {
  const service = serviceOf(asked.serviceID)
  if (!service) return { code: '012' }
  const variation = service.variations.find(({ code }) => code === asked.variation_code)
  if (service.variations.length > 0 && !variation) return { code: '010' }
  const billersCode = byPhone(service) ? asked.phone : asked.billersCode
  const needsPhone = service.serviceID !== 'showmax'
  const tellsHow = !renews.has(service.serviceID) || asked.subscription_type === 'change'
  if (!billersCode || (needsPhone && !asked.phone) || !tellsHow) return { code: '011' }
  const quantity = service.category === 'education' ? (asked.quantity ?? 1) : 1
  const kobo = koboOf(variation?.fixed ? variation.priceNaira : (asked.amount ?? ''))
  if (kobo === null) return { code: '011' }
  const purchase = {
    requestId: asked.request_id,
    serviceID: service.serviceID,
    variation: asked.variation_code ?? '',
    billersCode,
    phone: asked.phone ?? billersCode,
    quantity,
    amountKobo: Number(kobo) * quantity,
  }
  return { service, purchase }
}

/** Bought for the phone that is sent, and for nothing else. */
const byPhone = ({ category, serviceID }: ServiceOnSale) =>
  category === 'airtime' || serviceID.startsWith('waec')

/** These must be told whether a bouquet is renewed or changed; a renewal is not sold here. */
const renews = new Set(['dstv', 'gotv'])

const rates = { amount: null, rate: '1.50', rate_type: 'percent', computation_type: 'default' }

/** Their `content` of a lookup; a number they do not know comes back as an error inside a success. */
function lookedUp(desk: Desk, service: ServiceOnSale, number: string, type: string) {
  const unknown = {
    error: `This number is not correct or is not a valid ${service.name} customer. Please check and try again`,
  }
  const known = isServed(kindOf(service, type), number)
  const name = nameFor(desk.strikes('other_name') ? `${number} other` : number).toUpperCase()
  if (service.category === 'electricity-bill')
    return known
      ? meterContent({ ...meterRecord(number, service.city), name }, service.minNaira, number, type)
      : { ...unknown, WrongBillersCode: true }
  if (!isVerified(service) || !known) return unknown
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

/** Who can be asked about by number; airtime, data, WAEC and Showmax cannot. */
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
  KCT1: meter.keyChange ? 'YES' : '',
  KCT2: meter.keyChange ? 'YES' : '',
  WrongBillersCode: false,
  commission_details: rates,
})
