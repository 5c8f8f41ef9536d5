import type { GatewayDisputeId, GatewayRefundId, GatewaySettlementId } from '../../../../shared/ids.ts'
import { createBearerClient } from '../bearer-client.ts'
import type { PaystackConfig } from './descriptor.ts'

/**
 * Total timeouts. A read can be retried soon; what moves money back gets longer, because a lost response is costly.
 */
const defaultTimeouts = { queryTimeoutMs: 15_000, createTimeoutMs: 20_000, refundTimeoutMs: 30_000 } as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

export type PaystackClient = ReturnType<typeof createPaystackClient>

/** HTTP client: URLs, key and timeouts. Source: Paystack API, "Introduction" and "Authentication". */
export function createPaystackClient(config: PaystackConfig, overrides: Timeouts = {}) {
  const {
    queryTimeoutMs = defaultTimeouts.queryTimeoutMs,
    createTimeoutMs = defaultTimeouts.createTimeoutMs,
    refundTimeoutMs = defaultTimeouts.refundTimeoutMs,
  } = overrides
  const { get: getWithTimeout, post } = createBearerClient(config)
  const get = (path: string) => getWithTimeout(path, queryTimeoutMs)
  const encode = encodeURIComponent
  return {
    initialise: (body: object) => post('/transaction/initialize', body, createTimeoutMs),
    verify: (reference: string) => get(`/transaction/verify/${encode(reference)}`),
    charge: (body: object) => post('/transaction/charge_authorization', body, createTimeoutMs),
    deactivateAuthorization: (body: object) =>
      post('/customer/authorization/deactivate', body, queryTimeoutMs),
    refund: (body: object) => post('/refund', body, refundTimeoutMs),
    /** All currencies: an overlooked refund would be paid twice. */
    listRefunds: (transactionId: string) => get(`/refund?transaction=${encode(transactionId)}&perPage=100`),
    /** Transactions created in a period. Source: Paystack, "List transactions" and "Pagination" */
    listTransactions: ({ from, to }: { from: Date; to: Date }, page: number) =>
      get(`/transaction?from=${from.toISOString()}&to=${to.toISOString()}&perPage=100&page=${page}`),
    retryRefund: (refundId: GatewayRefundId, body: object) =>
      post(`/refund/retry_with_customer_details/${encode(refundId)}`, body, refundTimeoutMs),
    getDispute: (disputeId: GatewayDisputeId) => get(`/dispute/${encode(disputeId)}`),
    getUploadUrl: (disputeId: GatewayDisputeId, fileName: string) =>
      get(`/dispute/${encode(disputeId)}/upload_url?upload_filename=${encode(fileName)}`),
    addEvidence: (disputeId: GatewayDisputeId, body: object) =>
      post(`/dispute/${encode(disputeId)}/evidence`, body, queryTimeoutMs),
    resolveDispute: (disputeId: GatewayDisputeId, body: object) =>
      post(`/dispute/${encode(disputeId)}/resolve`, body, refundTimeoutMs, 'PUT'),
    listSettlements: ({ from, to }: { from: Date; to: Date }, page: number) =>
      get(`/settlement?from=${from.toISOString()}&to=${to.toISOString()}&perPage=100&page=${page}`),
    listSettlementTransactions: (settlementId: GatewaySettlementId, page: number) =>
      get(`/settlement/${encode(settlementId)}/transactions?perPage=100&page=${page}`),
    /** @param cursor empty for the first page */
    listBanks: (cursor: string) =>
      get(`/bank?country=nigeria&perPage=100&use_cursor=true${cursor && `&next=${encode(cursor)}`}`),
    resolveAccount: (accountNumber: string, bankCode: string) =>
      get(`/bank/resolve?account_number=${encode(accountNumber)}&bank_code=${encode(bankCode)}`),
    getCustomer: (email: string) => get(`/customer/${encode(email)}`),
    createCustomer: (body: object) => post('/customer', body, createTimeoutMs),
    updateCustomer: (code: string, body: object) =>
      post(`/customer/${encode(code)}`, body, createTimeoutMs, 'PUT'),
    listAccounts: (customerId: string) =>
      get(`/dedicated_account?active=true&currency=NGN&customer=${encode(customerId)}`),
    reserveAccount: (body: object) => post('/dedicated_account', body, createTimeoutMs),
    listAccountProviders: () => get('/dedicated_account/available_providers'),
  }
}
