import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { nairaOf } from '../../../../shared/money.ts'
import type { GatewayAdapter, GatewayRefund, GatewayTransaction, PaymentStatusResult } from '../../gateway.ts'
import { checkoutRedirects } from '../checkout-redirects.ts'
import { secureEquals } from '../http-status.ts'
import { fetchNumberedPages, fetchPages, longListLimits } from '../pagination.ts'
import { flutterwaveBanking } from './banking.ts'
import { parseChargebacks } from './chargebacks.ts'
import { createFlutterwaveClient, type FlutterwaveClient, type Timeouts } from './client.ts'
import { type FlutterwaveConfig, flutterwaveDescriptor } from './descriptor.ts'
import { parseRefund, parseRefunds } from './refund-responses.ts'
import {
  chargeBody,
  type FlutterwaveOption,
  isFlutterwaveOption,
  linkBody,
  paymentOptions,
} from './requests.ts'
import { parseAttempts, parseCharge, parseCheckout, parsePaidTransaction, parsePayment } from './responses.ts'
import { parseSettlementLines, parseSettlements } from './settlements.ts'
import { parseOrigin, parseTransactions } from './transactions.ts'
import { parseWebhook } from './webhook.ts'

/**
 * Flutterwave adapter, public API version 3. Amounts in its API are naira. Webhooks carry the secret hash of the
 * dashboard in `verif-hash`. The newer `flutterwave-signature` is not confirmed for version 3, and the documentation
 * is inconsistent about it: without `verif-hash` it is verified as a base64 HMAC-SHA256 of the raw bytes.
 * Refund webhooks are not confirmed either: refunds are polled.
 * @param timeouts overrides for timeout tests
 */
export function flutterwave(
  config: FlutterwaveConfig,
  timeouts: Timeouts = {},
): GatewayAdapter<'flutterwave'> {
  const client = createFlutterwaveClient(config, timeouts)
  const { checkoutHosts, isAllowedRedirect } = checkoutRedirects(config, flutterwaveDescriptor)
  return {
    name: 'flutterwave',
    /** Flutterwave's minimum charge is not documented; Paystack's is used. */
    capabilities: {
      methods: Object.keys(paymentOptions) as FlutterwaveOption[],
      savedCards: true,
      minKobo: 50_00n,
    },
    checkoutHosts,
    async createCheckout(request) {
      if (!isFlutterwaveOption(request.method)) return { type: 'rejected', reason: 'method' }
      return parseCheckout(await client.createLink(linkBody(request, request.method)), {
        isAllowedRedirect,
      })
    },
    verify: (reference) => verify(client, reference),
    async refund({ gatewayReference, amountKobo, reason }) {
      const body = { amount: nairaOf(amountKobo), comments: reason }
      return parseRefund(await client.refund(gatewayReference, body), amountKobo)
    },
    listRefunds: ({ gatewayReference }) => listRefunds(client, gatewayReference),
    listTransactions: (period) => listTransactions(client, period),
    /**
     * Business days after which every payment is settled: foreign cards on the fifth day, others on the next one.
     * Source: Flutterwave, "Settlement schedule"
     */
    settlementDays: 5,
    listSettlements: ({ from, to }) => {
      const days = { from: dayOf(from.getTime() - dayMs), to: dayOf(to.getTime() + dayMs) }
      return fetchNumberedPages(async (page) => parseSettlements(await client.listSettlements(days, page)))
    },
    listSettlementLines: async (settlementId) =>
      parseSettlementLines(await client.getSettlement(settlementId), settlementId),
    /** Chargebacks have no webhook in version 3; its dashboard takes our responses. */
    listDisputes: ({ from, to }) => {
      const days = { from: dayOf(from.getTime() - dayMs), to: dayOf(to.getTime() + dayMs) }
      return fetchNumberedPages(async (page) => parseChargebacks(await client.listChargebacks(days, page)))
    },
    getCheckoutOrigin: async (reference) => parseOrigin(await client.verify(reference)),
    async chargeSavedCard(request) {
      return parseCharge(await client.charge(chargeBody(request)), { isAllowedRedirect })
    },
    /** Flutterwave has no endpoint that deletes a token: erasing our copy is all that can be done. */
    revokeCardToken: async () => true,
    banking: flutterwaveBanking(client),
    isWebhookAuthentic: (raw, headers) => isAuthentic(raw, headers, config.secretHash),
    parseWebhook,
  }
}

/**
 * Checks every transaction under a reference before the payment counts as failed: a customer may retry on the same
 * page, and the verify call returns only one transaction.
 */
async function verify(client: FlutterwaveClient, reference: string): Promise<PaymentStatusResult> {
  const status = parsePayment(await client.verify(reference))
  if (status.type !== 'failed') return status
  const page = parseAttempts(await client.listAttempts(reference, 1), reference)
  const paidAttempt = page?.attempts.find((attempt) => attempt.type === 'successful')
  if (paidAttempt) return parsePayment(await client.getTransaction(paidAttempt.id))
  const haveAllFailed = page?.pages === 1 && page.attempts.every((attempt) => attempt.type === 'failed')
  return haveAllFailed ? status : { type: 'pending', reason: 'other_tries' }
}

/** The list contains all refunds of the account, so it is read from the payment's day on; null when incomplete. */
async function listRefunds(
  client: FlutterwaveClient,
  transactionId: string,
): Promise<GatewayRefund[] | null> {
  const paidOn = /^\d{4}-\d\d-\d\d/.exec(
    parsePaidTransaction(await client.getTransaction(transactionId))?.created_at ?? '',
  )
  if (!paidOn) return null
  const result = await fetchPages(1, async (page) => {
    const refunds = parseRefunds(await client.listRefunds(paidOn[0], page), transactionId)
    return refunds && { rows: refunds.refunds, next: page < refunds.pages ? page + 1 : null }
  })
  return result?.isComplete
    ? result.rows.sort((first, second) => Number(second.refundId) - Number(first.refundId))
    : null
}

/** The list is filtered by day, in a time zone that is not documented, so it is read with a day before and after. */
async function listTransactions(
  client: FlutterwaveClient,
  { from, to }: { from: Date; to: Date },
): Promise<GatewayTransaction[] | null> {
  const days = { from: dayOf(from.getTime() - dayMs), to: dayOf(to.getTime() + dayMs) }
  const list = await fetchPages(
    1,
    async (page) => {
      const result = parseTransactions(await client.listTransactions(days, page), from)
      return result && { rows: result.transactions, next: page < result.pages ? page + 1 : null }
    },
    longListLimits,
  )
  return list?.isComplete ? list.rows : null
}

const dayMs = 24 * 60 * 60 * 1_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function isAuthentic(raw: Buffer, headers: IncomingHttpHeaders, secretHash: string): boolean {
  const legacySignature = headers['verif-hash']
  if (legacySignature !== undefined) return secureEquals(legacySignature, secretHash)
  const signature = createHmac('sha256', secretHash).update(raw).digest('base64')
  return secureEquals(headers['flutterwave-signature'], signature)
}
