import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { PaystackConfig } from '../../../config-providers.ts'
import type { CardCharge, CheckoutRequest, Gateway } from '../../gateway.ts'
import { isSigned } from '../answers.ts'
import { banksAt, paystackBanking } from './banking.ts'
import { type Deadlines, paystackClient } from './client.ts'
import { readHint } from './hint.ts'
import { readCharge, readCheckout, readForgotten, readPayment } from './reading.ts'
import { readDispute } from './reading-disputes.ts'
import { readRefund, readRefunds, readRetry } from './reading-refunds.ts'

/** Our methods in their words. One is sent at a time, so that the checkout offers what was chosen. */
const channels = Object.freeze({
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  USSD: 'ussd',
} as const satisfies Partial<Record<PaymentMethod, string>>)
type Channel = keyof typeof channels

const isChannel = (method: PaymentMethod): method is Channel => method in channels
const publicHost = 'api.paystack.co'
const publicCheckout = 'checkout.paystack.com'

/**
 * Paystack by its public protocol, version of the documentation of June 2026. Every amount on its wire is kobo.
 * @param deadlines shorten the waits, for tests of silence
 */
export function paystack(config: PaystackConfig, deadlines: Deadlines = {}): Gateway {
  const client = paystackClient(config, deadlines)
  const home = new URL(config.url)
  const checkoutHosts = Object.freeze([home.host === publicHost ? publicCheckout : home.host])
  const mayLeadTo = (url: URL) => url.protocol === home.protocol && checkoutHosts.includes(url.host)
  return {
    name: 'paystack',
    can: { methods: Object.keys(channels) as Channel[], savedCards: true, minKobo: 50_00n },
    checkoutHosts,
    async open(request) {
      if (!isChannel(request.method)) return { is: 'refused', because: 'method' }
      const reply = await client.initialise(checkoutBody(request, channels[request.method]))
      return readCheckout(reply, { reference: request.reference, mayLeadTo })
    },
    verify: async (reference) => readPayment(await client.verify(reference)),
    async refund({ paymentReference, amountKobo, currency, reason }) {
      const reply = await client.refund({
        transaction: paymentReference,
        amount: Number(amountKobo),
        currency,
        merchant_note: reason,
      })
      return readRefund(reply, amountKobo)
    },
    async chargeSaved(request) {
      const reply = await client.charge({
        ...common(request),
        authorization_code: request.token,
      })
      return readCharge(reply, { mayLeadTo })
    },
    forgetCard: async (token) => readForgotten(await client.deactivate({ authorization_code: token })),
    findRefunds: async (of) => readRefunds(await client.refundsOf(of.gatewayReference), of),
    /** Their refunds name banks by an id of the list, all else by a code. */
    async payInto({ refundId, currency, bankCode, accountNumber }) {
      const bank = (await banksAt(client))?.find(({ code }) => code === bankCode)
      if (!bank) return { is: 'needs_attention', refundId }
      const account = { currency, account_number: accountNumber, bank_id: bank.id }
      return readRetry(await client.retry(refundId, { refund_account_details: account }), refundId)
    },
    dispute: async (disputeId) => readDispute(await client.dispute(disputeId), disputeId),
    banking: paystackBanking(client, config.secretKey.startsWith('sk_test_')),
    authentic: (raw, headers) => isSigned(raw, headers['x-paystack-signature'], config.secretKey),
    hint: readHint,
  }
}

const checkoutBody = (request: CheckoutRequest, channel: string) => ({
  ...common(request),
  channels: [channel],
})

/** A charge of a card that was saved here may need its address too: for a second step. */
const common = (request: CheckoutRequest | CardCharge) => ({
  email: request.email,
  amount: Number(request.amountKobo),
  currency: 'NGN',
  reference: request.reference,
  callback_url: request.returnUrl,
  metadata: {
    order_reference: request.orderReference,
    cancel_action: request.cancelUrl,
    custom_fields: [{ display_name: 'Purchase', variable_name: 'purchase', value: request.description }],
  },
})
