import type { PaystackConfig } from '../../../config.ts'
import { callOut, type Reply } from '../../../http/outbound.ts'

/** Total deadlines. A read may be asked again soon; a refund must not be given up lightly. */
const usual = { readMs: 15_000, openMs: 20_000, refundMs: 30_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

export type PaystackClient = ReturnType<typeof paystackClient>

/** The wire: addresses, the key, deadlines. Source: Paystack API, "Introduction" and "Authentication". */
export function paystackClient({ url, secretKey }: PaystackConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, openMs = usual.openMs, refundMs = usual.refundMs } = shorter
  const ask = (path: string) =>
    callOut({
      method: 'GET',
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${secretKey}` },
      deadlineMs: readMs,
    })
  const tell = (path: string, body: object, deadlineMs: number): Promise<Reply> =>
    callOut({
      method: 'POST',
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs,
    })
  return {
    initialise: (body: object) => tell('/transaction/initialize', body, openMs),
    verify: (reference: string) => ask(`/transaction/verify/${encodeURIComponent(reference)}`),
    charge: (body: object) => tell('/transaction/charge_authorization', body, openMs),
    deactivate: (body: object) => tell('/customer/authorization/deactivate', body, readMs),
    refund: (body: object) => tell('/refund', body, refundMs),
    refundsOf: (transactionId: string) =>
      ask(`/refund?transaction=${encodeURIComponent(transactionId)}&currency=NGN&perPage=100`),
  }
}
