import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nairaOf } from '../../../../shared/money.ts'
import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { FlutterwaveConfig } from '../../../config-providers.ts'
import type { CardCharge, CheckoutRequest, FoundRefund, Gateway, PaymentTruth } from '../../gateway.ts'
import { isSame } from '../answers.ts'
import { readPages } from '../pages.ts'
import { flutterwaveBanking } from './banking.ts'
import { type Deadlines, type FlutterwaveClient, flutterwaveClient } from './client.ts'
import { readHint } from './hint.ts'
import { readCharge, readCheckout, readPaid, readPayment, readTries } from './reading.ts'
import { readRefund, readRefunds } from './reading-refunds.ts'

/** Our methods in their words. One is sent at a time, so that the checkout offers what was chosen. */
const options = Object.freeze({
  CARD: 'card',
  ACCOUNT_TRANSFER: 'banktransfer',
  USSD: 'ussd',
} as const satisfies Partial<Record<PaymentMethod, string>>)
type Option = keyof typeof options

const isOption = (method: PaymentMethod): method is Option => method in options
const publicHost = 'api.flutterwave.com'
/**
 * Where links lead with a live key and with a test key, and where the owner of a card confirms a charge by
 * token. The last two are seen in public code alone; a charge that leads elsewhere stays unclear.
 */
const publicCheckouts = [
  'checkout.flutterwave.com',
  'checkout-v2.dev-flutterwave.com',
  'auth.coreflutterwaveprod.com',
  'coreflutterwaveprod.com',
]
/** A link lives as long as we wait for its money. */
const sessionMinutes = 60
/**
 * Flutterwave by its public protocol, version 3. Amounts on its wire are naira. A webhook shows the secret
 * hash of the dashboard in `verif-hash`. The newer `flutterwave-signature` is not confirmed for version 3,
 * and their pages disagree what it holds: alone, it is taken as a base64 HMAC-SHA256 of the raw bytes.
 * Whether refunds tell of themselves is not confirmed either: they are asked about.
 * @param deadlines shorten the waits, for tests of silence
 */
export function flutterwave(config: FlutterwaveConfig, deadlines: Deadlines = {}): Gateway {
  const client = flutterwaveClient(config, deadlines)
  const home = new URL(config.url)
  const checkoutHosts = Object.freeze(home.host === publicHost ? publicCheckouts : [home.host])
  const mayLeadTo = (url: URL) => url.protocol === home.protocol && checkoutHosts.includes(url.host)
  return {
    name: 'flutterwave',
    /** Their smallest charge is not documented; Paystack's is taken. */
    can: { methods: Object.keys(options) as Option[], savedCards: true, minKobo: 50_00n },
    checkoutHosts,
    async open(request) {
      if (!isOption(request.method)) return { is: 'refused', because: 'method' }
      return readCheckout(await client.open(linkBody(request, options[request.method])), { mayLeadTo })
    },
    verify: (reference) => verify(client, reference),
    async refund({ gatewayReference, amountKobo, reason }) {
      const body = { amount: nairaOf(amountKobo), comments: reason }
      return readRefund(await client.refund(gatewayReference, body), amountKobo)
    },
    findRefunds: ({ gatewayReference }) => findRefunds(client, gatewayReference),
    async chargeSaved(request) {
      return readCharge(await client.charge(chargeBody(request)), { mayLeadTo })
    },
    /** No call of theirs deletes a token: once ours is erased nobody charges it, which is all that can be done. */
    forgetCard: async () => true,
    banking: flutterwaveBanking(client),
    authentic: (raw, headers) => isAuthentic(raw, headers, config.secretHash),
    hint: readHint,
  }
}

/**
 * Asks about every transaction under a reference before it is called failed: a customer may try again on
 * the same page, and the verify call tells of one transaction alone.
 */
async function verify(client: FlutterwaveClient, reference: string): Promise<PaymentTruth> {
  const truth = readPayment(await client.verify(reference))
  if (truth.is !== 'failed') return truth
  const read = readTries(await client.tries(reference, 1), reference)
  const paid = read?.tries.find((it) => it.is === 'successful')
  if (paid) return readPayment(await client.transaction(paid.id))
  const allFailed = read?.pages === 1 && read.tries.every((it) => it.is === 'failed')
  return allFailed ? truth : { is: 'pending', because: 'other_tries' }
}

/** Their list is of everybody's refunds, so it is read from the day of the payment on; half of it is none. */
async function findRefunds(client: FlutterwaveClient, transactionId: string): Promise<FoundRefund[] | null> {
  const day = /^\d{4}-\d\d-\d\d/.exec(readPaid(await client.transaction(transactionId))?.created_at ?? '')
  if (!day) return null
  const read = await readPages(1, async (page) => {
    const refunds = readRefunds(await client.refunds(day[0], page), transactionId)
    return refunds && { rows: refunds.found, next: page < refunds.pages ? page + 1 : null }
  })
  return read?.whole ? read.rows.sort((one, other) => Number(other.refundId) - Number(one.refundId)) : null
}

const linkBody = (request: CheckoutRequest, option: string) => ({
  ...common(request),
  payment_options: option,
  session_duration: sessionMinutes,
  customer: { email: request.email },
  customizations: { title: request.description },
})

/** After a second step they send all they say in one long parameter, so the address names the payment itself. */
const chargeBody = (request: CardCharge) => ({
  ...common(request),
  redirect_url: withReference(request.returnUrl, request.reference),
  token: request.token,
  email: request.email,
  country: 'NG',
  narration: request.description,
})

const common = (request: CheckoutRequest | CardCharge) => ({
  tx_ref: request.reference,
  amount: nairaOf(request.amountKobo),
  currency: 'NGN',
  redirect_url: request.returnUrl,
  meta: { order_reference: request.orderReference },
})

function withReference(address: string, reference: string): string {
  const url = new URL(address)
  url.searchParams.set('tx_ref', reference)
  return url.href
}

function isAuthentic(raw: Buffer, headers: IncomingHttpHeaders, secretHash: string): boolean {
  const classic = headers['verif-hash']
  if (classic !== undefined) return isSame(classic, secretHash)
  const signature = createHmac('sha256', secretHash).update(raw).digest('base64')
  return isSame(headers['flutterwave-signature'], signature)
}
