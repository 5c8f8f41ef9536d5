import type { BankServices, ReservationResult } from '../../gateway.ts'
import { fetchPages } from '../pagination.ts'
import {
  type CustomerResult,
  type DedicatedAccountResult,
  type ListedBank,
  parseAccount,
  parseBanks,
  parseCreatedDedicatedAccount,
  parseCustomer,
  parseDedicatedAccount,
  parseDeposit,
  parseProvider,
} from './banking-responses.ts'
import type { PaystackClient } from './client.ts'

/** The bank of a test integration's accounts. */
const testBank = 'test-bank'

/** Every active bank, each code once; null when the list could not be read completely. */
export async function listBanks(client: PaystackClient): Promise<ListedBank[] | null> {
  const pages = await fetchPages<ListedBank, string>('', async (cursor) => {
    const page = parseBanks(await client.listBanks(cursor))
    return page && { rows: page.banks, next: page.next }
  })
  if (!pages?.isComplete || pages.rows.length === 0) return null
  const codes = new Set<string>()
  return pages.rows.filter(({ code }) => !codes.has(code) && codes.add(code))
}

/**
 * Banks, account names and dedicated virtual accounts at Paystack. An account belongs to one e-mail address, so a
 * second reference for the same address is rejected. The account reference is stored in the customer's metadata.
 * There is no lookup by our reference: a reservation whose response was lost, or that is in progress, is requested
 * again and finds the existing account. There is no synchronous BVN match.
 * Source: Paystack, "Dedicated Virtual Accounts" and "Customers".
 */
export function paystackBanking(client: PaystackClient, isTest: boolean): BankServices {
  const findAccountBank = async () => (isTest ? testBank : parseProvider(await client.listAccountProviders()))

  /** A payer already exists as a Paystack customer, without our metadata. */
  async function findOrCreateCustomer(
    email: string,
    name: string,
    accountReference: string,
  ): Promise<CustomerResult> {
    const metadata = { account_reference: accountReference }
    const existing = parseCustomer(await client.getCustomer(email))
    if (existing.type === 'not_found') {
      const [first_name = '', ...rest] = name.trim().split(/\s+/)
      const last_name = rest.join(' ') || first_name
      return parseCustomer(await client.createCustomer({ email, first_name, last_name, metadata }))
    }
    if (existing.type === 'unknown' || existing.accountReference !== null) return existing
    return parseCustomer(await client.updateCustomer(existing.code, { metadata }))
  }

  return {
    async listBanks() {
      const banks = await listBanks(client)
      return banks?.map(({ name, code }) => ({ name, code })) ?? null
    },
    resolveAccount: async ({ bankCode, accountNumber }) =>
      parseAccount(await client.resolveAccount(accountNumber, bankCode), accountNumber),
    async reserveAccount({ accountReference, customerName, customerEmail }) {
      const customer = await findOrCreateCustomer(customerEmail, customerName, accountReference)
      if (customer.type === 'unknown') return customer
      if (customer.type === 'not_found') return { type: 'rejected', reason: 'customer creation rejected' }
      if (customer.accountReference !== accountReference)
        return {
          type: 'rejected',
          reason: 'this e-mail address has a virtual account with another reference',
        }
      const existing = parseDedicatedAccount(await client.listAccounts(customer.id))
      if (existing.type !== 'none') return toReservation(existing)
      const preferred_bank = await findAccountBank()
      if (!preferred_bank) return { type: 'unknown', reason: 'no bank for accounts' }
      return toReservation(
        parseCreatedDedicatedAccount(
          await client.reserveAccount({ customer: customer.code, preferred_bank }),
        ),
      )
    },
    getDeposit: async (reference) => parseDeposit(await client.verify(reference)),
  }
}

function toReservation(dedicated: DedicatedAccountResult): ReservationResult {
  if (dedicated.type === 'none') return { type: 'pending' }
  return dedicated.type === 'created'
    ? { type: 'reserved', isActive: dedicated.isActive, accounts: [dedicated.account] }
    : dedicated
}
