import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { expectInvariantsHold, expectLedgerMatchesProviders } from '../support/consistency.ts'
import type { Column, CrashingEnvironment } from './flow.ts'
import { flows } from './flows/index.ts'
import { createRandom } from './random-source.ts'

/** All cases of one flow with one fault; they differ by the boundary of the crash. */
export interface Row {
  /** `gateway order/error_500` */
  readonly name: string
  readonly column: Column
}

export const rows: readonly Row[] = flows.flatMap(({ name, columns }) =>
  Object.entries(columns).map(([fault, column]) => ({ name: `${name}/${fault}`, column })),
)

/** Deterministic number of a row for a seed. */
export const seededNumber = (seed: string, row: Row, below: number): number =>
  createRandom(`${seed} ${row.name}`).below(below)

/** Runs the boundaries of a row from `first` on, every `stride`-th. @returns the crash boundary of each case */
export async function runRow(
  env: CrashingEnvironment,
  row: Row,
  { first = 1, stride = 1, maxCases = Number.POSITIVE_INFINITY } = {},
): Promise<string[]> {
  const crashBoundaries: string[] = []
  for (let at = first; crashBoundaries.length < maxCases; at += stride) {
    const boundary = await crashAndRecover(env, row, at)
    if (boundary === null) break
    crashBoundaries.push(boundary)
  }
  return crashBoundaries
}

/**
 * One case: a scenario whose process crashes at the n-th boundary and restarts; then the faults end, time passes, and
 * all work must be completed exactly once.
 * @returns the crash boundary; null when the scenario ended before it
 */
export async function crashAndRecover(
  env: CrashingEnvironment,
  row: Row,
  boundary: number,
): Promise<string | null> {
  const { app } = env
  const cell = `FAULT_CELL='${row.name}@${boundary}'`
  try {
    await env.begin(boundary, row.column)
    const scenario = await row.column.begin(env)
    for (const [provider, fault, times] of row.column.faults) await app.injectFault(provider, fault, times)
    await scenario.run()
    await env.runUntil(scenario.hasEnded)
    for (const provider of new Set(row.column.faults.map(([provider]) => provider)))
      await app.injectFault(provider, 'none')
    await env.runIdle()
    const label = `${cell}, ${env.crashedAt ?? 'not crashed'}`
    await expectInvariantsHold(app, label)
    await scenario.verify(label)
    await expectLedgerMatchesProviders(app, { allowManualRefunds: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${cell} crashed at ${env.crashedAt}\n${reason}\n${await lastOrder(app.db)}`, {
      cause: error,
    })
  }
  return env.crashedAt
}

/** State of the latest order, for the error message of a failed case. */
async function lastOrder(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: object }>`
    select json_build_object('state', state, 'review', review_reason, 'due', due_at - app_now(),
      'payments', (select json_agg(json_build_array(gateway, state, failure_reason, due_at - app_now()))
        from payments where order_id = orders.id),
      'attempts', (select json_agg(json_build_array(vendor, state, failure_reason, vendor_code, requery_count, send_count, due_at - app_now()))
        from attempts where order_id = orders.id),
      'refunds', (select json_agg(json_build_array(cause, state, failure_reason, due_at - app_now()))
        from refunds where order_id = orders.id)) as snapshot
    from orders order by created_at desc limit 1`.execute(db.q)
  return JSON.stringify(rows[0]?.snapshot)
}
