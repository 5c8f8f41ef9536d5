import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { Delivery, LookupResult, Outcome, VendorProduct } from '../../vendor.ts'
import { fieldsOf, koboAt, type ResponseFields, rateAt, textAt, tokensIn, unitsAt } from '../fields.ts'
import { requiresToken, tokensInEntryOrder } from '../tokens.ts'
import { transportFailure } from '../transport-failure.ts'
import { codes, statuses } from './codes.ts'
import { parsePins, requiredPins } from './pins.ts'

const VtpassResponse = z.looseObject({
  code: z.string(),
  requestId: z.string().nullish().catch(null),
  content: z.unknown().optional(),
})
type VtpassResponse = z.infer<typeof VtpassResponse>

const responseOf = (httpResult: HttpResult & { type: 'response' }): VtpassResponse | null =>
  VtpassResponse.safeParse(parseLosslessJson(httpResult.text)).data ?? null

const statesWrongNumber = (content: ResponseFields, errorText: string | null): boolean =>
  /^(true|yes|1)$/i.test(String(content.get('wrongbillerscode'))) ||
  /not (correct|valid|found)|not a valid|invalid|incorrect|does not exist/i.test(errorText ?? '')

/**
 * Parses the response of `POST /merchant-verify`. Every field except the name is optional, and each disco names
 * the fields differently. Source: VTpass documentation, "Verify meter number"
 */
export function parseLookup(httpResult: HttpResult): LookupResult {
  if (httpResult.type !== 'response') return { type: 'unavailable', reason: httpResult.reason }
  const response = httpResult.status < 500 ? responseOf(httpResult) : null
  if (!response) return { type: 'unavailable', reason: 'unreadable' }
  if (response.code !== '000' && response.code !== '020')
    return { type: 'unavailable', reason: response.code }

  const content = fieldsOf(response.content)
  const errorText = textAt(content, 'error')
  const isWrongNumber = statesWrongNumber(content, errorText)
  if (
    !isWrongNumber &&
    errorText &&
    /unavailable|try again|time|later|unable to (reach|connect)/i.test(errorText)
  )
    return { type: 'unavailable', reason: errorText }
  const customerName = textAt(content, 'customer_name', 'customername')
  if (isWrongNumber || errorText || !customerName) return { type: 'not_found' }
  return {
    type: 'found',
    customerName,
    address: textAt(content, 'address', 'customer_address'),
    minKobo: maxOf(koboAt(content, 'minimum_amount'), koboAt(content, 'min_purchase_amount')),
    maxKobo: koboAt(content, 'max_purchase_amount', 'maximum_amount'),
    arrearsKobo: koboAt(content, 'customer_arrears', 'outstanding'),
    tariff: textAt(content, 'tariff', 'service_band'),
    nairaPerKwh: rateAt(content, 'tariff'),
    canVend: /^(yes|true|1)$/i.test(textAt(content, 'can_vend') ?? 'yes'),
    vendorToken: null,
    customerNumber: textAt(content, 'customer_number') ?? undefined,
  }
}

const maxOf = (left: bigint | null, right: bigint | null) => ((left ?? 0n) > (right ?? 0n) ? left : right)

/** The request that a response must refer to. */
export interface OutcomeRequest {
  readonly call: 'vend' | 'requery'
  readonly requestId: string
  readonly product: VendorProduct
}

/**
 * Parses the response of `POST /pay` or `POST /requery`. Only a listed code is proof; a lost, invalid or unrelated
 * response is unknown. Source: VTpass documentation, "Response codes"
 */
export function parseOutcome(httpResult: HttpResult, request: OutcomeRequest): Outcome {
  if (httpResult.type !== 'response') return transportFailure(httpResult, request.call)
  const received = httpResult.status < 500 ? responseOf(httpResult) : null
  if (!received) return { type: 'unknown', reason: 'unreadable', code: null }
  const response = (request.call === 'requery' && legacyResponseOf(received)) || received
  if (response.requestId && response.requestId !== request.requestId)
    return { type: 'unknown', reason: 'unreadable', code: response.code }

  const codeMeaning = codes.get(response.code)
  if (!codeMeaning) return { type: 'unknown', reason: 'unlisted', code: response.code }
  const meaning = request.call === 'vend' ? codeMeaning.onVend : codeMeaning.onRequery
  return meaning.type === 'transaction_status'
    ? parseTransaction(response, request)
    : { ...meaning, code: response.code }
}

const LegacyResponse = z.looseObject({
  response_code: z.string(),
  requestId: z.string().nullish().catch(null),
  transactions: z.undefined().optional(),
})

/**
 * The legacy requery format: code 001 identifies it, and `content` is the flat purchase response with its code in
 * `response_code`. Null for every other response. Source: a public integration
 */
function legacyResponseOf(response: VtpassResponse): VtpassResponse | null {
  const legacy = response.code === '001' ? LegacyResponse.safeParse(response.content).data : undefined
  if (!legacy) return null
  const requestId = legacy.requestId ?? response.requestId
  return { ...response, ...legacy, code: legacy.response_code, requestId, content: { transactions: legacy } }
}

