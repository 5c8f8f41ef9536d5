import { nairaOf } from '../../../../shared/money.ts'
import type { GatewayAdapter } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { createKorapayClient } from './client.ts'
import { type KorapayConfig, korapayDescriptor } from './descriptor.ts'
import { type Channel, channels, chargeBody, isChannel } from './requests.ts'
import { parseCheckout, parsePayment, parseRefund, parseRefunds } from './responses.ts'
import { isWebhookAuthentic, parseWebhook } from './webhook.ts'

/** Korapay adapter, by its public documentation. Amounts in its API are naira. */
export function korapay(config: KorapayConfig): GatewayAdapter<'korapay'> {
  const client = createKorapayClient(config)
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, korapayDescriptor)
  return {
    name: 'korapay',
    capabilities: { methods: Object.keys(channels) as Channel[], savedCards: false, minKobo: 100_00n },
    checkoutHosts,
    async createCheckout(request) {
      if (!isChannel(request.method)) return { type: 'rejected', reason: 'method' }
      const httpResult = await client.initialise(chargeBody(request, request.method))
      return parseCheckout(httpResult, { reference: request.reference, isAllowedRedirect })
    },
    verify: async (reference) => parsePayment(await client.verify(reference)),
    async refund({ paymentReference, refundReference, amountKobo, reason }) {
      const httpResult = await client.refund({
        payment_reference: paymentReference,
        reference: refundReference,
        amount: nairaOf(amountKobo),
        reason: reason.slice(0, 50),
      })
      return parseRefund(httpResult, refundReference)
    },
    listRefunds: async ({ refundReference }) =>
      refundReference ? parseRefunds(await client.getRefund(refundReference)) : null,
    // The example reads no list: after a restore, its payments are compared on the gateway's dashboard.
    listTransactions: async () => null,
    getCheckoutOrigin: async () => null,
    chargeSavedCard: async () => ({ type: 'rejected', reason: 'rejected' }),
    revokeCardToken: async () => true,
    isWebhookAuthentic: (raw, headers) =>
      isWebhookAuthentic(raw, headers['x-korapay-signature'], config.secretKey),
    parseWebhook,
  }
}
