import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import type { Delivery, FailedBecause, LookupResult, Outcome, VendRequest } from '../../vendor.ts'
import { type Fields, fieldsOf, koboAt, rateAt, textAt, tokensIn, unitsAt } from '../fields.ts'
import { inOrderOfEntry, tokenDue } from '../tokens.ts'
import { unanswered } from '../unanswered.ts'
import { type Envelope, envelopeFrom, envelopeOf } from './envelope.ts'

const unreachable = /unavailable|try again|time(d)? ?out|maintenance|requery|unable to (reach|connect)/i

/**
 * Reads the answer to `GET /check/meter`, which is flat. Found is what has a name and no error; a wrong
 * number is theirs to say, in a readable refusal. Source: public integrations
 */
export function readLookup(reply: Reply): LookupResult {
  if (reply.is !== 'answered') return { is: 'unavailable', because: reply.because }
  const said = envelopeOf(reply)
  if (!said) return { is: 'unavailable', because: 'unreadable' }
  const { code, message, ok, root } = said
  const customerName = textAt(root, 'name')
  if (code < 300 && ok !== false && customerName)
    return {
      is: 'found',
      customerName,
      address: textAt(root, 'address'),
      minKobo: koboAt(root, 'minvendamount'),
      maxKobo: koboAt(root, 'maxvendamount'),
      arrearsKobo: koboAt(root, 'outstanding', 'debtrepayment'),
      tariff: textAt(root, 'tariffclass', 'tariff'),
      nairaPerKwh: rateAt(root, 'tariff'),
      canVend: true,
      handle: null,
    }
  const refused = code === 400 || code === 404 || (code < 300 && ok === false)
  return refused && !unreachable.test(message)
    ? { is: 'not_found' }
    : { is: 'unavailable', because: message || String(code) }
}

/**
 * Reads the answer to `POST /vend`. Delivered is 200 with `status: true` and data whose own code, where
 * there is one, is 100. Proven failed are 400, 401, 403, 404 and 422 in their error envelope, unless the
 * message asks for a requery; 201, 202, 409 (the order id is in use: ask about it) and every 5xx are
 * open, as is what is not listed. Source: public integrations, where they agree; the careful reading where they do not
 */
export function readVend(reply: Reply, request: VendRequest): Outcome {
  if (reply.is !== 'answered') return unanswered(reply, 'vend')
  const said = envelopeOf(reply)
  if (!said) return { is: 'unknown', because: 'unreadable', code: null }
  return readSaid(said, request)
}

/**
 * Reads the answer to `GET /transaction/{orderId}`. What stands in `result` is about the vend and is read
 * as its answer is; an error without it refuses the asking, and a readable 404 says that they never had it.
 */
export function readRequery(reply: Reply, request: VendRequest): Outcome {
  if (reply.is !== 'answered') return unanswered(reply, 'requery')
  const said = envelopeOf(reply)
  if (!said) return { is: 'unknown', because: 'unreadable', code: null }
  const result = fieldsOf(said.root.get('result'))
  if (said.code < 300 && result.size > 0) return readSaid(envelopeFrom(result, reply.status), request)
  const code = String(said.code)
  if (said.isOpen) return { is: 'unknown', because: 'processing', code, ...askAgain(said.root) }
  if (said.code === 404 && said.ok === false) return { is: 'unknown', because: 'never_received', code }
  return { is: 'unknown', because: 'for_a_person', code }
}

const refusals: Readonly<Record<number, FailedBecause>> = Object.freeze({
  400: 'rejected',
  401: 'our_fault',
  403: 'our_fault',
  404: 'rejected',
  422: 'rejected',
})

function readSaid(said: Envelope, request: VendRequest): Outcome {
  const data = fieldsOf(said.root.get('data'))
  const code = String(said.code)
  if (said.isOpen) return { is: 'unknown', because: 'processing', code, ...askAgain(data) }
  const because = refusals[said.code]
  if (because && said.ok === false)
    return { is: 'failed', because: accountTrouble(said.message) ?? because, code }
  if (said.code !== 200 || said.ok !== true || data.size === 0)
    return { is: 'unknown', because: 'unlisted', code }
  return readData(data, request, code)
}

