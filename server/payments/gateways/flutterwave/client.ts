import type { FlutterwaveConfig } from '../../../config-providers.ts'
import { bearerCalls } from '../bearer.ts'

/**
 * Total deadlines. Their own plugin waits 60 s for a charge by token; we give it up sooner and ask what
 * became of it.
 */
const usual = { readMs: 15_000, openMs: 20_000, chargeMs: 30_000, refundMs: 30_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

export type FlutterwaveClient = ReturnType<typeof flutterwaveClient>

/** The wire: addresses, the key, deadlines. Source: Flutterwave API, version 3. */
export function flutterwaveClient(config: FlutterwaveConfig, shorter: Deadlines = {}) {
  const { readMs, openMs, chargeMs, refundMs } = { ...usual, ...shorter }
  const { ask: asking, tell } = bearerCalls(config)
  const ask = (path: string) => asking(path, readMs)
  const part = encodeURIComponent
  return {
    open: (body: object) => tell('/payments', body, openMs),
    verify: (txRef: string) => ask(`/transactions/verify_by_reference?tx_ref=${part(txRef)}`),
    transaction: (id: string) => ask(`/transactions/${part(id)}/verify`),
    tries: (txRef: string, page: number) => ask(`/transactions?tx_ref=${part(txRef)}&page=${page}`),
    charge: (body: object) => tell('/tokenized-charges', body, chargeMs),
    refund: (id: string, body: object) => tell(`/transactions/${part(id)}/refund`, body, refundMs),
    /** @param from day, YYYY-MM-DD */
    refunds: (from: string, page: number) => ask(`/refunds?from=${part(from)}&page=${page}`),
    banks: () => ask('/banks/NG'),
    account: (body: object) => tell('/accounts/resolve', body, readMs),
    reserve: (body: object) => tell('/virtual-account-numbers', body, openMs),
  }
}
