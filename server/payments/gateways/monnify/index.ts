import { nairaOf } from '../../../../shared/money.ts'
import type { GatewayAdapter } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { isSignatureValid } from '../http-status.ts'
import { fetchPages, longListLimits } from '../pagination.ts'
import { gatewayTexts } from '../texts.ts'
import { monnifyBanking } from './banking.ts'
import { createMonnifyClient, type Timeouts } from './client.ts'
import { type MonnifyConfig, monnifyDescriptor } from './descriptor.ts'
import { commonBody, methods } from './requests.ts'
import { parseCharge, parseCheckout, parsePayment, parseRefund, parseRefunds } from './responses.ts'
import { parseOrigin, parseTransactions } from './transactions.ts'
import { isTransactionHashValid, parseWebhook } from './webhook.ts'

/**
 * Monnify adapter (specification, official SDKs and support pages of July 2026). Amounts in its API are naira.
 * The sandbox does not sign webhooks, so unsigned webhooks are accepted only when the sandbox host is configured;
 * an older webhook without a signature is accepted by its hash. Every webhook is verified by a request to Monnify.
 * @param timeouts overrides for timeout tests
 */
export function monnify(config: MonnifyConfig, timeouts: Timeouts = {}): GatewayAdapter<'monnify'> {
  const client = createMonnifyClient(config, timeouts)
  const acceptsUnsigned = new URL(config.url).host === 'sandbox.monnify.com'
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, monnifyDescriptor)
  const toCommonBody = commonBody(config.contractCode)
  return {
    name: 'monnify',
    capabilities: { methods, savedCards: true, minKobo: 20_00n },
    checkoutHosts,
    async createCheckout(request) {
      const { reference, method } = request
      if (!methods.some((supported) => supported === method)) return { type: 'rejected', reason: 'method' }
      const body = { ...toCommonBody(request), redirectUrl: request.returnUrl, paymentMethods: [method] }
      return parseCheckout(await client.initialise(body), { reference, method, isAllowedRedirect })
    },
    verify: async (reference) => parsePayment(await client.verify(reference)),
    async refund({ gatewayReference, refundReference, amountKobo, reason }) {
      const httpResult = await client.refund({
        transactionReference: gatewayReference,
        refundReference,
        refundAmount: nairaOf(amountKobo),
        refundReason: reason.slice(0, 64),
        customerNote: gatewayTexts.refund(),
      })
      return parseRefund(httpResult, { refundReference, amountKobo })
    },
    async chargeSavedCard(request) {
      return parseCharge(
        await client.charge({ ...toCommonBody(request), cardToken: request.token, apiKey: config.apiKey }),
      )
    },
    /** Monnify has no endpoint that deletes a token: erasing our copy is all that can be done. */
    revokeCardToken: async () => true,
    async listRefunds({ refundReference }) {
      return refundReference ? parseRefunds(await client.getRefund(refundReference), refundReference) : null
    },
    async listTransactions(period) {
      const list = await fetchPages(
        0,
        async (page) => {
          const result = parseTransactions(await client.searchTransactions(period, page), page)
          return result && { rows: result.transactions, next: result.hasMore ? page + 1 : null }
        },
        longListLimits,
      )
      return list?.isComplete ? list.rows : null
    },
    getCheckoutOrigin: async (reference) => parseOrigin(await client.verify(reference)),
    banking: monnifyBanking(client, config.contractCode),
    isWebhookAuthentic(raw, headers) {
      const signature = headers['monnify-signature']
      if (signature === undefined) return acceptsUnsigned || isTransactionHashValid(raw, config.secretKey)
      return isSignatureValid(raw, signature, config.secretKey)
    },
    parseWebhook,
  }
}
