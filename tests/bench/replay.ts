import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { referenceAlphabet, referenceLength } from '../../shared/constants.ts'
import { runConcurrently } from './http-client.ts'
import { captureOneOrder, type OneOrder } from './one-order.ts'
import { readInput, sendReport } from './process.ts'

/** Replays the statements of a delivered order with a plain client: the maximum rate of the database. */
export interface ReplayOptions {
  readonly databaseUrl: string
  readonly simulators: string
  readonly count: number
  readonly concurrency: number
  readonly warmUp: number
}
export interface ReplayResult {
  readonly tookMs: number
  /** Milliseconds of each delivery, with the wait for a connection. */
  readonly times: readonly number[]
  readonly statements: number
  readonly transactions: number
}

const { databaseUrl, simulators, count, concurrency, warmUp } = readInput<ReplayOptions>()
const captured = await captureOneOrder(databaseUrl, simulators)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

/**
 * A value that differs per order: a name that the app generates, or an id that the database generates.
 */
type Name = string
type Names = Map<Name, readonly string[]>

interface Copy {
  readonly order: Record<string, string>
  readonly payment: Record<string, string>
}

const reference = () =>
  Array.from({ length: referenceLength }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join(
    '',
  )
const secret = () => randomBytes(32).toString('base64url')

function newCopy(): Copy {
  const id = randomUUID()
  return {
    order: {
      id,
      reference: reference(),
      access_token: secret(),
      view_token: secret(),
      fingerprint: secret(),
      link_hash: `\\x${randomBytes(32).toString('hex')}`,
      beneficiary: `11${randomInt(1e9, 1e10)}5`,
    },
    payment: {
      id: randomUUID(),
      order_id: id,
      reference: `SW-${randomBytes(15).toString('hex').toUpperCase()}`,
    },
  }
}

/** Every name in the captured statements, longest first, so that none is matched within another. */
function namesIn({ order, payment, delivery: { transactions } }: OneOrder): Name[] {
  const copied = newCopy()
  const generatedNames = [
    ...Object.keys(copied.order).map((column) => String(order[column])),
    ...Object.keys(copied.payment).map((column) => String(payment[column])),
  ]
  const databaseIds = transactions.flatMap(({ statements }) =>
    statements.flatMap(({ rows }) => rows.flatMap(({ id, request_id: name }) => [id, name])),
  )
  const all = new Set([...generatedNames, ...databaseIds.filter((name) => typeof name === 'string')])
  return [...all].sort((one, other) => other.length - one.length)
}

const names = namesIn(captured)
const pattern = new RegExp(names.map((name) => name.replace(/[^\w-]/g, '\\$&')).join('|'))

/** A value with placeholders for names. */
type Template = unknown | readonly { text: string; isName: boolean }[]

const templateOf = (value: unknown): Template => {
  if (Array.isArray(value)) return value.map(templateOf)
  if (typeof value !== 'string' || !pattern.test(value)) return value
  return new TextTemplate(value.split(new RegExp(`(${pattern.source})`)))
}

/** Text with names at the odd indexes. */
class TextTemplate {
  readonly pieces: readonly string[]
  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }
  names(): string[] {
    return this.pieces.filter((_, index) => index % 2 === 1)
  }
  fill(knownNames: Names, row: number): string {
    return this.pieces
      .map((piece, index) =>
        index % 2 === 1 ? (knownNames.get(piece)?.[row] ?? knownNames.get(piece)?.[0] ?? '') : piece,
      )
      .join('')
  }
}

const fillTemplate = (value: Template, knownNames: Names, row: number): unknown => {
  if (value instanceof TextTemplate) return value.fill(knownNames, row)
  return Array.isArray(value) ? value.map((name: Template) => fillTemplate(name, knownNames, row)) : value
}

const placeholdersIn = (value: Template): string[] =>
  value instanceof TextTemplate ? value.names() : Array.isArray(value) ? value.flatMap(placeholdersIn) : []

const plan = captured.delivery.transactions.map(({ statements }) =>
  statements.map(({ text, values, rows }) => {
    const templates = values.map(templateOf)
    return { text, templates, placeholders: [...new Set(templates.flatMap(placeholdersIn))], row: rows[0] }
  }),
)

/** Maps each captured name to the copy's own name. */
function namesOf(copy: Copy): Names {
  const pairs = (was: Readonly<Record<string, unknown>>, is: Record<string, string>) =>
    Object.entries(is).map(([column, name]) => [String(was[column]), [name]] as const)
  return new Map<string, readonly string[]>([
    ...pairs(captured.order, copy.order),
    ...pairs(captured.payment, copy.payment),
  ])
}

async function deliver(copy: Copy): Promise<void> {
  const knownNames = namesOf(copy)
  for (const name of names) {
    // A request id: the app generates a new one for each attempt.
    if (/^\d{12}[0-9a-f]{20}$/.test(name))
      knownNames.set(name, [name.slice(0, 12) + randomBytes(10).toString('hex')])
  }
  for (const unit of plan) {
    const client = await pool.connect()
    for (const { text, templates, placeholders, row } of unit) {
      // A claim returns several rows or none; the statements after it run once per row.
      const rowCount = Math.min(...[1, ...placeholders.map((name) => knownNames.get(name)?.length ?? 0)])
      const maxRows = Math.max(rowCount, ...placeholders.map((name) => knownNames.get(name)?.length ?? 0))
      for (let turn = 0; turn < (rowCount === 0 ? 0 : maxRows); turn++) {
        const { rows } = await client.query<Record<string, unknown>>(
          text,
          templates.map((name) => fillTemplate(name, knownNames, turn)),
        )
        if (typeof row?.id === 'string')
          knownNames.set(
            row.id,
            rows.map(({ id }) => String(id)),
          )
      }
    }
    client.release()
  }
}

/** Creates orders in the state of the captured one before the gateway's webhook. */
async function prepare(copies: readonly Copy[]): Promise<void> {
  const insert = (name: 'orders' | 'payments', row: object, changes: readonly object[]) =>
    pool.query(
      `insert into ${name} select made.* from jsonb_array_elements($2::jsonb) as change,
        jsonb_populate_record(null::${name}, $1::jsonb || change) as made`,
      [JSON.stringify(row), JSON.stringify(changes)],
    )
  await insert(
    'orders',
    captured.order,
    copies.map(({ order }) => order),
  )
  await insert(
    'payments',
    captured.payment,
    copies.map(({ payment }) => payment),
  )
}

const countDeliveries = async () =>
  (await pool.query<{ count: number }>('select count(*)::int as count from deliveries')).rows[0]?.count ?? 0

const copies = Array.from({ length: count + warmUp }, newCopy)
await prepare(copies)
await pool.query('vacuum analyze')
const before = await countDeliveries()
await runConcurrently(warmUp, concurrency, (index) => deliver(copies[index]!))
const times: number[] = []
const startedAt = performance.now()
await runConcurrently(count, concurrency, async (index) => {
  const deliveryStartedAt = performance.now()
  await deliver(copies[warmUp + index]!)
  times.push(performance.now() - deliveryStartedAt)
})
const tookMs = performance.now() - startedAt
const deliveryCount = (await countDeliveries()) - before
if (deliveryCount !== count + warmUp)
  throw new Error(`The replay delivered ${deliveryCount} of ${count + warmUp}`)
await pool.end()
sendReport({
  tookMs,
  times,
  statements: plan.flat().length,
  transactions: plan.filter((unit) => unit.length > 1).length,
} satisfies ReplayResult)
