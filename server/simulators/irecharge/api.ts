import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { koboOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import {
  type BeneficiaryKind,
  isAcceptedByVendors,
  meterRecord,
  purchaseResultOf,
} from '../vending/beneficiaries.ts'
import type { Purchase, VendingSimulator } from '../vending/simulator.ts'
import { sendText, sendWireFault } from '../wire.ts'
import {
  companies,
  dataBundles,
  maximumNaira,
  minimumNaira,
  mobileNetworks,
  sandboxBeneficiaries,
  tvBundles,
} from './catalogue.ts'
import type { Lookups } from './lookups.ts'
import { keys, refOf, responseHash, statusBody, statuses, statusResponse, vendResponse } from './responses.ts'

type Query = Record<string, string>
/** A purchase parsed from its query; an iRecharge status when invalid. */
type ParsedPurchase = { purchase: Purchase; kind: BeneficiaryKind } | { status: string }

/** iRecharge's API, below `/irecharge/v2`: GET only, the result is in `status`. Source: public clients. */
export function irechargeApi(simulator: VendingSimulator, lookups: Lookups): Router {
  const { state, context } = simulator
  const api = Router()

  /** JSON after a byte-order mark, always HTTP 200. */
  const respond = (res: Response, body: unknown) =>
    sendText(context, res, 200, `\uFEFF${JSON.stringify(body)}`)
  const reject = (res: Response, status: string) => respond(res, statusBody(status))

  // Lists require no vendor code.
  api.use((req, res, next) =>
    req.query.vendor_code === keys.vendor || openLists.has(req.path)
      ? next()
      : reject(res, statuses.wrong_request),
  )
  /** A route that requires a valid hash of its fields, in order. */
  const signedRoute = (
    path: string,
    fields: readonly string[],
    handler: (query: Query, res: Response) => unknown,
  ) =>
    api.get(`/${path}.php`, (req, res) => {
      const query = queryOf(req)
      return isSigned(query, fields) ? handler(query, res) : reject(res, statuses.wrong_hash)
    })

  const addListRoute = (path: string, name: string, bundles: Readonly<Record<string, readonly object[]>>) =>
    api.get(`/${path}.php`, (req, res) => {
      if (simulator.consume('catalogue_down')) return sendWireFault(context, res, 'error_500', null)
      const bundleList = bundles[String(req.query[name])]
      if (!bundleList) return reject(res, statuses.wrong_request)
      // A list with one item is returned as a single object.
      return respond(res, {
        ...statusBody(statuses.done),
        bundles: bundleList.length === 1 ? bundleList[0] : bundleList,
      })
    })
  addListRoute('get_data_bundles', 'data_network', dataBundles)
  addListRoute('get_tv_bouquet', 'tv_network', tvBundles)

  api.get('/get_electric_disco.php', (_req, res) => {
    const bundles = companies.map(({ code, kind, city }, i) => ({
      id: String(i + 1),
      code,
      description: `${city} ${kind}`,
      minimum_value: String(minimumNaira.power),
      maximum_value: String(maximumNaira),
    }))
    return respond(res, { ...statusBody(statuses.done), bundles })
  })

  api.get('/get_wallet_balance.php', (_req, res) =>
    respond(res, {
      status: statuses.done,
      wallet_balance: nairaText(simulator.consume('wallet_empty') ? 0n : BigInt(state.floatKobo)),
    }),
  )

  signedRoute('get_meter_info', ['reference_id', 'meter', 'disco'], (query, res) => {
    const company = companies.find(({ code }) => code === query.disco)
    if (!company) return reject(res, statuses.wrong_request)
    if (simulator.consume('verify_down')) return sendWireFault(context, res, 'error_500', null)
    const meter = query.meter ?? ''
    if (!isKnown(company.kind, meter)) return reject(res, statuses.wrong_customer)
    const { address } = meterRecord(meter, company.city)
    const name = simulator.nameOf(meter)
    return respond(res, {
      ...issueToken(powerTarget(query), name),
      customer: { name, address, util: company.code, minimumAmount: String(minimumNaira.power) },
    })
  })

  const cardFields = ['reference_id', 'tv_network', 'smartcard_number', 'service_code']
  signedRoute('get_smartcard_info', cardFields, (query, res) => {
    if (!bouquetOf(query)) return reject(res, statuses.wrong_request)
    if (simulator.consume('verify_down')) return sendWireFault(context, res, 'error_500', null)
    const card = query.smartcard_number ?? ''
    if (!isKnown('smartcard', card)) return reject(res, statuses.wrong_customer)
    const name = simulator.nameOf(card)
    const customer_number = digitsFrom(`${card} customer`, 9)
    return respond(res, { ...issueToken(tvTarget(query), name), customer: name, customer_number })
  })

  function issueToken(subject: string, name: string) {
    const accessToken = String(randomInt(10_000_000_000_000, 99_999_999_999_999))
    lookups.issue({ accessToken, about: subject })
    const response_hash = responseHash(`${name}|${accessToken}`)
    return { ...statusBody(statuses.done), access_token: accessToken, response_hash }
  }

  function isNewRequest({ requestId, requeryKey }: Purchase): boolean {
    const isUsed = state.vend(requestId) ?? (requeryKey && state.vendByRequeryKey(requeryKey))
    return /^\d{12}$/.test(requestId) && !isUsed
  }

  const vends = (path: string, fields: readonly string[], parsePurchase: (query: Query) => ParsedPurchase) =>
    signedRoute(path, fields, async (query, res) => {
      const request = parsePurchase(query)
      if ('status' in request) return reject(res, request.status)
      const { purchase, kind } = request
      if (!isNewRequest(purchase)) return reject(res, statuses.used)
      if (purchase.amountKobo > state.floatKobo)
        return reject(res, simulator.reject(purchase, statuses.float_empty).code)
      return sendVend(res, kind, purchase)
    })

  /** Serves a purchase and sends its response, or the transport fault of its scenario. */
  async function sendVend(res: Response, kind: BeneficiaryKind, purchase: Purchase) {
    const {
      vend,
      wireFault,
      responseFault: responseVariant,
    } = simulator.serve(purchase, purchaseResultOf(kind, purchase.billersCode, sandboxBeneficiaries))
    const body = vend && vendResponse(vend, state.floatKobo, responseVariant === 'tokenless')
    await simulator.waitForProcessing()
    return wireFault || !body ? sendWireFault(context, res, wireFault ?? 'cut', body) : respond(res, body)
  }

  vends('vend_power', ['reference_id', 'meter', 'disco', 'amount', 'access_token'], (query) => {
    const company = companies.find(({ code }) => code === query.disco)
    if (!company || !lookups.isFor(query.access_token ?? '', powerTarget(query)) || !hasContact(query))
      return { status: statuses.wrong_request }
    const item = { vertical: 'power', serviceID: company.code, variation: company.kind, to: query.meter }
    return purchaseOf(query, item, query.amount, minimumNaira.power, company.kind)
  })

  const tvFields = ['reference_id', 'smartcard_number', 'tv_network', 'service_code', 'access_token']
  vends('vend_tv', tvFields, (query) => {
    const price = query.tv_network === starTimes ? query.startimes_amount : bouquetOf(query)?.price
    if (!price || !lookups.isFor(query.access_token ?? '', tvTarget(query)) || !hasContact(query))
      return { status: statuses.wrong_request }
    const to = query.smartcard_number
    const item = { vertical: 'tv', serviceID: query.tv_network, variation: query.service_code, to }
    return purchaseOf(query, item, price, 1, 'smartcard')
  })

  vends('vend_airtime', ['reference_id', 'vtu_number', 'vtu_network', 'vtu_amount'], (query) => {
    if (!mobileNetworks.includes(query.vtu_network ?? '') || !query.vtu_email)
      return { status: statuses.wrong_request }
    const item = { vertical: 'airtime', serviceID: query.vtu_network, variation: '', to: query.vtu_number }
    return purchaseOf(query, item, query.vtu_amount, minimumNaira.airtime, 'phone')
  })

  vends('vend_data', ['reference_id', 'vtu_number', 'vtu_network', 'vtu_data'], (query) => {
    const plan = dataBundles[query.vtu_network ?? '']?.find(({ code }) => code === query.vtu_data)
    if (!plan || !query.vtu_email) return { status: statuses.wrong_request }
    const item = {
      vertical: 'data',
      serviceID: query.vtu_network,
      variation: plan.code,
      to: query.vtu_number,
    }
    return purchaseOf(query, item, plan.price, 1, 'phone')
  })

  signedRoute('vend_status', ['access_token'], (query, res) => {
    if (simulator.consume('requery_500')) return sendWireFault(context, res, 'error_500', null)
    if (simulator.consume('requery_timeout')) return sendWireFault(context, res, 'silence', null)
    const vend = state.vendByRequeryKey(query.access_token ?? '')
    if (!vend || vend.vertical !== query.type) return reject(res, statuses.wrong_request)
    if (!state.isHidden(vend)) return respond(res, statusResponse(vend))
    state.record({ kind: 'requeried', requestId: vend.requestId })
    return reject(res, statuses.wrong_request)
  })

  return api
}

const openLists = new Set(['/get_electric_disco.php', '/get_data_bundles.php', '/get_tv_bouquet.php'])

/** StarTimes sells amounts under one code. */
const starTimes = 'StarTimes'

const isKnown = (kind: BeneficiaryKind, number: string) =>
  isAcceptedByVendors(kind, number) || sandboxBeneficiaries[number]?.kinds.includes(kind) === true
const hasContact = ({ phone, email }: Query) => /^0\d{10}$/.test(phone ?? '') && !!email

const powerTarget = ({ meter, disco }: Query) => `${meter} ${disco}`
const tvTarget = ({ smartcard_number, tv_network, service_code }: Query) =>
  `${smartcard_number} ${tv_network} ${service_code}`

function bouquetOf({ tv_network = '', service_code, tv_amount, startimes_amount }: Query) {
  const bundleList = tvBundles[tv_network]
  if (tv_network !== starTimes) return bundleList?.find(({ code }) => code === service_code)
  const amount = koboOf(tv_amount ?? startimes_amount ?? '')
  return service_code === starTimes ? bundleList?.find(({ price }) => koboOf(price) === amount) : undefined
}

interface PurchasedItem {
  readonly vertical: string
  readonly serviceID: string | undefined
  readonly variation: string | undefined
  readonly to: string | undefined
}

/** @param naira between `minimum` and the maximum */
function purchaseOf(
  query: Query,
  item: PurchasedItem,
  naira: string | undefined,
  minimum: number,
  kind: BeneficiaryKind,
): ParsedPurchase {
  const kobo = koboOf(naira ?? '')
  const isWithinLimits = kobo !== null && kobo >= BigInt(minimum * 100) && kobo <= BigInt(maximumNaira * 100)
  if (!isWithinLimits || !item.serviceID || !item.to) return { status: statuses.wrong_request }
  const purchase = {
    requestId: query.reference_id ?? '',
    vertical: item.vertical,
    serviceID: item.serviceID,
    variation: item.variation ?? '',
    billersCode: item.to,
    phone: query.phone ?? item.to,
    amountKobo: Number(kobo),
  }
  // Airtime and data are requeried by the reference of the purchase response.
  const requeryKey = query.access_token ?? refOf(purchase.requestId)
  return { purchase: { ...purchase, requeryKey }, kind }
}

function queryOf(req: Request): Query {
  const pairs = Object.entries(req.query).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return Object.fromEntries(pairs)
}

function isSigned(query: Query, fields: readonly string[]): boolean {
  const message = [keys.vendor, ...fields.map((name) => query[name] ?? ''), keys.public].join('|')
  const expectedSignature = Buffer.from(createHmac('sha1', keys.private).update(message).digest('hex'))
  const signature = Buffer.from(query.hash ?? '')
  return signature.length === expectedSignature.length && timingSafeEqual(signature, expectedSignature)
}
