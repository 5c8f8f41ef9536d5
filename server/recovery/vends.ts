import pLimit from 'p-limit'
import { formatMoney } from '../../shared/money.ts'
import {
  fetchVendorOutcome,
  findEarlierVend,
  flagForReview,
  type Order,
  requeryIfRestored,
  requeryOnce,
} from '../purchase/index.ts'
import { attemptsOf, type Outcome } from '../vending/index.ts'
import type { RecoveryOptions } from './arguments.ts'
import type { RecoveryDeps } from './recover.ts'
import type { RecoveryReport, ReportRow } from './report.ts'

const concurrency = 6
/** A restore can remove the wallet payment of an order for this long after the order was created. */
const payableMs = 24 * 60 * 60 * 1_000

/** Requeries every order that a vendor may have and this database may lack. Sends nothing. */
export async function recoverVends(
  deps: RecoveryDeps,
  options: RecoveryOptions,
  report: RecoveryReport,
): Promise<void> {
  const limit = pLimit(concurrency)
  const openOrders = await ordersIn(deps, ['paid', 'vending', 'vend_failed'])
  await Promise.all(
    openOrders.map((order) =>
      limit(async () => {
        const row = options.dryRun ? await inspectVend(deps, order) : await requeryVend(deps, order)
        report.add(row, order.total_kobo)
        if (row === 'vend_unknown')
          report.addDecision(
            `Order ${order.reference}, ${formatMoney(order.total_kobo)}: ${order.vendor} gives no clear answer. It is in review, and nothing is sent.`,
          )
      }),
    ),
  )
  const unpaid = await ordersIn(deps, ['quoted', 'awaiting_payment', 'expired'])
  const youngest = options.since.getTime() - payableMs
  await Promise.all(
    unpaid
      .filter((order) => order.user_id !== null && order.created_at.getTime() >= youngest)
      .map((order) => limit(() => inspectUnpaid(deps, options, report, order))),
  )
}

const ordersIn = ({ db }: RecoveryDeps, states: Order['state'][]): Promise<Order[]> =>
  db.q.selectFrom('orders').selectAll().where('state', 'in', states).orderBy('created_at').execute()

const rowOf = ({ type }: Outcome): ReportRow =>
  type === 'delivered' ? 'vend_delivered' : type === 'failed' ? 'vend_failed' : 'vend_unknown'

async function inspectVend(deps: RecoveryDeps, order: Order): Promise<ReportRow> {
  if (order.state !== 'vending') {
    const earlier = await findEarlierVend(deps, order)
    return earlier ? rowOf(earlier.outcome) : 'vend_not_received'
  }
  const [attempt] = await attemptsOf(deps.db.q, order.id)
  const outcome = attempt && (await fetchVendorOutcome(deps, order, attempt))
  return outcome ? rowOf(outcome) : 'vend_unknown'
}

async function requeryVend(deps: RecoveryDeps, order: Order): Promise<ReportRow> {
  let current = order.state === 'vending' ? await requeryOnce(deps, order) : order
  while (current.state === 'paid' || current.state === 'vend_failed') {
    const step = await requeryIfRestored(deps, current)
    if (!step || step.order.state === current.state)
      return current.state === 'paid' ? 'vend_not_received' : 'vend_failed'
    current = step.order
  }
  if (current.state === 'delivered') return 'vend_delivered'
  return current.state === 'vending' ? 'vend_unknown' : 'vend_failed'
}

/**
 * An order of a user that is unpaid here and was sent: it was paid from the wallet, or by a manager, after the restore
 * point. The money is back in the wallet, so a manager decides.
 */
async function inspectUnpaid(
  deps: RecoveryDeps,
  { dryRun }: RecoveryOptions,
  report: RecoveryReport,
  order: Order,
): Promise<void> {
  const earlier = await findEarlierVend(deps, order)
  if (earlier?.outcome.type !== 'delivered') return
  report.add('delivered_unpaid', order.total_kobo)
  report.addDecision(
    `Order ${order.reference}, ${formatMoney(order.total_kobo)}: ${earlier.candidate.vendor.name} delivered it, and its payment from the wallet or by a manager is lost. It is in review.`,
  )
  if (!dryRun) await deps.db.inTransaction((tx) => flagForReview(tx, order.id, 'restored_unpaid'))
}