/** What their words say of our account rather than of the purchase. */
function accountTrouble(message: string): FailedBecause | null {
  if (/insufficient|low (wallet )?balance/i.test(message)) return 'float_empty'
  return /daily .*(count|limit)|transaction (count )?limit/i.test(message) ? 'our_fault' : null
}

/** The first of the waits they propose, seconds. */
function askAgain(data: Fields): { askAgainSeconds?: number } {
  const delays = data.get('delay')
  const first: unknown = Array.isArray(delays) ? delays[0] : undefined
  return typeof first === 'number' && first >= 5 && first <= 3_600
    ? { askAgainSeconds: Math.ceil(first) }
    : {}
}

function readData(data: Fields, { requestId, goods, amountKobo }: VendRequest, code: string): Outcome {
  const inner = data.get('responsecode')
  if (inner === 201 || inner === 202)
    return { is: 'unknown', because: 'processing', code: String(inner), ...askAgain(data) }
  if (inner !== undefined && inner !== null && Number(inner) !== 100)
    return { is: 'unknown', because: 'unlisted', code: String(inner) }
  const orderId = textAt(data, 'orderid')
  if (orderId && orderId !== requestId) return { is: 'unknown', because: 'unreadable', code }

  const tokens = goods.service === 'power' ? readTokens(data) : []
  const isDue = tokenDue(goods)
  if (isDue && !tokens.some(({ kind }) => kind === 'main'))
    return { is: 'unknown', because: 'no_token', code }
  const paidKobo = koboAt(data, 'totalamountpaid')
  return {
    is: 'delivered',
    vendorReference: textAt(data, 'receiptno', 'vendref', 'id'),
    said: {
      beneficiary: textAt(data, 'meterno', 'meter'),
      // Their charges, where there are any, come on top of what was bought.
      amountKobo: paidKobo === null ? null : paidKobo - (koboAt(data, 'charges') ?? 0n),
    },
    costKobo: paidKobo ?? amountKobo,
    delivery: { ...readFacts(data), tokens: isDue ? tokens : [], ...(!isDue && { units: null }) },
  }
}

/** The names of `parcels[].type`. Source: public integration; its requery samples add the key change tokens */
const parcelKinds = { token: 'main', bonus: 'bonus', kct1: 'kct1', kct2: 'kct2' } as const

/** `token` is the main one, dashed; `parcels` repeats it among the others. */
function readTokens(data: Fields): Delivery['tokens'] {
  const parcels = data.get('parcels')
  const found: Record<'main' | 'bonus' | 'kct1' | 'kct2', string[]> = {
    main: tokensIn(textAt(data, 'token')),
    bonus: [],
    kct1: [],
    kct2: [],
  }
  for (const parcel of (Array.isArray(parcels) ? parcels : []).map(fieldsOf)) {
    const type = textAt(parcel, 'type')?.toLowerCase() ?? ''
    const kind = Object.hasOwn(parcelKinds, type) ? parcelKinds[type as keyof typeof parcelKinds] : undefined
    if (kind) found[kind].push(...tokensIn(textAt(parcel, 'content')))
  }
  return inOrderOfEntry(found, { main: unitsAt(data, 'units'), bonus: null })
}

const readFacts = (data: Fields): Omit<Delivery, 'tokens'> => ({
  units: unitsAt(data, 'units'),
  tariff: textAt(data, 'tariff'),
  tariffClass: textAt(data, 'tariffclass', 'tariffindex'),
  vatKobo: koboAt(data, 'tax'),
  arrearsKobo: koboAt(data, 'debtamount'),
  customerName: textAt(data, 'name'),
  customerAddress: textAt(data, 'address'),
  receiptNumber: textAt(data, 'receiptno'),
})

/** Reads `GET /wallet/balance`: naira, flat; wrapped in `data` it is taken too. */
export function readBalance(reply: Reply): bigint | null {
  if (reply.is !== 'answered' || reply.status !== 200) return null
  const root = fieldsOf(readJson(reply.text))
  const at = root.has('balance') ? root : fieldsOf(root.get('data'))
  const balance = at.get('balance')
  if (typeof balance !== 'number' && typeof balance !== 'string') return null
  return Number(balance) === 0 ? 0n : koboAt(at, 'balance')
}
