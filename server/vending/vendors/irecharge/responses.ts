import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type {
  Delivery,
  LookupResult,
  Outcome,
  PriceListEntry,
  PriceListResult,
  VendRequest,
} from '../../vendor.ts'
import { fieldsOf, koboAt, type ResponseFields, textAt, tokensIn, unitsAt } from '../fields.ts'
import { requiresToken, tokensInEntryOrder } from '../tokens.ts'
import { transportFailure } from '../transport-failure.ts'

const successStatus = '00'

/** The response and its `status`, which holds the result at any HTTP status; null when unreadable. */
function responseOf(
  httpResult: HttpResult & { type: 'response' },
): { root: ResponseFields; status: string } | null {
  const root =
    httpResult.status < 500 ? fieldsOf(parseLosslessJson(httpResult.text)) : new Map<string, unknown>()
  const status = root.get('status')
  return typeof status === 'string' || typeof status === 'number' ? { root, status: String(status) } : null
}

/** Messages for a number that does not exist. Other errors can be temporary or our own fault. */
const isWrongNumber = (message: string) =>
  /meter|smart ?card|customer|decoder|iuc|number/i.test(message) &&
  /invalid|not (found|valid|exist)|does not exist|incorrect|wrong|no such|unknown/i.test(message)

/**
 * Parses `get_meter_info.php` and `get_smartcard_info.php`. The access token is the vendor token of the purchase and its
 * only requery key, so a response without it is unusable. Statuses other than `00` are not documented; only the
 * message distinguishes a wrong number from an outage.
 */
export function parseLookup(httpResult: HttpResult): LookupResult {
  if (httpResult.type !== 'response') return { type: 'unavailable', reason: httpResult.reason }
  const response = responseOf(httpResult)
  if (!response) return { type: 'unavailable', reason: 'unreadable' }
  const { root, status } = response
  const message = textAt(root, 'message') ?? ''
  if (status !== successStatus)
    return isWrongNumber(message) ? { type: 'not_found' } : { type: 'unavailable', reason: message || status }
  // Older responses contain only the customer's name.
  const customer = fieldsOf(root.get('customer'))
  const customerName = textAt(root, 'customer') ?? textAt(customer, 'name')
  const vendorToken = textAt(root, 'access_token')
  if (!customerName) return { type: 'not_found' }
  if (!vendorToken) return { type: 'unavailable', reason: 'no_token' }
  return {
    type: 'found',
    customerName,
    address: textAt(customer, 'address'),
    minKobo: koboAt(customer, 'minimumamount'),
    maxKobo: null,
    arrearsKobo: null,
    tariff: null,
    nairaPerKwh: null,
    canVend: true,
    vendorToken,
    customerNumber: textAt(root, 'customer_number') ?? undefined,
  }
}

/** Parses `bundles`: an array, a single object, or null; naira as text. Unavailable bundles are omitted. */
export function parsePriceList(httpResult: HttpResult): PriceListResult {
  if (httpResult.type !== 'response') return { type: 'unavailable', reason: httpResult.reason }
  const response = responseOf(httpResult)
  if (response?.status !== successStatus)
    return { type: 'unavailable', reason: response?.status ?? 'unreadable' }
  const entries = [response.root.get('bundles')]
    .flat()
    .map(fieldsOf)
    .flatMap((bundle): PriceListEntry[] => {
      const vendorCode = textAt(bundle, 'code')
      const priceKobo = koboAt(bundle, 'price')
      const isUnavailable = /^(0|no|false)$/i.test(String(bundle.get('available')))
      return vendorCode && priceKobo && !isUnavailable
        ? [{ vendorCode, name: nameOf(bundle, vendorCode), priceKobo }]
        : []
    })
  return entries.length > 0 ? { type: 'listed', entries } : { type: 'unavailable', reason: 'empty' }
}

/** Appends the plan's validity, a separate field, unless the name includes it. */
function nameOf(bundle: ResponseFields, code: string): string {
  const title = textAt(bundle, 'title') ?? code
  const validity = textAt(bundle, 'validity')
  return validity && !title.toLowerCase().includes(validity.toLowerCase()) ? `${title} (${validity})` : title
}

