import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { Delivery, FailureReason, LookupResult, Outcome, VendRequest } from '../../vendor.ts'
import { fieldsOf, koboAt, type ResponseFields, rateAt, textAt, tokensIn, unitsAt } from '../fields.ts'
import { requiresToken, tokensInEntryOrder } from '../tokens.ts'
import { transportFailure } from '../transport-failure.ts'
import { type BuyPowerEnvelope, envelopeFrom, parseBuyPowerEnvelope } from './envelope.ts'

/** Messages of errors that say nothing about the meter: the lookup can be repeated. */
const temporaryFailure = /unavailable|try again|time(d)? ?out|maintenance|requery|unable to (reach|connect)/i

/**
 * Parses the flat response of `GET /check/meter`. `found` requires a name and no error; `not_found` requires a
 * readable error response. Source: public integrations
 */
export function parseLookup(httpResult: HttpResult): LookupResult {
  if (httpResult.type !== 'response') return { type: 'unavailable', reason: httpResult.reason }
  const envelope = parseBuyPowerEnvelope(httpResult)
  if (!envelope) return { type: 'unavailable', reason: 'unreadable' }
  const { code, message, ok, root } = envelope
  const customerName = textAt(root, 'name')
  if (code < 300 && ok !== false && customerName)
    return {
      type: 'found',
      customerName,
      address: textAt(root, 'address'),
      minKobo: koboAt(root, 'minvendamount'),
      maxKobo: koboAt(root, 'maxvendamount'),
      arrearsKobo: koboAt(root, 'outstanding', 'debtrepayment'),
      tariff: textAt(root, 'tariffclass', 'tariff'),
      nairaPerKwh: rateAt(root, 'tariff'),
      canVend: true,
      vendorToken: null,
    }
  const isRejected = code === 400 || code === 404 || (code < 300 && ok === false)
  return isRejected && !temporaryFailure.test(message)
    ? { type: 'not_found' }
    : { type: 'unavailable', reason: message || String(code) }
}

/**
 * Parses the response of `POST /vend`. Delivered: 200 with `status: true` and data whose inner code, if present, is
 * 100. Failed: 400, 401, 403, 404 and 422 in the error envelope, unless the message requests a requery. Unknown:
 * 201, 202, 409 (order id in use: requery it), every 5xx and every other code.
 * Source: public integrations; the more cautious reading where they disagree
 */
export function parseVend(httpResult: HttpResult, request: VendRequest): Outcome {
  if (httpResult.type !== 'response') return transportFailure(httpResult, 'vend')
  const envelope = parseBuyPowerEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable', code: null }
  return parseEnvelope(envelope, request)
}

/**
 * Parses the response of `GET /transaction/{orderId}`. `result` describes the vend and is parsed like its response;
 * an error without `result` rejects the requery itself, and a readable 404 means that the order id was never received.
 * Any other response tells nothing about the vend.
 */
export function parseRequery(httpResult: HttpResult, request: VendRequest): Outcome {
  if (httpResult.type !== 'response') return transportFailure(httpResult, 'requery')
  const envelope = parseBuyPowerEnvelope(httpResult)
  if (!envelope) return { type: 'unknown', reason: 'unreadable', code: null }
  const result = fieldsOf(envelope.root.get('result'))
  if (envelope.code < 300 && result.size > 0)
    return parseEnvelope(envelopeFrom(result, httpResult.status), request)
  const code = String(envelope.code)
  if (envelope.isInProgress)
    return { type: 'unknown', reason: 'processing', code, ...requeryDelay(envelope.root) }
  if (envelope.code === 404 && envelope.ok === false)
    return { type: 'unknown', reason: 'never_received', code }
  const isRejected = envelope.code in rejections && envelope.ok === false
  return { type: 'unknown', reason: isRejected ? 'requery_rejected' : 'unlisted', code }
}

/** The error codes that prove a failed vend, with the reason. */
const rejections: Readonly<Record<number, FailureReason>> = Object.freeze({
  400: 'rejected',
  401: 'our_fault',
  403: 'our_fault',
  404: 'rejected',
  422: 'rejected',
})

function parseEnvelope(envelope: BuyPowerEnvelope, request: VendRequest): Outcome {
  const data = fieldsOf(envelope.root.get('data'))
  const code = String(envelope.code)
  if (envelope.isInProgress) return { type: 'unknown', reason: 'processing', code, ...requeryDelay(data) }
  const reason = rejections[envelope.code]
  if (reason && envelope.ok === false)
    return { type: 'failed', reason: accountFailure(envelope.message) ?? reason, code }
  if (envelope.code !== 200 || envelope.ok !== true || data.size === 0)
    return { type: 'unknown', reason: 'unlisted', code }
  return parseData(data, request, code)
}

