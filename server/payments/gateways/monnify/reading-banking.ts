import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { AccountName, Bank, BvnMatch, Inflow, Reservation } from '../../gateway.ts'
import { NairaAmount, saidBy, Text, timeOf } from './envelope.ts'
import { feeOf } from './reading.ts'

const Banks = z.array(z.object({ name: z.string().min(1), code: z.string().min(1) }))

/** Reads `GET /banks`; null when it could not be asked. */
export function readBanks(reply: Reply): Bank[] | null {
  const said = saidBy(reply)
  const banks = said.is === 'yes' ? Banks.safeParse(said.body).data : undefined
  return banks?.length ? banks : null
}

const Account = z.object({ accountNumber: z.string(), accountName: z.string().min(1), bankCode: Text })

/** Reads the name of an account. @param accountNumber the one that was asked about */
export function readAccount(reply: Reply, accountNumber: string): AccountName {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unavailable', because: said.because }
  if (said.is === 'no') return { is: 'not_found' }
  const account = Account.safeParse(said.body).data
  if (account?.accountNumber !== accountNumber) return { is: 'unavailable', because: 'unreadable' }
  return { is: 'found', name: account.accountName.trim() }
}

const Match = z.object({
  bvn: z.string(),
  accountNumber: z.string(),
  accountName: z.string().nullish(),
  matchStatus: z.string(),
})

/** Refusals that tell of us and not of the customer: our wallet, our contract. */
const aboutUs = /wallet|balance|insufficient|contract|merchant|permission|subscri|limit/i

/**
 * Reads the answer to `bvn-account-match`. Anything below a full match is none; a wrong BVN is refused with
 * code 99 and a text. Source: Monnify, "BVN account match".
 */
export function readBvnMatch(reply: Reply, asked: { bvn: string; accountNumber: string }): BvnMatch {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unavailable', because: said.because }
  if (said.is === 'no')
    return aboutUs.test(said.message) ? { is: 'unavailable', because: said.code } : { is: 'mismatch' }
  const match = Match.safeParse(said.body).data
  if (match?.bvn !== asked.bvn || match.accountNumber !== asked.accountNumber)
    return { is: 'unavailable', because: 'unreadable' }
  const accountName = match.accountName?.trim()
  return match.matchStatus === 'FULL_MATCH' && accountName ? { is: 'match', accountName } : { is: 'mismatch' }
}

const Reserved = z.object({
  accountReference: z.string(),
  currencyCode: z.string(),
  status: z.string(),
  accounts: z
    .array(
      z.object({
        bankCode: Text,
        bankName: z.string().min(1),
        accountNumber: z.string().regex(/^\d{10}$/),
        accountName: z.string().min(1),
      }),
    )
    .nullish()
    .transform((it) => it ?? []),
})

/** What a reservation led to. `taken`: our reference is in use there, so its accounts can be read. */
export type Reserving = Reservation | { is: 'taken' }

/** Reads the answer to a reservation, or to the question about one, made under a reference of ours. */
export function readReservation(reply: Reply, accountReference: string): Reserving {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') {
    const { code, message } = said
    return /same reference|duplicate|already/i.test(message)
      ? { is: 'taken' }
      : { is: 'refused', because: message || code }
  }
  const it = Reserved.safeParse(said.body).data
  if (it?.accountReference !== accountReference || it.currencyCode !== 'NGN')
    return { is: 'unknown', because: 'unreadable' }
  if (it.accounts.length === 0) return { is: 'pending' }
  const accounts = it.accounts.map((one) => ({ ...one, bankCode: one.bankCode ?? null }))
  return { is: 'reserved', accounts, active: it.status === 'ACTIVE' }
}

/** Reads the answer to closing one; an account that they do not know is closed too. */
export function readReleased(reply: Reply): boolean {
  const said = saidBy(reply)
  return said.is === 'yes' || (said.is === 'no' && said.status === 404)
}

const Arrived = z.object({
  transactionReference: z.string().min(1),
  amountPaid: NairaAmount,
  settlementAmount: NairaAmount.nullish().catch(null),
  currency: z.string().min(1),
  paidOn: Text,
  paymentStatus: z.string(),
  product: z.object({ type: z.literal('RESERVED_ACCOUNT'), reference: z.string().min(1) }),
  accountDetails: z.object({ accountName: Text }).nullish().catch(null),
  accountPayments: z
    .array(z.object({ accountName: Text }))
    .nullish()
    .catch(null),
})

/** Reads a transaction as money on a reserved account; any other transaction is none. */
export function readInflow(reply: Reply, gatewayReference: string): Inflow {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'pending' }
  if (said.is === 'no') return said.status === 404 ? { is: 'not_found' } : { is: 'pending' }
  const type = z.object({ product: z.object({ type: z.string() }) }).safeParse(said.body).data?.product.type
  if (type !== undefined && type !== 'RESERVED_ACCOUNT') return { is: 'not_found' }
  const it = Arrived.safeParse(said.body).data
  if (it?.transactionReference !== gatewayReference) return { is: 'pending' }
  if (it.paymentStatus !== 'PAID' && it.paymentStatus !== 'OVERPAID') return { is: 'pending' }
  return {
    is: 'received',
    gatewayReference,
    accountReference: it.product.reference,
    paidKobo: it.amountPaid,
    feeKobo: feeOf(it),
    currency: it.currency,
    paidAt: timeOf(it.paidOn),
    payerName: it.accountDetails?.accountName ?? it.accountPayments?.[0]?.accountName ?? null,
  }
}

const Page = z.object({
  content: z.array(z.object({ transactionReference: z.string().min(1) })),
  last: z.boolean().nullish(),
  totalPages: z.number().nullish(),
})

/** Reads one page of what arrived on an account. @param page from 0; null when it could not be asked */
export function readArrivals(reply: Reply, page: number): { references: string[]; more: boolean } | null {
  const said = saidBy(reply)
  const read = said.is === 'yes' ? Page.safeParse(said.body).data : undefined
  if (!read) return null
  const more = read.last != null ? !read.last : (read.totalPages ?? 1) > page + 1
  return { references: read.content.map((it) => it.transactionReference), more }
}
