import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '../../shared/errors.ts'
import type { UserId } from '../../shared/ids.ts'
import { findNetwork } from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Caller, type Limits, type RateLimitName } from '../http/index.ts'
import { account } from '../ledger/index.ts'
import { currentNetworks, type Order, type QuoteRequest, type ServiceDeps } from '../purchase/index.ts'
import { serviceData } from '../service-data/index.ts'
import { prepareOrder } from '../services.ts'
import { quoteRequestOf, reasonOf } from './parse-row.ts'
import { type ClaimedRow, finishCheck, rescheduleRow, transitionRow } from './store.ts'
import { bulkServerTexts } from './texts.ts'

const transientErrors = new Set<ErrorCode>(['LOOKUP_UNAVAILABLE', 'TOO_MANY', 'UNAVAILABLE'])
/** True for an error caused by the row itself. Other errors are transient and the row is retried. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !transientErrors.has(error.code)

/** Delays between checks of a row; afterwards the row becomes invalid. */
const retryDelaysSeconds = [5, 15, 60, 180, 600]

/** Looks up and prices one row. No money is moved. */
export async function checkRow(deps: ServiceDeps, row: ClaimedRow): Promise<void> {
  try {
    const order = await quoteRow(deps, row)
    await transitionRow(deps.db.q, row, 'ready', {
      order_id: order.id,
      // Without a vendor lookup, the order carries the name of the account.
      customer_name: order.customer_lookup_id === null ? null : order.customer_snapshot.name || null,
      amount_kobo: order.amount_kobo,
      total_kobo: order.total_kobo,
    })
  } catch (error) {
    const message = isFinal(error) ? reasonOf(error) : null
    const delaySeconds = retryDelaysSeconds[row.attempt_count - 1]
    if (!(error instanceof ApiError))
      deps.log.error({ err: error, bulk: row.bulk_id, line: row.line }, 'a bulk row was not checked')
    if (message === null && delaySeconds !== undefined) return rescheduleRow(deps.db, row, delaySeconds)
    await transitionRow(deps.db.q, row, 'invalid', { error: message ?? bulkServerTexts.checkAbandoned() })
  }
  await finishCheck(deps.db, row.bulk_id)
}

/**
 * The order of one row, priced now. Repeated within half an hour it returns the same order: file and line take the
 * place of a browser session.
 */
export async function quoteRow(deps: ServiceDeps, row: ClaimedRow): Promise<Order> {
  const request = await withPlanCode(deps, quoteRequestOf(row))
  const caller: Caller = {
    actor: { userId: row.user_id, role: 'user', emailVerified: true },
    sessionHash: createHash('sha256').update(`bulk ${row.bulk_id} ${row.line}`).digest(),
    deviceIdHash: null,
    ip: '',
    idempotencyKey: null,
    requestId: `bulk-${row.bulk_id}`,
    log: deps.log,
  }
  return prepareOrder(request)({ ...deps, limits: limitsOf(deps, row.user_id) }, caller)
}

/** Limits against the enumeration of names. Lookups of a company that has paid do not count. */
const enumerationLimits = new Set<RateLimitName>(['lookup_person', 'lookup_range_pair', 'lookup_range'])

/**
 * Lookups of a file are counted by company: they spend nothing of the limits of an IP address and of all customers. A
 * company's list holds many new and adjacent numbers; one that has not paid anything is limited as any user is, because
 * anyone can register a company.
 */
const limitsOf = ({ db, limits }: ServiceDeps, userId: UserId): Limits => ({
  ...limits,
  consume: async (name, key, points) => {
    if (name === 'lookup_everybody') return
    if (name === 'lookup_client') return limits.consume('bulk_lookup', userId, points)
    if (enumerationLimits.has(name) && (await hasPaid(db, userId))) return
    return limits.consume(name, key, points)
  },
})

/** True for a user with money in the wallet, also held, or with a delivered order. */
async function hasPaid(db: Database, userId: UserId): Promise<boolean> {
  const accounts = [account.wallet(userId), account.hold(userId)]
  const { rows } = await sql<{ has_paid: boolean }>`
    select exists (select from balances where account = any(${accounts}::text[]) and balance_kobo > 0)
      or exists (select from orders where user_id = ${userId}::uuid and state = 'delivered') as has_paid`.execute(
    db.q,
  )
  return rows[0]?.has_paid ?? false
}

/** Replaces a plan name with its code: files contain names, forms send codes. */
async function withPlanCode(deps: ServiceDeps, request: QuoteRequest): Promise<QuoteRequest> {
  if (request.service === 'power' || !serviceData[request.service].hasVariations) return request
  if (request.plan === '') return request
  const { networks } = await currentNetworks(deps, request.service)
  const planName = request.plan.toLowerCase()
  const variations = findNetwork(networks, request.billerCode)?.variations ?? []
  const plan =
    variations.find((variation) => variation.code === request.plan) ??
    variations.find(({ name, vendorName }) =>
      [name, vendorName].some((text) => text.toLowerCase() === planName),
    )
  return plan ? { ...request, plan: plan.code } : request
}