/** The legacy format has no status: 000 is delivered if the description states it, otherwise in progress. */
const legacyStatusOf = (code: string, transaction: ResponseFields): string | null =>
  code === '000' && /^transaction successful$/i.test(textAt(transaction, 'response_description') ?? '')
    ? 'delivered'
    : null

function parseTransaction(response: VtpassResponse, { product }: OutcomeRequest): Outcome {
  const { code } = response
  const transaction = fieldsOf(fieldsOf(response.content).get('transactions'))
  const statusText = textAt(transaction, 'status') ?? legacyStatusOf(code, transaction)
  const status = statuses.get(statusText?.toLowerCase() ?? '')
  if (!status) return { type: 'unknown', reason: 'processing', code }
  if (status !== 'delivered') return { type: 'failed', reason: status, code }

  return parseDelivered(response, transaction, product)
}

function parseDelivered(
  response: VtpassResponse,
  transaction: ResponseFields,
  product: OutcomeRequest['product'],
): Outcome {
  const { code } = response
  const root = fieldsOf(response)
  const tokens = parseTokens(root, transaction)
  const needsToken = requiresToken(product)
  if (needsToken && !tokens.some(({ kind }) => kind === 'main'))
    return { type: 'unknown', reason: 'no_token', code }
  const pinCount = requiredPins(product)
  const pins = pinCount > 0 ? parsePins(root) : undefined
  if (pins && pins.length < pinCount) return { type: 'unknown', reason: 'no_token', code }
  const amountKobo = amountOf(transaction) ?? koboAt(root, 'amount')
  const costKobo = koboAt(transaction, 'total_amount') ?? amountKobo
  if (costKobo === null) return { type: 'unknown', reason: 'unreadable', code }
  return {
    type: 'delivered',
    vendorReference: textAt(transaction, 'transactionid'),
    reported: {
      beneficiary: textAt(transaction, 'unique_element') ?? textAt(root, 'meternumber'),
      amountKobo,
    },
    costKobo,
    delivery: needsToken
      ? { ...parseDeliveryDetails(root), tokens }
      : { ...parseDeliveryDetails(root), tokens: [], units: null, pins },
  }
}

/** The reported purchase amount; `unit_price` is the price of one item. */
function amountOf(transaction: ResponseFields): bigint | null {
  const unitKobo = koboAt(transaction, 'unit_price')
  const quantity = Number(textAt(transaction, 'quantity') ?? 1)
  return unitKobo !== null && Number.isSafeInteger(quantity) && quantity > 0
    ? unitKobo * BigInt(quantity)
    : koboAt(transaction, 'amount')
}

type Token = Delivery['tokens'][number]

/** All tokens of a delivery. Discos use different field names. */
function parseTokens(root: ResponseFields, transaction: ResponseFields): Token[] {
  const firstOf = (...names: string[]) =>
    names.map((name) => tokensIn(textAt(root, name))).find((tokens) => tokens.length > 0)
  const mainUnits = unitsAt(root, 'maintokenunits', 'units')
  const tokensByKind = {
    kct1: firstOf('kct1'),
    kct2: firstOf('kct2'),
    reset: firstOf('resettoken'),
    configure: firstOf('configuretoken'),
    main:
      firstOf('token', 'maintoken', 'purchased_code', 'tokenvalue', 'standardtokenvalue') ??
      tokensIn(textAt(transaction, 'extras')),
    bonus: firstOf('bonustoken'),
  }
  return tokensInEntryOrder(tokensByKind, { main: mainUnits, bonus: unitsAt(root, 'bonustokenunits') })
}

function parseDeliveryDetails(root: ResponseFields): Omit<Delivery, 'tokens'> {
  return {
    units: unitsAt(root, 'units', 'maintokenunits'),
    tariff: textAt(root, 'tariff'),
    tariffClass: textAt(root, 'tariffclass', 'tariffindex'),
    vatKobo: koboAt(root, 'taxamount', 'vat', 'maintokentax'),
    arrearsKobo: koboAt(root, 'debtamount', 'arrears'),
    customerName: textAt(root, 'customername', 'name'),
    customerAddress: textAt(root, 'customeraddress', 'address'),
    receiptNumber: textAt(root, 'exchangereference', 'receiptno', 'receipt', 'receiptnumber'),
  }
}

/** Parses `GET /balance`: naira with floating-point noise under `contents`; `code` is a number. */
export function parseBalance(httpResult: HttpResult): bigint | null {
  if (httpResult.type !== 'response' || httpResult.status !== 200) return null
  const response = fieldsOf(parseLosslessJson(httpResult.text))
  const contents = fieldsOf(response.get('contents'))
  const balance = contents.get('balance')
  if (Number(response.get('code')) !== 1 || (typeof balance !== 'number' && typeof balance !== 'string'))
    return null
  return Number(balance) === 0 ? 0n : koboAt(contents, 'balance')
}
