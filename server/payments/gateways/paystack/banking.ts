import type { Banking, Reservation } from '../../gateway.ts'
import { readPages } from '../pages.ts'
import type { PaystackClient } from './client.ts'
import {
  type Dedicated,
  type FoundCustomer,
  type ListedBank,
  readAccount,
  readBanks,
  readCustomer,
  readDedicated,
  readInflow,
  readNewDedicated,
  readProvider,
} from './reading-banking.ts'

/** Where a test integration's accounts are made. */
const testBank = 'test-bank'

/** Every bank that works, each code once; null when the list could not be read in full. */
export async function banksAt(client: PaystackClient): Promise<ListedBank[] | null> {
  const read = await readPages<ListedBank, string>('', async (cursor) => {
    const page = readBanks(await client.banks(cursor))
    return page && { rows: page.banks, next: page.next }
  })
  if (!read?.whole || read.rows.length === 0) return null
  const codes = new Set<string>()
  return read.rows.filter(({ code }) => !codes.has(code) && codes.add(code))
}

/**
 * Banks, names of accounts, and customers' own accounts at Paystack. An account there belongs to an e-mail
 * address, one each, so a second reference of ours for the same address is refused. Which reference an
 * account has is kept as the customer's metadata. There is no question by our reference: a reservation whose
 * answer was lost, or that is in progress, is asked for again and finds what was made. A BVN is matched by
 * no call on the spot. Source: Paystack, "Dedicated Virtual Accounts" and "Customers".
 */
export function paystackBanking(client: PaystackClient, isTest: boolean): Banking {
  const bankOfAccounts = async () => (isTest ? testBank : readProvider(await client.providers()))

  /** Whoever has paid there is a customer already, with nothing of ours known of them. */
  async function customerOf(email: string, name: string, accountReference: string): Promise<FoundCustomer> {
    const metadata = { account_reference: accountReference }
    const known = readCustomer(await client.customer(email))
    if (known.is === 'not_found') {
      const [first_name = '', ...rest] = name.trim().split(/\s+/)
      const last_name = rest.join(' ') || first_name
      return readCustomer(await client.addCustomer({ email, first_name, last_name, metadata }))
    }
    if (known.is === 'unknown' || known.accountReference !== null) return known
    return readCustomer(await client.changeCustomer(known.code, { metadata }))
  }

  return {
    async banks() {
      const banks = await banksAt(client)
      return banks?.map(({ name, code }) => ({ name, code })) ?? null
    },
    resolveAccount: async ({ bankCode, accountNumber }) =>
      readAccount(await client.account(accountNumber, bankCode), accountNumber),
    async reserve({ accountReference, customerName, customerEmail }) {
      const customer = await customerOf(customerEmail, customerName, accountReference)
      if (customer.is === 'unknown') return customer
      if (customer.is === 'not_found') return { is: 'refused', because: 'no customer' }
      if (customer.accountReference !== accountReference)
        return { is: 'refused', because: 'this e-mail address has an account there' }
      const had = readDedicated(await client.accountsOf(customer.id))
      if (had.is !== 'none') return reservationOf(had)
      const preferred_bank = await bankOfAccounts()
      if (!preferred_bank) return { is: 'unknown', because: 'no bank for accounts' }
      return reservationOf(
        readNewDedicated(await client.reserve({ customer: customer.code, preferred_bank })),
      )
    },
    inflow: async (reference) => readInflow(await client.verify(reference)),
  }
}

function reservationOf(it: Dedicated): Reservation {
  if (it.is === 'none') return { is: 'pending' }
  return it.is === 'made' ? { is: 'reserved', active: it.active, accounts: [it.account] } : it
}