/** A failure reason that concerns our account, not the purchase, from the message. */
function accountFailure(message: string): FailureReason | null {
  if (/insufficient|low (wallet )?balance/i.test(message)) return 'float_empty'
  return /daily .*(count|limit)|transaction (count )?limit/i.test(message) ? 'our_fault' : null
}

/** The first proposed requery delay, in seconds. */
function requeryDelay(data: ResponseFields): { requeryAfterSeconds?: number } {
  const delays = data.get('delay')
  const first: unknown = Array.isArray(delays) ? delays[0] : undefined
  return typeof first === 'number' && first >= 5 && first <= 3_600
    ? { requeryAfterSeconds: Math.ceil(first) }
    : {}
}

/** @returns the outcome of a vend that is not confirmed; null for a confirmed one */
function parseInnerCode(data: ResponseFields): Outcome | null {
  const innerCode = data.get('responsecode')
  const code = String(innerCode)
  if (innerCode === 201 || innerCode === 202)
    return { type: 'unknown', reason: 'processing', code, ...requeryDelay(data) }
  const isConfirmed = innerCode === undefined || innerCode === null || Number(innerCode) === 100
  return isConfirmed ? null : { type: 'unknown', reason: 'unlisted', code }
}

function parseData(
  data: ResponseFields,
  { requestId, product, amountKobo }: VendRequest,
  code: string,
): Outcome {
  const unknownOutcome = parseInnerCode(data)
  if (unknownOutcome) return unknownOutcome
  const orderId = textAt(data, 'orderid')
  if (orderId && orderId !== requestId) return { type: 'unknown', reason: 'unreadable', code }

  const tokens = product.service === 'power' ? parseTokens(data) : []
  const needsToken = requiresToken(product)
  if (needsToken && !tokens.some(({ kind }) => kind === 'main'))
    return { type: 'unknown', reason: 'no_token', code }
  const paidKobo = koboAt(data, 'totalamountpaid')
  return {
    type: 'delivered',
    vendorReference: textAt(data, 'receiptno', 'vendref', 'id'),
    reported: {
      beneficiary: textAt(data, 'meterno', 'meter'),
      // Charges, if any, are added to the purchase amount.
      amountKobo: paidKobo === null ? null : paidKobo - (koboAt(data, 'charges') ?? 0n),
    },
    costKobo: paidKobo ?? amountKobo,
    delivery: {
      ...parseDeliveryDetails(data),
      tokens: needsToken ? tokens : [],
      ...(!needsToken && { units: null }),
    },
  }
}

/** Our token kind for each `parcels[].type`. Source: public integration; its requery samples add the key change tokens */
const parcelKinds = { token: 'main', bonus: 'bonus', kct1: 'kct1', kct2: 'kct2' } as const

/** `token` is the main token, with dashes; `parcels` contains it together with the others. */
function parseTokens(data: ResponseFields): Delivery['tokens'] {
  const parcels = data.get('parcels')
  const tokens: Record<'main' | 'bonus' | 'kct1' | 'kct2', string[]> = {
    main: tokensIn(textAt(data, 'token')),
    bonus: [],
    kct1: [],
    kct2: [],
  }
  for (const parcel of (Array.isArray(parcels) ? parcels : []).map(fieldsOf)) {
    const type = textAt(parcel, 'type')?.toLowerCase() ?? ''
    const kind = Object.hasOwn(parcelKinds, type) ? parcelKinds[type as keyof typeof parcelKinds] : undefined
    if (kind) tokens[kind].push(...tokensIn(textAt(parcel, 'content')))
  }
  return tokensInEntryOrder(tokens, { main: unitsAt(data, 'units'), bonus: null })
}

const parseDeliveryDetails = (data: ResponseFields): Omit<Delivery, 'tokens'> => ({
  units: unitsAt(data, 'units'),
  tariff: textAt(data, 'tariff'),
  tariffClass: textAt(data, 'tariffclass', 'tariffindex'),
  vatKobo: koboAt(data, 'tax'),
  arrearsKobo: koboAt(data, 'debtamount'),
  customerName: textAt(data, 'name'),
  customerAddress: textAt(data, 'address'),
  receiptNumber: textAt(data, 'receiptno'),
})

/** Parses `GET /wallet/balance`: naira, flat or wrapped in `data`. */
export function parseBalance(httpResult: HttpResult): bigint | null {
  if (httpResult.type !== 'response' || httpResult.status !== 200) return null
  const root = fieldsOf(parseLosslessJson(httpResult.text))
  const balanceFields = root.has('balance') ? root : fieldsOf(root.get('data'))
  const balance = balanceFields.get('balance')
  if (typeof balance !== 'number' && typeof balance !== 'string') return null
  return Number(balance) === 0 ? 0n : koboAt(balanceFields, 'balance')
}
