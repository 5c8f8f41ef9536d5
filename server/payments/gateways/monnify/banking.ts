import type { Banking } from '../../gateway.ts'
import type { MonnifyClient } from './client.ts'
import {
  readAccount,
  readArrivals,
  readBanks,
  readBvnMatch,
  readInflow,
  readReleased,
  readReservation,
} from './reading-banking.ts'

/** An account with more than so many hundreds of transfers is read no further at once. */
const mostPages = 20

/** Names of accounts, BVN and reserved accounts at Monnify. Each BVN question bills our wallet there. */
export function monnifyBanking(client: MonnifyClient, contractCode: string): Banking {
  const reservation = async (accountReference: string) => {
    const found = readReservation(await client.reservation(accountReference), accountReference)
    return found.is === 'taken' ? { is: 'unknown' as const, because: 'unreadable' } : found
  }
  return {
    banks: async () => readBanks(await client.banks()),
    resolveAccount: async ({ bankCode, accountNumber }) =>
      readAccount(await client.account(accountNumber, bankCode), accountNumber),
    matchBvn: async ({ bvn, bankCode, accountNumber }) =>
      readBvnMatch(await client.matchBvn({ bankCode, accountNumber, bvn }), { bvn, accountNumber }),
    async reserve({ accountReference, accountName, customerName, customerEmail, bvn }) {
      const reply = await client.reserve({
        accountReference,
        accountName,
        customerName,
        customerEmail,
        bvn,
        currencyCode: 'NGN',
        contractCode,
        getAllAvailableBanks: true,
        // Anybody may pay into it; the default differs between their documents.
        restrictPaymentSource: false,
      })
      const made = readReservation(reply, accountReference)
      return made.is === 'taken' ? reservation(accountReference) : made
    },
    reservation,
    inflow: async (reference) => readInflow(await client.transaction(reference), reference),
    async arrivals(accountReference) {
      const all: string[] = []
      for (let page = 0; page < mostPages; page += 1) {
        const read = readArrivals(await client.arrivals(accountReference, page), page)
        if (!read) return null
        all.push(...read.references)
        if (!read.more) break
      }
      return all
    },
    release: async (accountReference) => readReleased(await client.release(accountReference)),
  }
}
