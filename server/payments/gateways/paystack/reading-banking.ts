import { z } from 'zod'
import type { Reply } from '../../../http/outbound.ts'
import type { AccountName, Inflow, ReservedAccount } from '../../gateway.ts'
import { isOk, refusesRequest, unanswered } from '../answers.ts'
import { envelopeOf, Id, Text } from './envelope.ts'
import { accountChannel } from './hint.ts'
import { readPayment } from './reading.ts'

/** What they said: `no` is a refusal in their own envelope, `nothing` proves nothing. */
type Said =
  | { is: 'yes'; data: unknown; meta: unknown }
  | { is: 'no'; status: number; message: string }
  | { is: 'nothing'; because: string }

function saidBy(reply: Reply): Said {
  if (reply.is !== 'answered') return { is: 'nothing', because: unanswered(reply) }
  const { status } = reply
  if (status === 401 || status === 403) return { is: 'nothing', because: 'unauthorised' }
  const envelope = envelopeOf(reply)
  if (envelope?.status && isOk(status)) return { is: 'yes', data: envelope.data, meta: envelope.meta }
  if (envelope && !envelope.status && refusesRequest(status))
    return { is: 'no', status, message: envelope.message || `status ${status}` }
  return { is: 'nothing', because: 'unreadable' }
}

const Bank = z.object({
  id: Id,
  name: z.string().min(1),
  code: z.string().min(1),
  active: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
})
const Pages = z.object({ next: Text })

/** A bank in their list. `id` is what a refund's account is named by, `code` what all else takes. */
export interface ListedBank {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** Reads one page of the banks that work; null when it could not be asked. */
export function readBanks(reply: Reply): { banks: ListedBank[]; next: string | null } | null {
  const said = saidBy(reply)
  const listed = said.is === 'yes' ? z.array(Bank).safeParse(said.data).data : undefined
  if (said.is !== 'yes' || !listed) return null
  const banks = listed
    .filter((it) => it.active !== false && it.is_deleted !== true)
    .map(({ id, name, code }) => ({ id, name: name.trim(), code }))
  return { banks, next: Pages.safeParse(said.meta).data?.next || null }
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

/** What a merchant knows of a customer: an object, or JSON text. */
const Metadata = z
  .union([z.object({ account_reference: Text }), z.string().transform(textMetadata)])
  .nullish()
  .catch(null)
const Customer = z.object({ id: Id, customer_code: z.string().min(1), metadata: Metadata })

function textMetadata(text: string): { account_reference?: string | null | undefined } | null {
  try {
    return z.object({ account_reference: Text }).safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export type FoundCustomer =
  | { is: 'found'; id: string; code: string; accountReference: string | null }
  | { is: 'not_found' }
  | { is: 'unknown'; because: string }

/** Reads a customer, or the answer to making one. */
export function readCustomer(reply: Reply): FoundCustomer {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') return { is: 'not_found' }
  const customer = Customer.safeParse(said.data).data
  if (!customer) return { is: 'unknown', because: 'unreadable' }
  const { id, customer_code: code, metadata } = customer
  return { is: 'found', id, code, accountReference: metadata?.account_reference || null }
}

const Provider = z.array(z.object({ provider_slug: z.string().min(1) })).min(1)

/** The bank that a live integration's accounts are made at; null when it could not be asked. */
export function readProvider(reply: Reply): string | null {
  const said = saidBy(reply)
  return (said.is === 'yes' && Provider.safeParse(said.data).data?.[0]?.provider_slug) || null
}

const Dedicated = z
  .object({
    account_number: z.string().regex(/^\d{10}$/),
    account_name: z.string().min(1),
    active: z.boolean(),
    bank: z.object({ name: z.string().min(1) }),
  })
  .transform((it) => ({
    active: it.active,
    account: {
      bankName: it.bank.name,
      bankCode: null,
      accountName: it.account_name,
      accountNumber: it.account_number,
    } satisfies ReservedAccount,
  }))

export type Dedicated =
  | { is: 'made'; active: boolean; account: ReservedAccount }
  | { is: 'none' }
  | { is: 'refused'; because: string }
  | { is: 'unknown'; because: string }

/** Reads the list of a customer's accounts: they have one, or none. */
export function readDedicated(reply: Reply): Dedicated {
  const said = saidBy(reply)
  if (said.is !== 'yes') return { is: 'unknown', because: said.is === 'no' ? said.message : said.because }
  const listed = z.array(Dedicated).safeParse(said.data).data
  if (!listed) return { is: 'unknown', because: 'unreadable' }
  return listed[0] ? { is: 'made', ...listed[0] } : { is: 'none' }
}

/** Reads the answer to a new account. Without one in it, it is in progress. */
export function readNewDedicated(reply: Reply): Dedicated {
  const said = saidBy(reply)
  if (said.is === 'nothing') return { is: 'unknown', because: said.because }
  if (said.is === 'no') return { is: 'refused', because: said.message }
  if (said.data == null) return { is: 'none' }
  const made = Dedicated.safeParse(said.data).data
  return made ? { is: 'made', ...made } : { is: 'unknown', because: 'unreadable' }
}

const Arrived = z.object({
  channel: z.literal(accountChannel),
  customer: z.object({ metadata: Metadata }),
  authorization: z.object({ sender_name: Text }).nullish().catch(null),
})

/** Reads a transaction as money on a customer's own account. A checkout's is nobody's inflow. */
export function readInflow(reply: Reply): Inflow {
  const truth = readPayment(reply)
  if (truth.is === 'pending') return { is: 'pending' }
  const said = saidBy(reply)
  const arrived = said.is === 'yes' ? Arrived.safeParse(said.data).data : undefined
  const accountReference = arrived?.customer.metadata?.account_reference
  if (truth.is !== 'succeeded' || !arrived || !accountReference) return { is: 'not_found' }
  const { paidKobo, feeKobo, currency, paidAt } = truth
  return {
    is: 'received',
    gatewayReference: truth.reference,
    transactionId: truth.gatewayReference,
    accountReference,
    paidKobo,
    feeKobo,
    currency,
    paidAt,
    payerName: arrived.authorization?.sender_name ?? null,
  }
}
