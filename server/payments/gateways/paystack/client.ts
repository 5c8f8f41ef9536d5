import type { PaystackConfig } from '../../../config-providers.ts'
import { bearerCalls } from '../bearer.ts'

/** Total deadlines. A read may be asked again soon; a refund must not be given up lightly. */
const usual = { readMs: 15_000, openMs: 20_000, refundMs: 30_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

export type PaystackClient = ReturnType<typeof paystackClient>

/** The wire: addresses, the key, deadlines. Source: Paystack API, "Introduction" and "Authentication". */
export function paystackClient(config: PaystackConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, openMs = usual.openMs, refundMs = usual.refundMs } = shorter
  const { ask: asking, tell } = bearerCalls(config)
  const ask = (path: string) => asking(path, readMs)
  const part = encodeURIComponent
  return {
    initialise: (body: object) => tell('/transaction/initialize', body, openMs),
    verify: (reference: string) => ask(`/transaction/verify/${part(reference)}`),
    charge: (body: object) => tell('/transaction/charge_authorization', body, openMs),
    deactivate: (body: object) => tell('/customer/authorization/deactivate', body, readMs),
    refund: (body: object) => tell('/refund', body, refundMs),
    /** In whatever currency: one that was overlooked would be paid twice. */
    refundsOf: (transactionId: string) => ask(`/refund?transaction=${part(transactionId)}&perPage=100`),
    retry: (refundId: string, body: object) =>
      tell(`/refund/retry_with_customer_details/${part(refundId)}`, body, refundMs),
    dispute: (disputeId: string) => ask(`/dispute/${part(disputeId)}`),
    /** @param cursor empty for the first page */
    banks: (cursor: string) =>
      ask(`/bank?country=nigeria&perPage=100&use_cursor=true${cursor && `&next=${part(cursor)}`}`),
    account: (accountNumber: string, bankCode: string) =>
      ask(`/bank/resolve?account_number=${part(accountNumber)}&bank_code=${part(bankCode)}`),
    customer: (email: string) => ask(`/customer/${part(email)}`),
    addCustomer: (body: object) => tell('/customer', body, openMs),
    changeCustomer: (code: string, body: object) => tell(`/customer/${part(code)}`, body, openMs, 'PUT'),
    accountsOf: (customerId: string) =>
      ask(`/dedicated_account?active=true&currency=NGN&customer=${part(customerId)}`),
    reserve: (body: object) => tell('/dedicated_account', body, openMs),
    providers: () => ask('/dedicated_account/available_providers'),
  }
}
