import { createBearerClient } from '../bearer-client.ts'
import type { FlutterwaveConfig } from './descriptor.ts'

/**
 * Total deadlines. Flutterwave's own plugin waits 60 s for a token charge; this client stops earlier and verifies
 * the charge.
 */
const defaultDeadlines = { readMs: 15_000, openMs: 20_000, chargeMs: 30_000, refundMs: 30_000 } as const
export type Deadlines = Partial<Record<keyof typeof defaultDeadlines, number>>

export type FlutterwaveClient = ReturnType<typeof createFlutterwaveClient>

/** HTTP client: URLs, key and deadlines. Source: Flutterwave API, version 3. */
export function createFlutterwaveClient(config: FlutterwaveConfig, overrides: Deadlines = {}) {
  const { readMs, openMs, chargeMs, refundMs } = { ...defaultDeadlines, ...overrides }
  const { get: getWithDeadline, post } = createBearerClient(config)
  const get = (path: string) => getWithDeadline(path, readMs)
  const encode = encodeURIComponent
  return {
    createLink: (body: object) => post('/payments', body, openMs),
    verify: (txRef: string) => get(`/transactions/verify_by_reference?tx_ref=${encode(txRef)}`),
    getTransaction: (id: string) => get(`/transactions/${encode(id)}/verify`),
    listAttempts: (txRef: string, page: number) => get(`/transactions?tx_ref=${encode(txRef)}&page=${page}`),
    /** All transactions of a period. @param from, to: days, YYYY-MM-DD */
    listTransactions: ({ from, to }: { from: string; to: string }, page: number) =>
      get(`/transactions?from=${from}&to=${to}&status=successful&page=${page}`),
    charge: (body: object) => post('/tokenized-charges', body, chargeMs),
    refund: (id: string, body: object) => post(`/transactions/${encode(id)}/refund`, body, refundMs),
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
    resolveAccount: (body: object) => post('/accounts/resolve', body, readMs),
    reserveAccount: (body: object) => post('/virtual-account-numbers', body, openMs),
  }
}
