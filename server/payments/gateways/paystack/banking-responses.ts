import { z } from 'zod'
import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { AccountNameResult, GatewayDeposit, GatewayVirtualAccount } from '../../gateway.ts'
import { failureReason, Identifier, isOk, isRejectedRequest, PrintableName } from '../http-status.ts'
import { Id, isKeyRejected, parseEnvelope, Text } from './envelope.ts'
import { parsePayment } from './responses.ts'
import { accountChannel } from './webhook.ts'

/** The result of a call: `rejected` is a rejection in Paystack's envelope; `unknown` proves nothing. */
type ParsedResponse =
  | { type: 'succeeded'; data: unknown; meta: unknown }
  | { type: 'rejected'; status: number; message: string }
  | { type: 'unknown'; reason: string }

function parseResponse(httpResult: HttpResult): ParsedResponse {
  if (httpResult.type !== 'response') return { type: 'unknown', reason: failureReason(httpResult) }
  const { status } = httpResult
  const envelope = parseEnvelope(httpResult)
  if (status === 401 || status === 403 || (envelope && isKeyRejected(status, envelope)))
    return { type: 'unknown', reason: 'unauthorised' }
  if (envelope?.status && isOk(status)) return { type: 'succeeded', data: envelope.data, meta: envelope.meta }
  if (envelope && !envelope.status && isRejectedRequest(status))
    return { type: 'rejected', status, message: envelope.message || `status ${status}` }
  return { type: 'unknown', reason: 'unreadable' }
}

const BankSchema = z.object({
  id: Id,
  name: PrintableName,
  code: z.string().min(1),
  active: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
})
const PagesSchema = z.object({ next: Identifier })

/** A bank in Paystack's list. Refund accounts use `id`; all other calls use `code`. */
export interface ListedBank {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** Parses one page of the active banks; null when it could not be fetched. */
export function parseBanks(httpResult: HttpResult): { banks: ListedBank[]; next: string | null } | null {
  const result = parseResponse(httpResult)
  const list = result.type === 'succeeded' ? z.array(BankSchema).safeParse(result.data).data : undefined
  if (result.type !== 'succeeded' || !list) return null
  const banks = list
    .filter((bank) => bank.active !== false && bank.is_deleted !== true)
    .map(({ id, name, code }) => ({ id, name: name.trim(), code }))
  return { banks, next: PagesSchema.safeParse(result.meta).data?.next || null }
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

/** The merchant's metadata of a customer: an object or JSON text. */
const Metadata = z
  .union([z.object({ account_reference: Identifier }), z.string().transform(parseMetadata)])
  .nullish()
  .catch(null)
const CustomerSchema = z.object({ id: Id, customer_code: z.string().min(1), metadata: Metadata })

function parseMetadata(text: string): { account_reference?: string | null | undefined } | null {
  return z.object({ account_reference: Identifier }).safeParse(parseLosslessJson(text)).data ?? null
}

export type CustomerResult =
  | { type: 'found'; id: string; code: string; accountReference: string | null }
  | { type: 'not_found' }
  | { type: 'unknown'; reason: string }

/** Parses a customer, or the response to creating one. */
export function parseCustomer(httpResult: HttpResult): CustomerResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected') return { type: 'not_found' }
  const customer = CustomerSchema.safeParse(result.data).data
  if (!customer) return { type: 'unknown', reason: 'unreadable' }
  const { id, customer_code: code, metadata } = customer
  return { type: 'found', id, code, accountReference: metadata?.account_reference || null }
}

const ProvidersSchema = z.array(z.object({ provider_slug: z.string().min(1) })).min(1)

/** The bank of a live integration's accounts; null when it could not be fetched. */
export function parseProvider(httpResult: HttpResult): string | null {
  const result = parseResponse(httpResult)
  return (
    (result.type === 'succeeded' && ProvidersSchema.safeParse(result.data).data?.[0]?.provider_slug) || null
  )
}

const Dedicated = z
  .object({
    account_number: z.string().regex(/^\d{10}$/),
    account_name: PrintableName,
    active: z.boolean(),
    bank: z.object({ name: PrintableName }),
  })
  .transform((bank) => ({
    isActive: bank.active,
    account: {
      bankName: bank.bank.name,
      bankCode: null,
      accountName: bank.account_name,
      accountNumber: bank.account_number,
    } satisfies GatewayVirtualAccount,
  }))

export type DedicatedAccountResult =
  | { type: 'created'; isActive: boolean; account: GatewayVirtualAccount }
  | { type: 'none' }
  | { type: 'rejected'; reason: string }
  | { type: 'unknown'; reason: string }

/** Parses the list of a customer's accounts: one or none. */
export function parseDedicatedAccount(httpResult: HttpResult): DedicatedAccountResult {
  const result = parseResponse(httpResult)
  if (result.type !== 'succeeded')
    return { type: 'unknown', reason: result.type === 'rejected' ? result.message : result.reason }
  const list = z.array(Dedicated).safeParse(result.data).data
  if (!list) return { type: 'unknown', reason: 'unreadable' }
  return list[0] ? { type: 'created', ...list[0] } : { type: 'none' }
}

/** Parses the response to creating an account. Without an account in it, the creation is in progress. */
export function parseCreatedDedicatedAccount(httpResult: HttpResult): DedicatedAccountResult {
  const result = parseResponse(httpResult)
  if (result.type === 'unknown') return { type: 'unknown', reason: result.reason }
  if (result.type === 'rejected') return { type: 'rejected', reason: result.message }
  if (result.data == null) return { type: 'none' }
  const account = Dedicated.safeParse(result.data).data
  return account ? { type: 'created', ...account } : { type: 'unknown', reason: 'unreadable' }
}

const DepositSchema = z.object({
  channel: z.literal(accountChannel),
  customer: z.object({ metadata: Metadata }),
  authorization: z.object({ sender_name: Text }).nullish().catch(null),
})

/** Parses a transaction as a deposit to a dedicated account. A checkout's transaction is not a deposit. */
export function parseDeposit(httpResult: HttpResult): GatewayDeposit {
  const status = parsePayment(httpResult)
  if (status.type === 'pending') return { type: 'pending' }
  const result = parseResponse(httpResult)
  const deposit = result.type === 'succeeded' ? DepositSchema.safeParse(result.data).data : undefined
  const accountReference = deposit?.customer.metadata?.account_reference
  if (status.type !== 'succeeded' || !deposit || !accountReference) return { type: 'not_found' }
  const { paidKobo, feeKobo, currency, paidAt } = status
  return {
    type: 'received',
    gatewayReference: status.reference,
    transactionId: status.gatewayReference,
    accountReference,
    paidKobo,
    feeKobo,
    currency,
    paidAt,
    payerName: deposit.authorization?.sender_name ?? null,
  }
}
