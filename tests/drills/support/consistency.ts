import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { setTestClockOffset } from '../../../server/database/index.ts'
import {
  expectAllOrdersConsistent,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../../support/consistency.ts'
import type { TestClient } from '../../support/test-client.ts'
import type { Purchase } from './buyer.ts'
import { waitUntil } from './daemon.ts'
import type { DrillReport } from './drill.ts'

/** Each poll moves the application's clock ahead, so that requeries with a long delay are due. */
const clockStepSeconds = 60
/** Time for a process to notice what became due. */
const clockStepMs = 700
const settleMs = 120_000

/**
 * Waits until every order is final, then checks that nothing that was acknowledged is lost, nothing was delivered
 * twice, and the ledger equals the records of the simulated providers.
 * @param ordersMetric the name of the metric with the number of orders in each state
 */
export async function checkConsistency(
  report: DrillReport,
  client: TestClient,
  purchases: readonly Purchase[],
  ordersMetric = 'orders by state',
): Promise<void> {
  let ahead = await clockOffset(client)
  await report.checkSucceeds('every paid order ends', () =>
    waitUntil(
      'every paid order is final',
      async () => {
        if ((await openOrders(client)) === 0) return true
        ahead += clockStepSeconds
        await setTestClockOffset(client.db, ahead)
        await pause(clockStepMs)
        return false
      },
      settleMs,
    ),
  )
  const states = await orderStates(client)
  const lost = (filter: (purchase: Purchase) => boolean, expected: readonly string[] | null) =>
    purchases
      .filter((purchase) => purchase.reference !== null && filter(purchase))
      .filter(({ reference }) => {
        const state = states.get(reference ?? '')
        return state === undefined || (expected !== null && !expected.includes(state))
      })
      .map(({ reference }) => `${reference} ${states.get(reference ?? '') ?? 'missing'}`)
  const lostLookups = lost(() => true, null)
  report.check('no acknowledged order is lost', lostLookups.length === 0, lostLookups)
  const lostPayments = lost(({ paidAt }) => paidAt !== null, ['delivered', 'refunded'])
  report.check('each paid order is delivered or refunded', lostPayments.length === 0, lostPayments)
  const lostDeliveries = lost(({ deliveredAt }) => deliveredAt !== null, ['delivered'])
  report.check('no acknowledged delivery is lost', lostDeliveries.length === 0, lostDeliveries)
  await report.checkSucceeds('every invariant holds', () => expectInvariantsHold(client))
  const counts = await report.checkSucceeds('each order is paid once and delivered once, or returned', () =>
    expectAllOrdersConsistent(client),
  )
  if (counts) report.recordMetric(ordersMetric, JSON.stringify(counts))
  await report.checkSucceeds("the ledger equals the providers' records", () =>
    expectLedgerMatchesProviders(client),
  )
}

/** The number of orders that are paid or may be, and not final. */
export async function openOrders({ db }: TestClient): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from orders
    where state in ('paid', 'vending', 'vend_failed', 'refunding') or (state = 'awaiting_payment'
      and exists (select from payments where order_id = orders.id and payments.state in ('initialised', 'pending')))`.execute(
    db.q,
  )
  return rows[0]?.open ?? 0
}

async function orderStates({ db }: TestClient): Promise<ReadonlyMap<string, string>> {
  const rows = await db.q.selectFrom('orders').select(['reference', 'state']).execute()
  return new Map(rows.map(({ reference, state }) => [reference, state]))
}

async function clockOffset({ db }: TestClient): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_offset)::float8 as seconds from test_clock`.execute(db.q)
  return rows[0]?.seconds ?? 0
}
