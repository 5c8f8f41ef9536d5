import { createBearerClient } from '../bearer-client.ts'
import type { FlutterwaveConfig } from './descriptor.ts'

/**
 * Total timeouts. Flutterwave's own plugin waits 60 s for a token charge; this client stops earlier and verifies
 * the charge.
 */
const defaultTimeouts = {
  queryTimeoutMs: 15_000,
  createTimeoutMs: 20_000,
  chargeTimeoutMs: 30_000,
  refundTimeoutMs: 30_000,
} as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

export type FlutterwaveClient = ReturnType<typeof createFlutterwaveClient>

/** HTTP client: URLs, key and timeouts. Source: Flutterwave API, version 3. */
export function createFlutterwaveClient(config: FlutterwaveConfig, overrides: Timeouts = {}) {
  const { queryTimeoutMs, createTimeoutMs, chargeTimeoutMs, refundTimeoutMs } = {
    ...defaultTimeouts,
    ...overrides,
  }
  const { get: getWithTimeout, post } = createBearerClient(config)
  const get = (path: string) => getWithTimeout(path, queryTimeoutMs)
  const encode = encodeURIComponent
  return {
    createLink: (body: object) => post('/payments', body, createTimeoutMs),
    verify: (txRef: string) => get(`/transactions/verify_by_reference?tx_ref=${encode(txRef)}`),
    getTransaction: (id: string) => get(`/transactions/${encode(id)}/verify`),
    listAttempts: (txRef: string, page: number) => get(`/transactions?tx_ref=${encode(txRef)}&page=${page}`),
    /** The successful transactions of a period. @param from, to: days, YYYY-MM-DD */
    listTransactions: ({ from, to }: { from: string; to: string }, page: number) =>
      get(`/transactions?from=${from}&to=${to}&status=successful&page=${page}`),
    charge: (body: object) => post('/tokenized-charges', body, chargeTimeoutMs),
    refund: (id: string, body: object) => post(`/transactions/${encode(id)}/refund`, body, refundTimeoutMs),
    /** @param from day, YYYY-MM-DD */
    listRefunds: (from: string, page: number) => get(`/refunds?from=${encode(from)}&page=${page}`),
    /** @param from, to: days, YYYY-MM-DD */
    listSettlements: ({ from, to }: { from: string; to: string }, page: number) =>
      get(`/settlements?from=${from}&to=${to}&page=${page}`),
    getSettlement: (id: string) => get(`/settlements/${encode(id)}`),
    /** @param from, to: days, YYYY-MM-DD */
    listChargebacks: ({ from, to }: { from: string; to: string }, page: number) =>
      get(`/chargebacks?from=${from}&to=${to}&page=${page}`),
    listBanks: () => get('/banks/NG'),
    resolveAccount: (body: object) => post('/accounts/resolve', body, queryTimeoutMs),
    reserveAccount: (body: object) => post('/virtual-account-numbers', body, createTimeoutMs),
  }
}
