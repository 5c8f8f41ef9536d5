import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { CardCharge, CheckoutRequest, Gateway } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { isSignatureValid } from '../http-status.ts'
import { listBanks, paystackBanking } from './banking.ts'
import { createPaystackClient, type Deadlines } from './client.ts'
import { type PaystackConfig, paystackDescriptor } from './descriptor.ts'
import { readDispute } from './dispute-responses.ts'
import { readRefund, readRefunds, readRetry } from './refund-responses.ts'
import { readCharge, readCheckout, readPayment, readTokenRevoked } from './responses.ts'
import { parseWebhook } from './webhook.ts'

/** Our payment methods by Paystack's names. One is sent per checkout, so that it offers only the chosen method. */
const channels = Object.freeze({
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  USSD: 'ussd',
} as const satisfies Partial<Record<PaymentMethod, string>>)
type Channel = keyof typeof channels

const isChannel = (method: PaymentMethod): method is Channel => method in channels

/**
 * Paystack adapter, by the documentation of June 2026. Every amount in its API is kobo.
 * @param deadlines overrides for timeout tests
 */
export function paystack(config: PaystackConfig, deadlines: Deadlines = {}): Gateway {
  const client = createPaystackClient(config, deadlines)
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, paystackDescriptor)
  return {
    name: 'paystack',
    capabilities: { methods: Object.keys(channels) as Channel[], savedCards: true, minKobo: 50_00n },
    checkoutHosts,
    async createCheckout(request) {
      if (!isChannel(request.method)) return { type: 'refused', reason: 'method' }
      const reply = await client.initialise(checkoutBody(request, channels[request.method]))
      return readCheckout(reply, { reference: request.reference, isAllowedRedirect })
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
    async chargeSavedCard(request) {
      const reply = await client.charge({
        ...commonBody(request),
        authorization_code: request.token,
      })
      return readCharge(reply, { isAllowedRedirect })
    },
    revokeCardToken: async (token) =>
      readTokenRevoked(await client.deactivateAuthorization({ authorization_code: token })),
    listRefunds: async (refundQuery) =>
      readRefunds(await client.listRefunds(refundQuery.gatewayReference), refundQuery),
    /** Refunds identify a bank by its id in the list; all other calls use its code. */
    async refundToAccount({ refundId, currency, bankCode, accountNumber }) {
      const bank = (await listBanks(client))?.find(({ code }) => code === bankCode)
      if (!bank) return { type: 'needs_attention', refundId }
      const account = { currency, account_number: accountNumber, bank_id: bank.id }
      return readRetry(await client.retryRefund(refundId, { refund_account_details: account }), refundId)
    },
    getDispute: async (disputeId) => readDispute(await client.getDispute(disputeId), disputeId),
    banking: paystackBanking(client, config.secretKey.startsWith('sk_test_')),
    isWebhookAuthentic: (raw, headers) =>
      isSignatureValid(raw, headers['x-paystack-signature'], config.secretKey),
    parseWebhook,
  }
}

const checkoutBody = (request: CheckoutRequest, channel: string) => ({
  ...commonBody(request),
  channels: [channel],
})

/** A saved-card charge also needs the return URL, for a second step. */
const commonBody = (request: CheckoutRequest | CardCharge) => ({
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
