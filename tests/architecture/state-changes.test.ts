import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((file) => !file.startsWith('server/database/migrations/'))
  .map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))

/** The tables whose `state` the types declare as not updatable. */
const stateTables = sources
  .filter(({ file }) => file.startsWith('server/database/tables'))
  .flatMap(({ text }) => [...text.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\}/gms)])
  .filter(([, , columns]) => /^ {4}state: (?:Default)?StateColumn</m.test(columns ?? ''))
  .map(([, table]) => table ?? '')

/** Updates of a state in SQL text, which the type checker does not read. */
const updatesState = (text: string): boolean =>
  [...text.matchAll(/\bupdate\s+(\w+)(?:\s+as\s+\w+)?\s+set\b(.*?)(?:\bwhere\b|\bfrom\b|`)/gis)].some(
    ([, table, assignments]) => stateTables.includes(table ?? '') && /\bstate\s*=/.test(assignments ?? ''),
  )

test('no SQL text sets the state of a table with a state machine', () => {
  expect(updatesState('`update orders set due_at = null, state = $1 where id = $2`')).toBe(true)
  expect(updatesState("`update orders set due_at = null where state = 'paid'`")).toBe(false)
  expect(sources.filter(({ text }) => updatesState(text)).map(({ file }) => file)).toEqual([])
})

test('each table with states has one state machine, in the module that owns the table', () => {
  const owners = Object.fromEntries(
    stateTables.map((table) => [
      table,
      sources
        .filter(({ text }) => text.includes(`defineStateMachine('${table}'`))
        .map(({ file }) => file.split('/')[1]),
    ]),
  )
  expect(owners).toEqual({
    orders: ['purchase'],
    payments: ['payments'],
    payment_requests: ['payment-requests'],
    dispute_responses: ['payments'],
    attempts: ['vending'],
    refunds: ['payments'],
    virtual_accounts: ['virtual-accounts'],
    deposits: ['virtual-accounts'],
    bulk_purchases: ['bulk'],
    bulk_rows: ['bulk'],
    schedules: ['schedules'],
    schedule_runs: ['schedules'],
    approvals: ['approvals'],
    campaigns: ['campaigns'],
    campaign_recipients: ['campaigns'],
  })
})
