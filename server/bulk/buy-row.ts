import { sql } from 'kysely'
import { Refused } from '../http/index.ts'
import { bulkRowReturned, post } from '../ledger/index.ts'
import { type Order, orderById, payFromSetAside, refuseUnsold, type ServiceParts } from '../purchase/index.ts'
import { isFinal, quoteRow } from './check-row.ts'
import { reasonOf } from './read-row.ts'
import { type Claimed, putOff, saveRow } from './store.ts'

/** What a lookup hands out for the vend is good for ten minutes. */
const handleSeconds = 9 * 60
const mostTries = 8
const againSeconds = 15
const ourFault = 'Something went wrong on our side.'

/**
 * Buys one row with the money that was set aside for it: an ordinary order, paid from the wallet. A row that cannot
 * be bought as it was priced gets its money back at once.
 * @returns the id of its order when this call has paid it; whoever dies, the sweeper brings it to its end
 */
export async function buyRow(parts: ServiceParts, row: Claimed): Promise<string | null> {
  try {
    const order = await sellable(parts, row)
    const bought = await parts.db.inTransaction(async (tx) => {
      if (!(await saveRow(tx, row, { state: 'bought', order_id: order.id, why: null }))) return false
      await payFromSetAside(parts, tx, order.id, { userId: row.user_id, email: row.email })
      return true
    })
    return bought ? order.id : null
  } catch (error) {
    await leave(parts, row, error)
    return null
  }
}

/** A row that was not bought now is refused, or tried once more when the reason passes. */
async function leave(parts: ServiceParts, row: Claimed, error: unknown): Promise<void> {
  if (isFinal(error)) return refuse(parts, row, reasonOf(error))
  parts.log.warn({ err: error, bulk: row.bulk_id, line: row.line }, 'a row was not bought')
  if (row.tries < mostTries) return putOff(parts.db, row, againSeconds)
  await refuse(parts, row, ourFault)
}

/** The row's order while it is sold as it was priced, else a new one at the same price. @throws Refused */
async function sellable(parts: ServiceParts, row: Claimed): Promise<Order> {
  const kept = row.order_id ? await orderById(parts.db.q, row.order_id) : null
  if (kept && !(await isStale(parts, kept))) {
    try {
      await refuseUnsold(parts, kept)
      return kept
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'ORDER_CHANGED') throw error
    }
  }
  const fresh = await quoteRow(parts, row)
  if (fresh.total_kobo !== row.total_kobo) {
    throw new Refused('ORDER_CHANGED', { says: 'The price has changed since the file was checked.' })
  }
  await refuseUnsold(parts, fresh)
  return fresh
}

/** Only an order whose vendor handed something out for it grows old. */
async function isStale({ db }: ServiceParts, order: Order): Promise<boolean> {
  if (order.customer.handle === null) return false
  const { rows } = await sql<{ old: boolean }>`
    select ${order.created_at}::timestamptz < business_now() - make_interval(secs => ${handleSeconds}) as old`.execute(
    db.q,
  )
  return rows[0]?.old ?? true
}

const refuse = ({ db }: ServiceParts, row: Claimed, why: string): Promise<void> =>
  db.inTransaction(async (tx) => {
    const refused = await saveRow(tx, row, {
      state: 'refused',
      why: `${why.replace(/\.?$/, '.')} The money is back in your wallet.`,
    })
    if (!refused) return
    await post(
      tx,
      bulkRowReturned({
        bulkId: row.bulk_id,
        line: row.line,
        userId: row.user_id,
        amountKobo: row.total_kobo ?? 0n,
        reason: `line ${row.line} was not bought`,
      }),
    )
  })
