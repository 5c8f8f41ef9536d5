import { nairaOf } from '../../../../shared/money.ts'
import type { Gateway } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { isSignatureValid } from '../http-status.ts'
import { longListLimits, readPages } from '../pagination.ts'
import { monnifyBanking } from './banking.ts'
import { createMonnifyClient, type Deadlines } from './client.ts'
import { type MonnifyConfig, monnifyDescriptor } from './descriptor.ts'
import { commonBody, methods } from './requests.ts'
import { readCharge, readCheckout, readPayment, readRefund, readRefunds } from './responses.ts'
import { readOrigin, readTransactions } from './transactions.ts'
import { isTransactionHashValid, parseWebhook } from './webhook.ts'

/**
 * Monnify adapter (specification, official SDKs and support pages of July 2026). Amounts in its API are naira.
 * The sandbox does not sign webhooks, so unsigned webhooks are accepted only when the sandbox host is configured;
 * an older webhook without a signature is accepted by its hash. Every webhook is verified by a call.
 * @param deadlines overrides for timeout tests
 */
export function monnify(config: MonnifyConfig, deadlines: Deadlines = {}): Gateway {
  const client = createMonnifyClient(config, deadlines)
  const acceptsUnsigned = new URL(config.url).host === 'sandbox.monnify.com'
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, monnifyDescriptor)
  const toCommonBody = commonBody(config.contractCode)
  return {
    name: 'monnify',
    capabilities: { methods, savedCards: true, minKobo: 20_00n },
    checkoutHosts,
    async createCheckout(request) {
      const { reference, method } = request
      if (!methods.some((supported) => supported === method)) return { type: 'refused', reason: 'method' }
      const body = { ...toCommonBody(request), redirectUrl: request.returnUrl, paymentMethods: [method] }
      return readCheckout(await client.initialise(body), { reference, method, isAllowedRedirect })
    },
    verify: async (reference) => readPayment(await client.verify(reference)),
    async refund({ gatewayReference, refundReference, amountKobo, reason }) {
      const reply = await client.refund({
        transactionReference: gatewayReference,
        refundReference,
        refundAmount: nairaOf(amountKobo),
        refundReason: reason.slice(0, 64),
        customerNote: 'Refund',
      })
      return readRefund(reply, { refundReference, amountKobo })
    },
    async chargeSavedCard(request) {
      return readCharge(
        await client.charge({ ...toCommonBody(request), cardToken: request.token, apiKey: config.apiKey }),
      )
    },
    /** Monnify has no call that deletes a token: erasing our copy is all that can be done. */
    revokeCardToken: async () => true,
    async listRefunds({ refundReference }) {
      return refundReference ? readRefunds(await client.getRefund(refundReference), refundReference) : null
    },
    async listTransactions(period) {
      const list = await readPages(
        0,
        async (page) => {
          const result = readTransactions(await client.searchTransactions(period, page), page)
          return result && { rows: result.transactions, next: result.hasMore ? page + 1 : null }
        },
        longListLimits,
      )
      return list?.complete ? list.rows : null
    },
    getCheckoutOrigin: async (reference) => readOrigin(await client.verify(reference)),
    banking: monnifyBanking(client, config.contractCode),
    isWebhookAuthentic(raw, headers) {
      const signature = headers['monnify-signature']
      if (signature === undefined) return acceptsUnsigned || isTransactionHashValid(raw, config.secretKey)
      return isSignatureValid(raw, signature, config.secretKey)
    },
    parseWebhook,
  }
}
