import { startTimer } from '../../../elapsed-time.ts'
import type { GatewayAdapter } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { isSignatureValid } from '../http-status.ts'
import { fetchNumberedPages, fetchPages, longListLimits } from '../pagination.ts'
import { listBanks, paystackBanking } from './banking.ts'
import { createPaystackClient, type Timeouts } from './client.ts'
import { type PaystackConfig, paystackDescriptor } from './descriptor.ts'
import { parseDispute } from './dispute-responses.ts'
import { parseRefund, parseRefunds, parseRetry } from './refund-responses.ts'
import { type Channel, channels, chargeBody, checkoutBody, isChannel } from './requests.ts'
import { parseCharge, parseCheckout, parsePayment, parseTokenRevoked } from './responses.ts'
import { parseHasDisputeResponse, sendEvidenceAndDecision } from './send-dispute-response.ts'
import { parseSettlementLines, parseSettlements } from './settlements.ts'
import { parseOrigin, parseTransactions } from './transactions.ts'
import { parseWebhook } from './webhook.ts'

/** An account is not sent when the list of banks took longer: another process may have taken the refund over. */
const maxBankListMs = 10_000

/**
 * Paystack adapter, by the documentation of June 2026. Every amount in its API is kobo.
 * @param timeouts overrides for timeout tests
 */
export function paystack(config: PaystackConfig, timeouts: Timeouts = {}): GatewayAdapter<'paystack'> {
  const client = createPaystackClient(config, timeouts)
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, paystackDescriptor)
  return {
    name: 'paystack',
    capabilities: { methods: Object.keys(channels) as Channel[], savedCards: true, minKobo: 50_00n },
    checkoutHosts,
    async createCheckout(request) {
      if (!isChannel(request.method)) return { type: 'rejected', reason: 'method' }
      const httpResult = await client.initialise(checkoutBody(request, request.method))
      return parseCheckout(httpResult, { reference: request.reference, isAllowedRedirect })
    },
    verify: async (reference) => parsePayment(await client.verify(reference)),
    async refund({ paymentReference, amountKobo, currency, reason }) {
      const httpResult = await client.refund({
        transaction: paymentReference,
        amount: Number(amountKobo),
        currency,
        merchant_note: reason,
      })
      return parseRefund(httpResult, amountKobo)
    },
    async chargeSavedCard(request) {
      return parseCharge(await client.charge(chargeBody(request)), { isAllowedRedirect })
    },
    revokeCardToken: async (token) =>
      parseTokenRevoked(await client.deactivateAuthorization({ authorization_code: token })),
    async listTransactions(period) {
      const list = await fetchPages(
        1,
        async (page) => {
          const result = parseTransactions(await client.listTransactions(period, page))
          return result && { rows: result.transactions, next: page < result.pages ? page + 1 : null }
        },
        longListLimits,
      )
      return list?.isComplete ? list.rows : null
    },
    /** Local payments are settled on the next business day. Source: Paystack, "Payouts" */
    settlementDays: 1,
    listSettlements: (period) =>
      fetchNumberedPages(async (page) => parseSettlements(await client.listSettlements(period, page))),
    listSettlementLines: (settlementId) =>
      fetchNumberedPages(async (page) =>
        parseSettlementLines(await client.listSettlementTransactions(settlementId, page)),
      ),
    getCheckoutOrigin: async (reference) => parseOrigin(await client.verify(reference)),
    listRefunds: async (refundQuery) =>
      parseRefunds(await client.listRefunds(refundQuery.gatewayReference), refundQuery),
    /** Refunds identify a bank by its id in the list; all other calls use its code. */
    async refundToAccount({ refundId, currency, bankCode, accountNumber }) {
      const elapsedMs = startTimer()
      const bank = (await listBanks(client))?.find(({ code }) => code === bankCode)
      if (!bank) return { type: 'needs_attention', refundId }
      if (elapsedMs() > maxBankListMs) return { type: 'unknown', reason: 'slow_bank_list' }
      const account = { currency, account_number: accountNumber, bank_id: bank.id }
      return parseRetry(await client.retryRefund(refundId, { refund_account_details: account }), refundId)
    },
    getDispute: async (disputeId) => parseDispute(await client.getDispute(disputeId), disputeId),
    respondToDispute: (response) => sendEvidenceAndDecision(client, response),
    hasDisputeResponse: async (disputeId) =>
      parseHasDisputeResponse(await client.getDispute(disputeId), disputeId),
    banking: paystackBanking(client, config.secretKey.startsWith('sk_test_')),
    isWebhookAuthentic: (raw, headers) =>
      isSignatureValid(raw, headers['x-paystack-signature'], config.secretKey),
    parseWebhook,
  }
}