/**
 * Parses the response of a purchase. Only `00` is published: delivered, for a prepaid meter only with a token. Every
 * other status is unknown until a requery or a manager resolves it, because no source documents which were charged.
 */
export function parseVend(httpResult: HttpResult, request: VendRequest): Outcome {
  if (httpResult.type !== 'response') return transportFailure(httpResult, 'vend')
  const response = responseOf(httpResult)
  if (!response) return { type: 'unknown', reason: 'unreadable', code: null }
  const { root, status } = response
  if (status === successStatus) return parseDelivery(root, request)
  return {
    ...unknownOutcome,
    reason: unknownReasonOf(status),
    code: status,
    ...requeryTokenOf(root, request),
  }
}

/**
 * Parses the response of `vend_status.php`. Its `status` concerns the requery itself. Delivered is `successful` with
 * code `00`; the codes `01` to `03` are not documented.
 */
export function parseRequery(httpResult: HttpResult, request: VendRequest): Outcome {
  if (httpResult.type !== 'response') return transportFailure(httpResult, 'requery')
  const response = responseOf(httpResult)
  if (!response) return { type: 'unknown', reason: 'unreadable', code: null }
  const { root, status } = response
  if (status !== successStatus) return { ...unknownOutcome, reason: unknownReasonOf(status), code: status }
  const code = String(root.get('vend_code') ?? '')
  const isDelivered = code === successStatus && textAt(root, 'vend_status')?.toLowerCase() === 'successful'
  return isDelivered
    ? parseDelivery(root, request)
    : { ...unknownOutcome, reason: 'processing', code: code || status }
}

const unknownOutcome = { type: 'unknown' } as const

/** Airtime and data have no lookup: their only possible requery token is the `ref` of this response. */
function requeryTokenOf(root: ResponseFields, { product }: VendRequest): { vendorToken?: string } {
  const ref = product.service === 'airtime' || product.service === 'data' ? textAt(root, 'ref') : null
  return ref ? { vendorToken: ref } : {}
}

/** Statuses that two public clients treat as still processing. */
const unknownReasonOf = (status: string) => (status === '15' || status === '43' ? 'processing' : 'unlisted')

function parseDelivery(root: ResponseFields, { product, amountKobo }: VendRequest): Outcome {
  const units = unitsAt(root, 'units')
  const main = tokensIn(textAt(root, 'meter_token', 'token'))
  const needsToken = requiresToken(product)
  if (needsToken && main.length === 0) return { type: 'unknown', reason: 'no_token', code: successStatus }
  const reportedKobo = koboAt(root, 'amount')
  return {
    type: 'delivered',
    vendorReference: textAt(root, 'ref', 'order'),
    reported: { beneficiary: textAt(root, 'receiver'), amountKobo: reportedKobo },
    costKobo: koboAt(root, 'amount_paid') ?? reportedKobo ?? amountKobo,
    delivery: {
      ...unreportedFields,
      customerAddress: textAt(root, 'address'),
      receiptNumber: textAt(root, 'ref'),
      ...(needsToken
        ? { units, tokens: tokensInEntryOrder({ main }, { main: units, bonus: null }) }
        : { units: null, tokens: [] }),
    },
  }
}

/** iRecharge returns neither tariff, tax nor arrears. */
const unreportedFields: Omit<Delivery, 'tokens' | 'units' | 'customerAddress' | 'receiptNumber'> = {
  tariff: null,
  tariffClass: null,
  vatKobo: null,
  arrearsKobo: null,
  customerName: null,
}

/** Parses `get_wallet_balance.php`: naira as text. */
export function parseBalance(httpResult: HttpResult): bigint | null {
  const response = httpResult.type === 'response' ? responseOf(httpResult) : null
  if (response?.status !== successStatus) return null
  const balance = response.root.get('wallet_balance')
  return Number(balance) === 0 && balance !== '' && balance !== null
    ? 0n
    : koboAt(response.root, 'wallet_balance')
}
