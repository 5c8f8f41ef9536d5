import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import type { Delivery, Listing, LookupResult, Offer, Outcome, VendRequest } from '../../vendor.ts'
import { type Fields, fieldsOf, koboAt, textAt, tokensIn, unitsAt } from '../fields.ts'
import { inOrderOfEntry, tokenDue } from '../tokens.ts'
import { unanswered } from '../unanswered.ts'

const done = '00'

/** Their answer and its `status`, which says how it went whatever the HTTP status is; null for what is unreadable. */
function answerOf(reply: Reply & { is: 'answered' }): { root: Fields; status: string } | null {
  const root = reply.status < 500 ? fieldsOf(readJson(reply.text)) : new Map<string, unknown>()
  const status = root.get('status')
  return typeof status === 'string' || typeof status === 'number' ? { root, status: String(status) } : null
}

/** Their words for a number that nobody has. Any other refusal may be of the moment, or our own fault. */
const isWrongNumber = (message: string) =>
  /meter|smart ?card|customer|decoder|iuc|number/i.test(message) &&
  /invalid|not (found|valid|exist)|does not exist|incorrect|wrong|no such|unknown/i.test(message)

/**
 * Reads `get_meter_info.php` and `get_smartcard_info.php`. The access token is the handle of the purchase,
 * and the only name by which it can be asked about: an answer without one is of no use. What a status
 * other than `00` means is not published, so that only their words tell a wrong number from trouble.
 */
export function readLookup(reply: Reply): LookupResult {
  if (reply.is !== 'answered') return { is: 'unavailable', because: reply.because }
  const answer = answerOf(reply)
  if (!answer) return { is: 'unavailable', because: 'unreadable' }
  const { root, status } = answer
  const message = textAt(root, 'message') ?? ''
  if (status !== done)
    return isWrongNumber(message) ? { is: 'not_found' } : { is: 'unavailable', because: message || status }
  // Older answers give the customer's name alone.
  const customer = fieldsOf(root.get('customer'))
  const customerName = textAt(root, 'customer') ?? textAt(customer, 'name')
  const handle = textAt(root, 'access_token')
  if (!customerName) return { is: 'not_found' }
  if (!handle) return { is: 'unavailable', because: 'no_token' }
  return {
    is: 'found',
    customerName,
    address: textAt(customer, 'address'),
    minKobo: koboAt(customer, 'minimumamount'),
    maxKobo: null,
    arrearsKobo: null,
    tariff: null,
    nairaPerKwh: null,
    canVend: true,
    handle,
    customerNumber: textAt(root, 'customer_number') ?? undefined,
  }
}

/** Reads `bundles`: an array, one object alone, or null; naira as text. What is said to be unavailable is left out. */
export function readListing(reply: Reply): Listing {
  if (reply.is !== 'answered') return { is: 'unavailable', because: reply.because }
  const answer = answerOf(reply)
  if (answer?.status !== done) return { is: 'unavailable', because: answer?.status ?? 'unreadable' }
  const offers = [answer.root.get('bundles')]
    .flat()
    .map(fieldsOf)
    .flatMap((it): Offer[] => {
      const vendorCode = textAt(it, 'code')
      const priceKobo = koboAt(it, 'price')
      const isAway = /^(0|no|false)$/i.test(String(it.get('available')))
      return vendorCode && priceKobo && !isAway
        ? [{ vendorCode, name: nameOf(it, vendorCode), priceKobo }]
        : []
    })
  return offers.length > 0 ? { is: 'listed', offers } : { is: 'unavailable', because: 'empty' }
}

/** A plan's validity is a field of its own, where its name does not say it. */
function nameOf(bundle: Fields, code: string): string {
  const title = textAt(bundle, 'title') ?? code
  const validity = textAt(bundle, 'validity')
  return validity && !title.toLowerCase().includes(validity.toLowerCase()) ? `${title} (${validity})` : title
}

/**
 * Reads the answer to a purchase. `00` alone is published: it is a delivery, of electricity for a prepaid
 * meter only with its token. Every other status stays open until a requery or a person settles it, since no
 * source tells which of them were charged.
 */
export function readVend(reply: Reply, request: VendRequest): Outcome {
  if (reply.is !== 'answered') return unanswered(reply, 'vend')
  const answer = answerOf(reply)
  if (!answer) return { is: 'unknown', because: 'unreadable', code: null }
  const { root, status } = answer
  if (status === done) return readGoods(root, request)
  return { ...open, because: becauseOf(status), code: status, ...askedBy(root, request) }
}

/**
 * Reads the answer to `vend_status.php`. Its own status says that the asking worked; delivered is
 * `successful` with the code `00`, and what the codes `01` to `03` mean is not published.
 */
export function readRequery(reply: Reply, request: VendRequest): Outcome {
  if (reply.is !== 'answered') return unanswered(reply, 'requery')
  const answer = answerOf(reply)
  if (!answer) return { is: 'unknown', because: 'unreadable', code: null }
  const { root, status } = answer
  if (status !== done) return { ...open, because: becauseOf(status), code: status }
  const code = String(root.get('vend_code') ?? '')
  const isDelivered = code === done && textAt(root, 'vend_status')?.toLowerCase() === 'successful'
  return isDelivered ? readGoods(root, request) : { ...open, because: 'processing', code: code || status }
}

const open = { is: 'unknown' } as const

/** Airtime and data have no lookup: what they can be asked about by, if by anything, is the `ref` of this answer. */
function askedBy(root: Fields, { goods }: VendRequest): { handle?: string } {
  const ref = goods.service === 'airtime' || goods.service === 'data' ? textAt(root, 'ref') : null
  return ref ? { handle: ref } : {}
}

/** Those that two clients read as still processing. */
const becauseOf = (status: string) => (status === '15' || status === '43' ? 'processing' : 'unlisted')

function readGoods(root: Fields, { goods, amountKobo }: VendRequest): Outcome {
  const units = unitsAt(root, 'units')
  const main = tokensIn(textAt(root, 'meter_token', 'token'))
  const isDue = tokenDue(goods)
  if (isDue && main.length === 0) return { is: 'unknown', because: 'no_token', code: done }
  const saidKobo = koboAt(root, 'amount')
  return {
    is: 'delivered',
    vendorReference: textAt(root, 'ref', 'order'),
    said: { beneficiary: textAt(root, 'receiver'), amountKobo: saidKobo },
    costKobo: koboAt(root, 'amount_paid') ?? saidKobo ?? amountKobo,
    delivery: {
      ...nothingSaid,
      customerAddress: textAt(root, 'address'),
      receiptNumber: textAt(root, 'ref'),
      ...(isDue
        ? { units, tokens: inOrderOfEntry({ main }, { main: units, bonus: null }) }
        : { units: null, tokens: [] }),
    },
  }
}

/** They tell neither tariff, tax nor debt. */
const nothingSaid: Omit<Delivery, 'tokens' | 'units' | 'customerAddress' | 'receiptNumber'> = {
  tariff: null,
  tariffClass: null,
  vatKobo: null,
  arrearsKobo: null,
  customerName: null,
}

/** Reads `get_wallet_balance.php`: naira as text. */
export function readBalance(reply: Reply): bigint | null {
  const answer = reply.is === 'answered' ? answerOf(reply) : null
  if (answer?.status !== done) return null
  const balance = answer.root.get('wallet_balance')
  return Number(balance) === 0 && balance !== '' && balance !== null
    ? 0n
    : koboAt(answer.root, 'wallet_balance')
}
