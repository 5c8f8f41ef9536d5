import type { Banking } from '../../gateway.ts'
import {
  readAccount,
  readAccountClosed,
  readBanks,
  readBvnMatch,
  readDeposit,
  readDepositPage,
  readReservation,
} from './banking-responses.ts'
import type { MonnifyClient } from './client.ts'

/** Maximum pages (of 100 deposits) read per account and call. */
const maxPages = 20

/** Account names, BVN match and reserved accounts at Monnify. Each BVN match is billed to our Monnify wallet. */
export function monnifyBanking(client: MonnifyClient, contractCode: string): Banking {
  const reservation = async (accountReference: string) => {
    const result = readReservation(await client.getReservation(accountReference), accountReference)
    return result.type === 'taken' ? { type: 'unknown' as const, reason: 'unreadable' } : result
  }
  return {
    listBanks: async () => readBanks(await client.listBanks()),
    resolveAccount: async ({ bankCode, accountNumber }) =>
      readAccount(await client.resolveAccount(accountNumber, bankCode), accountNumber),
    matchBvn: async ({ bvn, bankCode, accountNumber }) =>
      readBvnMatch(await client.matchBvn({ bankCode, accountNumber, bvn }), { bvn, accountNumber }),
    async reserveAccount({ accountReference, accountName, customerName, customerEmail, bvn }) {
      const reply = await client.reserveAccount({
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
      const result = readReservation(reply, accountReference)
      return result.type === 'taken' ? reservation(accountReference) : result
    },
    getReservation: reservation,
    getDeposit: async (reference) => readDeposit(await client.getTransaction(reference), reference),
    async listDepositReferences(accountReference) {
      const references: string[] = []
      for (let page = 0; page < maxPages; page += 1) {
        const pageResult = readDepositPage(await client.listDeposits(accountReference, page), page)
        if (!pageResult) return null
        references.push(...pageResult.references)
        if (!pageResult.hasMore) break
      }
      return references
    },
    closeAccount: async (accountReference) => readAccountClosed(await client.closeAccount(accountReference)),
  }
}
