import { createHash } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf, nairaOf } from '../../../shared/money.ts'
import { nameFor } from '../people.ts'
import { endingOf, isServed, meterRecord } from '../vending/beneficiaries.ts'
import type { Desk, Purchase } from '../vending/desk.ts'
import { answerText, spoil } from '../wire.ts'
import { type Refusal, refused, requeryAnswer, vendAnswer } from './answers.ts'
import { kindOf, naira, type Seller, sellerOf, sellers, theirs } from './catalogue.ts'

/** Their credential here. */
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

/** Their API, below `/buypower/v2`. Source: the opening of their document, and public integrations. */
export function buypowerApi(desk: Desk): Router {
  const { state, ground } = desk
  const api = Router()

  /** Every answer is signed: the SHA-512 hash of its text and the caller's key. */
  const say = (res: Response, status: number, body: unknown) => {
    const text = JSON.stringify(body)
    const key = desk.strikes('badly_signed') ? 'another key' : apiKey
    res.set('x-buypower-signature', createHash('sha512').update(text).update(key).digest('hex'))
    return answerText(ground, res, status, text)
  }
  const refuse = (res: Response, status: number, message: string) =>
    say(res, status, refused(status, message))

  api.use((req, res, next) =>
    req.get('authorization') === `Bearer ${apiKey}` ? next() : refuse(res, 401, 'Unauthorized'),
  )
  api.use(express.json())

  api.get('/discos/status', (_req, res) =>
    say(res, 200, Object.fromEntries(sellers.map(({ disco }) => [disco, true]))),
  )

  api.get('/tariff', (req, res) => {
    if (desk.strikes('catalogue_down')) return spoil(ground, res, 'error_500', null)
    const seller = sellerOf(String(req.query.provider), String(req.query.vertical))
    if (!seller) return refuse(res, 400, 'Provider is not supported')
    return say(res, 200, { status: true, message: 'Successful', responseCode: 200, data: seller.tariff })
  })

  api.get('/wallet/balance', (_req, res) => say(res, 200, { balance: nairaOf(BigInt(state.floatKobo)) }))

  api.get('/check/meter', (req, res) => {
    const asked = Check.safeParse(req.query)
    const seller = asked.success ? sellerOf(asked.data.disco, asked.data.vertical) : null
    if (!asked.success || !seller) return refuse(res, 400, 'Provider is not supported')
    if (desk.strikes('verify_down')) return refuse(res, 503, 'Service unavailable, please try again later')
    const { meter, vendType } = asked.data
    const kind = kindOf(seller, vendType)
    if (!isServed(kind, meter) && !theirs[meter]?.kinds.includes(kind))
      return refuse(res, 400, 'Invalid meter number')
    const name = nameFor(desk.strikes('other_name') ? `${meter} other` : meter).toUpperCase()
    return say(res, 200, customerOf(seller, meter, vendType, name))
  })

  api.post('/vend', async (req, res) => {
    const asked = Vend.safeParse(req.body)
    if (!asked.success) return refuse(res, 400, `${asked.error.issues[0]?.path.join('.')} is invalid`)
    if (state.vend(asked.data.orderId)) return refuse(res, 409, 'Duplicate order id')
    const seller = sellerOf(asked.data.disco, asked.data.vertical)
    const plan = seller?.tariff.find(({ code }) => code === asked.data.tariffClass)
    const kobo = koboOf(asked.data.amount)
    if (!seller || kobo === null || (seller.tariff.length > 0 && !plan))
      return refuse(res, 400, 'Provider, amount or tariff class is not supported')
    const purchase = purchaseOf(asked.data, Number(kobo))
    const refusal = refusalOf(seller, purchase, plan?.price)
    if (refusal) {
      const { http, body } = vendAnswer(desk.refuse(purchase, refusal), seller)
      return say(res, http, body)
    }
    const kind = kindOf(seller, asked.data.vendType)
    const { vend, wire, answer } = desk.serve(purchase, endingOf(kind, purchase.billersCode, theirs))
    const said = vend && vendAnswer(vend, seller, answer === 'tokenless')
    await desk.works()
    return wire || !said ? spoil(ground, res, wire ?? 'cut', said?.body) : say(res, said.http, said.body)
  })

  function refusalOf(seller: Seller, { amountKobo }: Purchase, price?: number): Refusal | null {
    if (price !== undefined && amountKobo !== Math.round(price * 100)) return 'wrong_amount'
    if (amountKobo < naira.min[seller.vertical] * 100) return 'below_minimum'
    if (amountKobo > naira.max * 100) return 'above_maximum'
    return amountKobo > state.floatKobo ? 'float_empty' : null
  }

  api.get('/transaction/:orderId', (req, res) => {
    if (desk.strikes('requery_500')) return spoil(ground, res, 'error_500', null)
    if (desk.strikes('requery_timeout')) return spoil(ground, res, 'silence', null)
    const vend = state.vend(req.params.orderId)
    const seller = vend && sellerOf(vend.serviceID, vend.vertical ?? '')
    if (vend && state.hides(vend)) state.record({ kind: 'asked', requestId: vend.requestId })
    else if (vend && seller) {
      const { http, body } = requeryAnswer(vend, seller)
      return say(res, http, body)
    }
    return refuse(res, 404, 'Transaction not found')
  })

  return api
}

const purchaseOf = (asked: z.infer<typeof Vend>, amountKobo: number): Purchase => ({
  requestId: asked.orderId,
  serviceID: asked.disco,
  vertical: asked.vertical,
  variation: asked.vertical === 'ELECTRICITY' ? asked.vendType : (asked.tariffClass ?? ''),
  billersCode: asked.meter,
  phone: asked.phone,
  amountKobo,
})

/** Their flat answer of a lookup. */
function customerOf(seller: Seller, meter: string, vendType: string, name: string) {
  if (seller.vertical !== 'ELECTRICITY') return { error: false, responseCode: 100, name, address: '' }
  const record = meterRecord(meter, seller.city)
  return {
    error: false,
    discoCode: seller.disco,
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
