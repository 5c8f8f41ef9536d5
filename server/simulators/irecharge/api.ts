import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { koboOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom, nameFor } from '../people.ts'
import { endingOf, isServed, type Kind, meterRecord } from '../vending/beneficiaries.ts'
import type { Desk, Purchase } from '../vending/desk.ts'
import { answerText, spoil } from '../wire.ts'
import { keys, refOf, refused, responseHash, statusAnswer, statuses, vendAnswer } from './answers.ts'
import { companies, dataBundles, lines, maximumNaira, minimumNaira, theirs, tvBundles } from './catalogue.ts'
import type { Lookups } from './lookups.ts'

type Query = Record<string, string>
/** What a purchase is, read from its query; a status of theirs when it cannot be one. */
type Read = { purchase: Purchase; kind: Kind } | { status: string }

/** Their API, below `/irecharge/v2`: GET alone, the answer's `status` counts. Source: public clients. */
export function irechargeApi(desk: Desk, lookups: Lookups): Router {
  const { state, ground } = desk
  const api = Router()

  /** JSON behind a byte-order mark, HTTP 200 whatever happened. */
  const say = (res: Response, body: unknown) => answerText(ground, res, 200, `\uFEFF${JSON.stringify(body)}`)
  const refuse = (res: Response, status: string) => say(res, refused(status))

  api.use((req, res, next) =>
    req.query.vendor_code === keys.vendor ? next() : refuse(res, statuses.wrong_request),
  )
  /** A call whose hash fits its fields, in their order. */
  const signed = (
    path: string,
    fields: readonly string[],
    answers: (query: Query, res: Response) => unknown,
  ) =>
    api.get(`/${path}.php`, (req, res) => {
      const query = queryOf(req)
      return isSigned(query, fields) ? answers(query, res) : refuse(res, statuses.wrong_hash)
    })

  const lists = (path: string, name: string, bundles: Readonly<Record<string, readonly object[]>>) =>
    api.get(`/${path}.php`, (req, res) => {
      if (desk.strikes('catalogue_down')) return spoil(ground, res, 'error_500', null)
      const listed = bundles[String(req.query[name])]
      if (!listed) return refuse(res, statuses.wrong_request)
      // A list of one comes without its brackets.
      return say(res, { ...refused(statuses.done), bundles: listed.length === 1 ? listed[0] : listed })
    })
  lists('get_data_bundles', 'data_network', dataBundles)
  lists('get_tv_bouquet', 'tv_network', tvBundles)

  api.get('/get_wallet_balance.php', (_req, res) =>
    say(res, {
      status: statuses.done,
      wallet_balance: nairaText(desk.strikes('wallet_empty') ? 0n : BigInt(state.floatKobo)),
    }),
  )

  signed('get_meter_info', ['reference_id', 'meter', 'disco'], (query, res) => {
    const company = companies.find(({ code }) => code === query.disco)
    if (!company) return refuse(res, statuses.wrong_request)
    if (desk.strikes('verify_down')) return spoil(ground, res, 'error_500', null)
    const meter = query.meter ?? ''
    if (!isKnown(company.kind, meter)) return refuse(res, statuses.wrong_customer)
    const { address } = meterRecord(meter, company.city)
    const name = nameOf(meter)
    return say(res, {
      ...given(powerAbout(query), name),
      customer: { name, address, util: company.code, minimumAmount: String(minimumNaira.power) },
    })
  })

  const cardFields = ['reference_id', 'tv_network', 'smartcard_number', 'service_code']
  signed('get_smartcard_info', cardFields, (query, res) => {
    if (!bouquetOf(query)) return refuse(res, statuses.wrong_request)
    if (desk.strikes('verify_down')) return spoil(ground, res, 'error_500', null)
    const card = query.smartcard_number ?? ''
    if (!isKnown('smartcard', card)) return refuse(res, statuses.wrong_customer)
    const name = nameOf(card)
    const customer_number = digitsFrom(`${card} customer`, 9)
    return say(res, { ...given(tvAbout(query), name), customer: name, customer_number })
  })

  const nameOf = (number: string) =>
    nameFor(desk.strikes('other_name') ? `${number} other` : number).toUpperCase()

  function given(about: string, name: string) {
    const accessToken = String(randomInt(10_000_000_000_000, 99_999_999_999_999))
    lookups.give({ accessToken, about })
    const response_hash = responseHash(`${name}|${accessToken}`)
    return { ...refused(statuses.done), access_token: accessToken, response_hash }
  }

  const vends = (path: string, fields: readonly string[], read: (query: Query) => Read) =>
    signed(path, fields, async (query, res) => {
      const asked = read(query)
      if ('status' in asked) return refuse(res, asked.status)
      const { purchase, kind } = asked
      const isUsed = state.vend(purchase.requestId) ?? (purchase.handle && state.vendBy(purchase.handle))
      if (!/^\d{12}$/.test(purchase.requestId) || isUsed) return refuse(res, statuses.used)
      if (purchase.amountKobo > state.floatKobo)
        return refuse(res, desk.refuse(purchase, statuses.float_empty).code)
      const { vend, wire, answer } = desk.serve(purchase, endingOf(kind, purchase.billersCode, theirs))
      const body = vend && vendAnswer(vend, state.floatKobo, answer === 'tokenless')
      await desk.works()
      return wire || !body ? spoil(ground, res, wire ?? 'cut', body) : say(res, body)
    })

  vends('vend_power', ['reference_id', 'meter', 'disco', 'amount', 'access_token'], (query) => {
    const company = companies.find(({ code }) => code === query.disco)
    if (!company || !lookups.isFor(query.access_token ?? '', powerAbout(query)) || !isReached(query))
      return { status: statuses.wrong_request }
    const it = { vertical: 'power', serviceID: company.code, variation: company.kind, to: query.meter }
    return purchaseOf(query, it, query.amount, minimumNaira.power, company.kind)
  })

  const tvFields = ['reference_id', 'smartcard_number', 'tv_network', 'service_code', 'access_token']
  vends('vend_tv', tvFields, (query) => {
    const price = query.tv_network === starTimes ? query.startimes_amount : bouquetOf(query)?.price
    if (!price || !lookups.isFor(query.access_token ?? '', tvAbout(query)) || !isReached(query))
      return { status: statuses.wrong_request }
    const to = query.smartcard_number
    const it = { vertical: 'tv', serviceID: query.tv_network, variation: query.service_code, to }
    return purchaseOf(query, it, price, 1, 'smartcard')
  })

  vends('vend_airtime', ['reference_id', 'vtu_number', 'vtu_network', 'vtu_amount'], (query) => {
    if (!lines.includes(query.vtu_network ?? '') || !query.vtu_email)
      return { status: statuses.wrong_request }
    const it = { vertical: 'airtime', serviceID: query.vtu_network, variation: '', to: query.vtu_number }
    return purchaseOf(query, it, query.vtu_amount, minimumNaira.line, 'phone')
  })

  vends('vend_data', ['reference_id', 'vtu_number', 'vtu_network', 'vtu_data'], (query) => {
    const plan = dataBundles[query.vtu_network ?? '']?.find(({ code }) => code === query.vtu_data)
    if (!plan || !query.vtu_email) return { status: statuses.wrong_request }
    const it = { vertical: 'data', serviceID: query.vtu_network, variation: plan.code, to: query.vtu_number }
    return purchaseOf(query, it, plan.price, 1, 'phone')
  })

  signed('vend_status', ['access_token'], (query, res) => {
    if (desk.strikes('requery_500')) return spoil(ground, res, 'error_500', null)
    if (desk.strikes('requery_timeout')) return spoil(ground, res, 'silence', null)
    const vend = state.vendBy(query.access_token ?? '')
    if (!vend || vend.vertical !== query.type) return refuse(res, statuses.wrong_request)
    if (!state.hides(vend)) return say(res, statusAnswer(vend))
    state.record({ kind: 'asked', requestId: vend.requestId })
    return refuse(res, statuses.wrong_request)
  })

  return api
}

