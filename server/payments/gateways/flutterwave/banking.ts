import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import type {
  AccountNameResult,
  BankServices,
  GatewayBank,
  GatewayDeposit,
  ReservationResult,
} from '../../gateway.ts'
import { PrintableName } from '../http-status.ts'
import { fetchPages, longListLimits } from '../pagination.ts'
import { accountTxRef, parseAccountReference } from './accounts.ts'
import type { FlutterwaveClient } from './client.ts'
import { parseResponse } from './envelope.ts'
import { feeKoboOf, paidKoboOf, parseAttempts, parsePaidTransaction, parsePayment } from './responses.ts'

/**
 * Banks, account names and permanent accounts at Flutterwave. It has no synchronous BVN match and no lookup of an
 * account by our reference: a reservation whose response was lost is sent again, and both accounts then report the
 * same reference. Source: Flutterwave, "NGN virtual accounts".
 */
export function flutterwaveBanking(client: FlutterwaveClient): BankServices {
  return {
    listBanks: async () => parseBanks(await client.listBanks()),
    resolveAccount: async ({ bankCode, accountNumber }) =>
      parseAccount(
        await client.resolveAccount({ account_number: accountNumber, account_bank: bankCode }),
        accountNumber,
      ),
    async reserveAccount({ accountReference, accountName, customerName, customerEmail, bvn }) {
      const [firstname = '', ...rest] = customerName.trim().split(/\s+/)
      const httpResult = await client.reserveAccount({
        tx_ref: accountTxRef(accountReference),
        is_permanent: true,
        currency: 'NGN',
        email: customerEmail,
        bvn,
        narration: accountName,
        firstname,
        lastname: rest.join(' ') || firstname,
      })
      return parseReservation(httpResult, accountName)
    },
    getDeposit: async (id) => parseDeposit(await client.getTransaction(id)),
    async listDepositReferences(accountReference) {
      const txRef = accountTxRef(accountReference)
      const pages = await fetchPages(
        1,
        async (page) => {
          const list = parseAttempts(await client.listAttempts(txRef, page), txRef)
          return list && { rows: list.attempts, next: page < list.pages ? page + 1 : null }
        },
        longListLimits,
      )
      if (!pages) return null
      const deposits = pages.rows.filter((attempt) => attempt.type === 'successful')
      return { references: deposits.map(({ id }) => id), isComplete: pages.isComplete }
    },
  }
}

const BanksSchema = z.array(z.object({ name: PrintableName, code: z.string().min(1) }))

/** Parses `GET /banks/NG`; null when the list could not be fetched. */
export function parseBanks(httpResult: HttpResult): GatewayBank[] | null {
  const result = parseResponse(httpResult)
  const banks = result.type === 'succeeded' ? BanksSchema.safeParse(result.data).data : undefined
  return banks?.length ? banks : null
}

const AccountSchema = z.object({ account_number: z.string(), account_name: PrintableName })

/** Parses the name of an account. @param accountNumber the requested account number */
export function parseAccount(httpResult: HttpResult, accountNumber: string): AccountNameResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unavailable', reason: result.reason }
  if (result.type === 'rejected') return { type: 'not_found' }
  const account = AccountSchema.safeParse(result.data).data
  if (account?.account_number !== accountNumber) return { type: 'unavailable', reason: 'unreadable' }
  return { type: 'found', name: account.account_name.trim() }
}

const ReservedSchema = z.object({
  account_number: z.string().regex(/^\d{10}$/),
  bank_name: PrintableName,
})

/** Parses the response to a reservation. @param accountName the requested account name */
export function parseReservation(httpResult: HttpResult, accountName: string): ReservationResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected')
    return { type: 'rejected', reason: result.message || `status ${result.status}` }
  const account = ReservedSchema.safeParse(result.data).data
  if (!account) return { type: 'unknown', reason: 'unreadable' }
  return {
    type: 'reserved',
    isActive: true,
    accounts: [
      {
        bankName: account.bank_name,
        bankCode: null,
        accountName,
        accountNumber: account.account_number,
      },
    ],
  }
}

const OriginSchema = z.object({ originatorname: PrintableName })

/** Parses a transaction as a deposit to a permanent account. A checkout's transaction is not a deposit. */
export function parseDeposit(httpResult: HttpResult): GatewayDeposit {
  const transaction = parsePaidTransaction(httpResult)
  if (!transaction) {
    const { type } = parsePayment(httpResult)
    return type === 'not_found' || type === 'failed' ? { type: 'not_found' } : { type: 'pending' }
  }
  const accountReference = parseAccountReference(transaction.tx_ref)
  if (accountReference === null) return { type: 'not_found' }
  return {
    type: 'received',
    gatewayReference: transaction.id,
    accountReference,
    paidKobo: paidKoboOf(transaction),
    feeKobo: feeKoboOf(transaction),
    currency: transaction.currency,
    paidAt: transaction.created_at ?? null,
    payerName: OriginSchema.safeParse(transaction.meta).data?.originatorname ?? null,
  }
}
