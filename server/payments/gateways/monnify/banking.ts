import type { BankServices } from '../../gateway.ts'
import { fetchPages, longListLimits } from '../pagination.ts'
import {
  parseAccount,
  parseAccountClosed,
  parseBanks,
  parseBvnMatch,
  parseDeposit,
  parseDepositPage,
  parseReservation,
} from './banking-responses.ts'
import type { MonnifyClient } from './client.ts'

/** Account names, BVN match and virtual accounts at Monnify. Each BVN match is billed to our Monnify wallet. */
export function monnifyBanking(client: MonnifyClient, contractCode: string): BankServices {
  const reservation = async (accountReference: string) => {
    const result = parseReservation(await client.getReservation(accountReference), accountReference)
    return result.type === 'reference_exists' ? { type: 'unknown' as const, reason: 'unreadable' } : result
  }
  return {
    listBanks: async () => parseBanks(await client.listBanks()),
    resolveAccount: async ({ bankCode, accountNumber }) =>
      parseAccount(await client.resolveAccount(accountNumber, bankCode), accountNumber),
    matchBvn: async ({ bvn, bankCode, accountNumber }) =>
      parseBvnMatch(await client.matchBvn({ bankCode, accountNumber, bvn }), { bvn, accountNumber }),
    async reserveAccount({ accountReference, accountName, customerName, customerEmail, bvn }) {
      const httpResult = await client.reserveAccount({
        accountReference,
        accountName,
        customerName,
        customerEmail,
        bvn,
        currencyCode: 'NGN',
        contractCode,
        getAllAvailableBanks: true,
        // Any payer is allowed; the documented default is inconsistent.
        restrictPaymentSource: false,
      })
      const result = parseReservation(httpResult, accountReference)
      return result.type === 'reference_exists' ? reservation(accountReference) : result
    },
    getReservation: reservation,
    getDeposit: async (reference) => parseDeposit(await client.getTransaction(reference), reference),
    async listDepositReferences(accountReference) {
      const known = new Set<string>()
      const list = await fetchPages(
        0,
        async (page) => {
          const result = parseDepositPage(await client.listDeposits(accountReference, page), page)
          // Without a new deposit on a page that is not the last one, the list would never end.
          if (!result || (result.hasMore && result.references.every((name) => known.has(name)))) return null
          for (const name of result.references) known.add(name)
          return { rows: result.references, next: result.hasMore ? page + 1 : null }
        },
        longListLimits,
      )
      return list && { references: list.rows, isComplete: list.isComplete }
    },
    closeAccount: async (accountReference) => parseAccountClosed(await client.closeAccount(accountReference)),
  }
}
