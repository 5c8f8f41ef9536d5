import type { Gateway } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { isSignatureValid } from '../http-status.ts'
import { longListLimits, readNumberedPages, readPages } from '../pagination.ts'
import { listBanks, paystackBanking } from './banking.ts'
import { createPaystackClient, type Deadlines } from './client.ts'
import { type PaystackConfig, paystackDescriptor } from './descriptor.ts'
import { answerDispute, readIsAnswered } from './dispute-answer.ts'
import { readDispute } from './dispute-responses.ts'
import { readRefund, readRefunds, readRetry } from './refund-responses.ts'
import { type Channel, channels, chargeBody, checkoutBody, isChannel } from './requests.ts'
import { readCharge, readCheckout, readPayment, readTokenRevoked } from './responses.ts'
import { readSettlementLines, readSettlements } from './settlements.ts'
import { readOrigin, readTransactions } from './transactions.ts'
import { parseWebhook } from './webhook.ts'

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
      const reply = await client.initialise(checkoutBody(request, request.method))
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
      return readCharge(await client.charge(chargeBody(request)), { isAllowedRedirect })
    },
    revokeCardToken: async (token) =>
      readTokenRevoked(await client.deactivateAuthorization({ authorization_code: token })),
    async listTransactions(period) {
      const list = await readPages(
        1,
        async (page) => {
          const result = readTransactions(await client.listTransactions(period, page))
          return result && { rows: result.transactions, next: page < result.pages ? page + 1 : null }
        },
        longListLimits,
      )
      return list?.complete ? list.rows : null
    },
    listSettlements: (period) =>
      readNumberedPages(async (page) => readSettlements(await client.listSettlements(period, page))),
    listSettlementLines: (settlementId) =>
      readNumberedPages(async (page) =>
        readSettlementLines(await client.listSettlementTransactions(settlementId, page)),
      ),
    getCheckoutOrigin: async (reference) => readOrigin(await client.verify(reference)),
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
    respondToDispute: (answer) => answerDispute(client, answer),
    isDisputeAnswered: async (disputeId) => readIsAnswered(await client.getDispute(disputeId), disputeId),
    banking: paystackBanking(client, config.secretKey.startsWith('sk_test_')),
    isWebhookAuthentic: (raw, headers) =>
      isSignatureValid(raw, headers['x-paystack-signature'], config.secretKey),
    parseWebhook,
  }
}
