import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'
import { expectBooksTrue, expectLawful } from '../support/audit.ts'
import { createDice } from './dice.ts'
import type { Column, DyingHouse } from './flow.ts'
import { flows } from './flows/index.ts'

/** All cells of one flow under one lie: what differs is where the process dies. */
export interface Row {
  /** `gateway order/error_500` */
  readonly name: string
  readonly column: Column
}

export const rows: readonly Row[] = flows.flatMap(({ name, columns }) =>
  Object.entries(columns).map(([column, it]) => ({ name: `${name}/${column}`, column: it })),
)

/** A number that a seed gives to a row, always the same. */
export const drawn = (seed: string, row: Row, below: number): number =>
  createDice(`${seed} ${row.name}`).below(below)

/** Walks the boundaries of a row from `first` on, every `stride`-th. @returns where it died, one for each cell */
export async function walk(
  house: DyingHouse,
  row: Row,
  { first = 1, stride = 1, most = Number.POSITIVE_INFINITY } = {},
): Promise<string[]> {
  const died: string[] = []
  for (let at = first; died.length < most; at += stride) {
    const boundary = await dieAndRecover(house, row, at)
    if (boundary === null) break
    died.push(boundary)
  }
  return died
}

/**
 * One cell: a story whose process dies at the `at`-th boundary and is started again; then the lies are over,
 * time passes, and everything must have come to its end, once.
 * @returns where it died; null when the story was over before
 */
export async function dieAndRecover(house: DyingHouse, row: Row, at: number): Promise<string | null> {
  const { shop } = house
  const cell = `FAULT_CELL='${row.name}@${at}'`
  try {
    await house.begin(at, row.column)
    const story = await row.column.begin(house)
    for (const [party, behaviour, times] of row.column.lies) await shop.fault(party, behaviour, times)
    await story.acts()
    await house.followTo(story.over)
    for (const party of new Set(row.column.lies.map(([party]) => party))) await shop.fault(party, 'none')
    await house.afterwards()
    const where = `${cell}, ${house.diedAt ?? 'alive'}`
    await expectLawful(shop, where)
    await story.judge(where)
    await expectBooksTrue(shop, { withPeople: true })
  } catch (error) {
    throw new Error(`${cell} died ${house.diedAt}\n${await lastOrder(shop.db)}`, { cause: error })
  }
  return house.diedAt
}

/** How the youngest order stands, for whoever reads why a cell failed. */
async function lastOrder(db: Database): Promise<string> {
  const { rows } = await sql<{ seen: object }>`
    select json_build_object('state', state, 'review', review_reason, 'due', due_at - business_now(),
      'payments', (select json_agg(json_build_array(gateway, state, failed_because, due_at - business_now()))
        from payments where order_id = orders.id),
      'attempts', (select json_agg(json_build_array(vendor, state, because, code, asks, sends, due_at - business_now()))
        from attempts where order_id = orders.id),
      'refunds', (select json_agg(json_build_array(cause, state, because, due_at - business_now()))
        from refunds where order_id = orders.id)) as seen
    from orders order by created_at desc limit 1`.execute(db.q)
  return JSON.stringify(rows[0]?.seen)
}
