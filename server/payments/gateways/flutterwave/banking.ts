import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { AccountName, Bank, Banking, Inflow, Reservation } from '../../gateway.ts'
import { readPages } from '../pages.ts'
import { accountReferenceIn, txRefOfAccount } from './accounts.ts'
import type { FlutterwaveClient } from './client.ts'
import { saidBy } from './envelope.ts'
import { feeKoboOf, paidKoboOf, readPaid, readPayment, readTries } from './reading.ts'

/**
 * Banks, names of accounts and permanent accounts at Flutterwave. It has no match of a BVN on the spot, and
 * no question about an account by a reference of ours: a reservation whose answer was lost is made again,
 * and both accounts then tell of the same reference. Source: Flutterwave, "NGN virtual accounts".
 */
export function flutterwaveBanking(client: FlutterwaveClient): Banking {
  return {
    banks: async () => readBanks(await client.banks()),
    resolveAccount: async ({ bankCode, accountNumber }) =>
      readAccount(
        await client.account({ account_number: accountNumber, account_bank: bankCode }),
        accountNumber,
      ),
    async reserve({ accountReference, accountName, customerName, customerEmail, bvn }) {
      const [firstname = '', ...rest] = customerName.trim().split(/\s+/)
      const reply = await client.reserve({
        tx_ref: txRefOfAccount(accountReference),
        is_permanent: true,
        currency: 'NGN',
        email: customerEmail,
        bvn,
        narration: accountName,
        firstname,
        lastname: rest.join(' ') || firstname,
      })
      return readReservation(reply, accountName)
    },
    inflow: async (id) => readInflow(await client.transaction(id)),
    async arrivals(accountReference) {
      const txRef = txRefOfAccount(accountReference)
      const read = await readPages(1, async (page) => {
        const list = readTries(await client.tries(txRef, page), txRef)
        return list && { rows: list.tries, next: page < list.pages ? page + 1 : null }
      })
      return read?.rows.filter((it) => it.is === 'successful').map(({ id }) => id) ?? null
    },
  }
}

const Banks = z.array(z.object({ name: z.string().min(1), code: z.string().min(1) }))

/** Reads `GET /banks/NG`; null when it could not be asked. */
export function readBanks(reply: Reply): Bank[] | null {
  const said = saidBy(reply)
  const banks = said.is === 'yes' ? Banks.safeParse(said.data).data : undefined
  return banks?.length ? banks : null
}

const Account = z.object({ account_number: z.string(), account_name: z.string().min(1) })

/** Reads the name of an account. @param accountNumber the one that was asked about */
export function readAccount(reply: Reply, accountNumber: string): AccountName {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unavailable', because: said.because }
  if (said.is === 'no') return { is: 'not_found' }
  const account = Account.safeParse(said.data).data
  if (account?.account_number !== accountNumber) return { is: 'unavailable', because: 'unreadable' }
  return { is: 'found', name: account.account_name.trim() }
}

const Reserved = z.object({ account_number: z.string().regex(/^\d{10}$/), bank_name: z.string().min(1) })

/** Reads the answer to a reservation. @param accountName what we asked the account to be called */
export function readReservation(reply: Reply, accountName: string): Reservation {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') return { is: 'refused', because: said.message || `status ${said.status}` }
  const account = Reserved.safeParse(said.data).data
  if (!account) return { is: 'unknown', because: 'unreadable' }
  return {
    is: 'reserved',
    active: true,
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

const Origin = z.object({ originatorname: z.string().min(1) })

/** Reads a transaction as money on a permanent account. One that is a checkout's is nobody's inflow. */
export function readInflow(reply: Reply): Inflow {
  const paid = readPaid(reply)
  if (!paid) {
    const { is } = readPayment(reply)
    return is === 'not_found' || is === 'failed' ? { is: 'not_found' } : { is: 'pending' }
  }
  const accountReference = accountReferenceIn(paid.tx_ref)
  if (accountReference === null) return { is: 'not_found' }
  return {
    is: 'received',
    gatewayReference: paid.id,
    accountReference,
    paidKobo: paidKoboOf(paid),
    feeKobo: feeKoboOf(paid),
    currency: paid.currency,
    paidAt: paid.created_at ?? null,
    payerName: Origin.safeParse(paid.meta).data?.originatorname ?? null,
  }
}
