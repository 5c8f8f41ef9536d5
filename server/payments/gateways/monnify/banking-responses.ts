import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type {
  AccountNameResult,
  BvnMatchResult,
  GatewayBank,
  GatewayDeposit,
  ReservationResult,
} from '../../gateway.ts'
import { Identifier, PrintableName } from '../http-status.ts'
import { NairaAmount, parseResponse, parseTime, Text } from './envelope.ts'
import { computeFee } from './responses.ts'

const BanksSchema = z.array(z.object({ name: PrintableName, code: z.string().min(1) }))

/** Parses `GET /banks`; null when the list could not be fetched. */
export function parseBanks(httpResult: HttpResult): GatewayBank[] | null {
  const result = parseResponse(httpResult)
  const banks = result.type === 'succeeded' ? BanksSchema.safeParse(result.body).data : undefined
  return banks?.length ? banks : null
}

const AccountSchema = z.object({
  accountNumber: z.string(),
  accountName: PrintableName,
  bankCode: Identifier,
})

/** Parses the name of an account. @param accountNumber the requested account number */
export function parseAccount(httpResult: HttpResult, accountNumber: string): AccountNameResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unavailable', reason: result.reason }
  if (result.type === 'rejected') return { type: 'not_found' }
  const account = AccountSchema.safeParse(result.body).data
  if (account?.accountNumber !== accountNumber) return { type: 'unavailable', reason: 'unreadable' }
  return { type: 'found', name: account.accountName.trim() }
}

const MatchSchema = z.object({
  bvn: z.string(),
  accountNumber: z.string(),
  accountName: z.string().nullish(),
  matchStatus: z.string(),
})

/** Rejections caused by our account and not by the customer: our wallet, our contract. */
const merchantSideError = /wallet|balance|insufficient|contract|merchant|permission|subscri|limit/i

/**
 * Parses the response to `bvn-account-match`. Anything below a full match is a mismatch; a wrong BVN is rejected with
 * code 99 and a text. Source: Monnify, "BVN account match".
 */
export function parseBvnMatch(
  httpResult: HttpResult,
  request: { bvn: string; accountNumber: string },
): BvnMatchResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unavailable', reason: result.reason }
  if (result.type === 'rejected')
    return merchantSideError.test(result.message)
      ? { type: 'unavailable', reason: result.code }
      : { type: 'mismatch' }
  const match = MatchSchema.safeParse(result.body).data
  if (match?.bvn !== request.bvn || match.accountNumber !== request.accountNumber)
    return { type: 'unavailable', reason: 'unreadable' }
  const accountName = match.accountName?.trim()
  return match.matchStatus === 'FULL_MATCH' && accountName
    ? { type: 'match', accountName }
    : { type: 'mismatch' }
}

const ReservedSchema = z.object({
  accountReference: z.string(),
  currencyCode: z.string(),
  status: z.string(),
  accounts: z
    .array(
      z.object({
        bankCode: Identifier,
        bankName: PrintableName,
        accountNumber: z.string().regex(/^\d{10}$/),
        accountName: PrintableName,
      }),
    )
    .nullish()
    .transform((accounts) => accounts ?? []),
})

/** The result of a reservation. `reference_exists`: our reference already exists at Monnify, so its accounts can be fetched. */
export type ReservationAttempt = ReservationResult | { type: 'reference_exists' }

/** Parses the response to creating or fetching a reservation under our reference. */
export function parseReservation(httpResult: HttpResult, accountReference: string): ReservationAttempt {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected') {
    const { code, message } = result
    return /same reference|duplicate|already/i.test(message)
      ? { type: 'reference_exists' }
      : { type: 'rejected', reason: message || code }
  }
  const reservation = ReservedSchema.safeParse(result.body).data
  if (reservation?.accountReference !== accountReference || reservation.currencyCode !== 'NGN')
    return { type: 'unknown', reason: 'unreadable' }
  if (reservation.accounts.length === 0) return { type: 'pending' }
  const accounts = reservation.accounts.map((account) => ({ ...account, bankCode: account.bankCode ?? null }))
  return { type: 'reserved', accounts, isActive: reservation.status === 'ACTIVE' }
}

/** Parses the response to closing an account; an unknown account counts as closed. */
export function parseAccountClosed(httpResult: HttpResult): boolean {
  const result = parseResponse(httpResult)
  return result.type === 'succeeded' || (result.type === 'rejected' && result.status === 404)
}

const DepositSchema = z.object({
  transactionReference: z.string().min(1),
  amountPaid: NairaAmount,
  settlementAmount: NairaAmount.nullish().catch(null),
  currency: PrintableName,
  paidOn: Text,
  paymentStatus: z.string(),
  product: z.object({ type: z.literal('RESERVED_ACCOUNT'), reference: z.string().min(1) }),
  accountDetails: z.object({ accountName: Text }).nullish().catch(null),
  accountPayments: z
    .array(z.object({ accountName: Text }))
    .nullish()
    .catch(null),
})

/** Parses a transaction as a deposit to a virtual account; any other transaction is `not_found`. */
export function parseDeposit(httpResult: HttpResult, gatewayReference: string): GatewayDeposit {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'pending' }
  if (result.type === 'rejected') return result.status === 404 ? { type: 'not_found' } : { type: 'pending' }
  const type = z.object({ product: z.object({ type: z.string() }) }).safeParse(result.body).data?.product.type
  if (type !== undefined && type !== 'RESERVED_ACCOUNT') return { type: 'not_found' }
  const transaction = DepositSchema.safeParse(result.body).data
  if (transaction?.transactionReference !== gatewayReference) return { type: 'pending' }
  if (transaction.paymentStatus === 'REVERSED') return { type: 'not_found' }
  if (transaction.paymentStatus !== 'PAID' && transaction.paymentStatus !== 'OVERPAID')
    return { type: 'pending' }
  return {
    type: 'received',
    gatewayReference,
    accountReference: transaction.product.reference,
    paidKobo: transaction.amountPaid,
    feeKobo: computeFee(transaction),
    currency: transaction.currency,
    paidAt: parseTime(transaction.paidOn),
    payerName:
      transaction.accountDetails?.accountName ?? transaction.accountPayments?.[0]?.accountName ?? null,
  }
}

const PageSchema = z.object({
  content: z.array(z.object({ transactionReference: z.string().min(1) })),
  last: z.boolean().nullish(),
  totalPages: z.number().nullish(),
})

/** Parses one page of an account's deposits; null when it could not be fetched. @param page from 0 */
export function parseDepositPage(
  httpResult: HttpResult,
  page: number,
): { references: string[]; hasMore: boolean } | null {
  const result = parseResponse(httpResult)
  const content = result.type === 'succeeded' ? PageSchema.safeParse(result.body).data : undefined
  if (!content) return null
  const hasMore = content.last != null ? !content.last : (content.totalPages ?? 1) > page + 1
  return { references: content.content.map((deposit) => deposit.transactionReference), hasMore }
}
