import { createHash } from 'node:crypto'
import type { ErrorCode } from '../../shared/errors.ts'
import { networkNamed } from '../catalogue/index.ts'
import { type Caller, type Limits, Refused } from '../http/index.ts'
import { networksNow, type Order, type ServiceParts } from '../purchase/index.ts'
import { quoteOf, type Wish } from '../quotes/index.ts'
import { reasonOf, wishOf } from './read-row.ts'
import { type Claimed, concludeCheck, putOff, saveRow } from './store.ts'

const passing = new Set<ErrorCode>(['LOOKUP_UNAVAILABLE', 'TOO_MANY', 'UNAVAILABLE'])
/** A refusal that says something of the row; others pass, and the row is tried again. */
export const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && !passing.has(error.code)

/** A row is asked about again after so many seconds, then given up. */
const againSeconds = [5, 15, 60, 180, 600]
const givenUp = 'We could not check this number. Please try it again in another file.'

/** Looks one row up and prices it. No money is moved. */
export async function checkRow(parts: ServiceParts, row: Claimed): Promise<void> {
  try {
    const order = await quoteRow(parts, row)
    await saveRow(parts.db.q, row, {
      state: 'ready',
      order_id: order.id,
      // Where no vendor was asked, the order carries the name of the account.
      customer_name: order.verification_id === null ? null : order.customer.name || null,
      amount_kobo: order.amount_kobo,
      total_kobo: order.total_kobo,
    })
  } catch (error) {
    const says = isFinal(error) ? reasonOf(error) : null
    const wait = againSeconds[row.tries - 1]
    if (!(error instanceof Refused))
      parts.log.error({ err: error, bulk: row.bulk_id, line: row.line }, 'a row was not checked')
    if (says === null && wait !== undefined) return putOff(parts.db, row, wait)
    await saveRow(parts.db.q, row, { state: 'wrong', why: says ?? givenUp })
  }
  await concludeCheck(parts.db, row.bulk_id)
}

/**
 * The order of one row, priced now. Asked again within half an hour it is the same one, and nobody else's: the
 * file and the line stand where a browser's session would.
 */
export async function quoteRow(parts: ServiceParts, row: Claimed): Promise<Order> {
  const wish = await withPlanCode(parts, wishOf(row))
  const caller: Caller = {
    actor: { userId: row.user_id, role: 'user', verified: true },
    session: createHash('sha256').update(`bulk ${row.bulk_id} ${row.line}`).digest(),
    client: '',
    key: null,
    request: `bulk-${row.bulk_id}`,
    log: parts.log,
  }
  return quoteOf(wish)({ ...parts, limits: limitsOf(parts.limits, row.user_id) }, caller)
}

/** A company's file does not stand behind one address: its lookups are counted by the company. */
const limitsOf = (limits: Limits, userId: string): Limits => ({
  ...limits,
  spend: (name, key, points) =>
    name === 'lookup_client' ? limits.spend('bulk_lookup', userId, points) : limits.spend(name, key, points),
})

/** People write a plan by its name; forms send its code. */
async function withPlanCode(parts: ServiceParts, wish: Wish): Promise<Wish> {
  if (wish.service === 'power' || wish.service === 'airtime' || wish.plan === '') return wish
  const { networks } = await networksNow(parts, wish.service)
  const typed = wish.plan.toLowerCase()
  const sold = networkNamed(networks, wish.provider)?.variations ?? []
  const plan = sold.find((it) => it.code === wish.plan) ?? sold.find((it) => it.name.toLowerCase() === typed)
  return plan ? { ...wish, plan: plan.code } : wish
}