/** StarTimes sells amounts, under one code. */
const starTimes = 'StarTimes'

const isKnown = (kind: Kind, number: string) =>
  isServed(kind, number) || theirs[number]?.kinds.includes(kind) === true
const isReached = ({ phone, email }: Query) => /^0\d{10}$/.test(phone ?? '') && !!email

const powerAbout = ({ meter, disco }: Query) => `${meter} ${disco}`
const tvAbout = ({ smartcard_number, tv_network, service_code }: Query) =>
  `${smartcard_number} ${tv_network} ${service_code}`

function bouquetOf({ tv_network = '', service_code, tv_amount, startimes_amount }: Query) {
  const listed = tvBundles[tv_network]
  if (tv_network !== starTimes) return listed?.find(({ code }) => code === service_code)
  const amount = koboOf(tv_amount ?? startimes_amount ?? '')
  return service_code === starTimes ? listed?.find(({ price }) => koboOf(price) === amount) : undefined
}

interface Bought {
  readonly vertical: string
  readonly serviceID: string | undefined
  readonly variation: string | undefined
  readonly to: string | undefined
}

/** @param naira at least `least`, and at most their maximum */
function purchaseOf(query: Query, it: Bought, naira: string | undefined, least: number, kind: Kind): Read {
  const kobo = koboOf(naira ?? '')
  const fits = kobo !== null && kobo >= BigInt(least * 100) && kobo <= BigInt(maximumNaira * 100)
  if (!fits || !it.serviceID || !it.to) return { status: statuses.wrong_request }
  const purchase = {
    requestId: query.reference_id ?? '',
    vertical: it.vertical,
    serviceID: it.serviceID,
    variation: it.variation ?? '',
    billersCode: it.to,
    phone: query.phone ?? it.to,
    amountKobo: Number(kobo),
  }
  // Airtime and data are asked about by the reference that the purchase was answered with.
  const handle = query.access_token ?? refOf(purchase.requestId)
  return { purchase: { ...purchase, handle }, kind }
}

function queryOf(req: Request): Query {
  const pairs = Object.entries(req.query).filter((it): it is [string, string] => typeof it[1] === 'string')
  return Object.fromEntries(pairs)
}

function isSigned(query: Query, fields: readonly string[]): boolean {
  const message = [keys.vendor, ...fields.map((name) => query[name] ?? ''), keys.public].join('|')
  const due = Buffer.from(createHmac('sha1', keys.private).update(message).digest('hex'))
  const given = Buffer.from(query.hash ?? '')
  return given.length === due.length && timingSafeEqual(given, due)
}
