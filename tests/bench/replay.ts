import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { referenceAlphabet, referenceLength } from '../../shared/references.ts'
import { type OneOrder, writeDownOneOrder } from './one-order.ts'
import { given, tell } from './process.ts'
import { inParallel } from './wire.ts'

/** The statements of a delivered order, again and again by a plain client: what the database alone would give. */
export interface Replay {
  readonly databaseUrl: string
  readonly simulators: string
  readonly many: number
  readonly atOnce: number
  readonly warmUp: number
}
export interface Replayed {
  readonly tookMs: number
  readonly statements: number
  readonly transactions: number
}

const { databaseUrl, simulators, many, atOnce, warmUp } = given<Replay>()
const found = await writeDownOneOrder(databaseUrl, simulators)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

/** What differs from order to order: names that we make, and ids that the database makes as it goes. */
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
      beneficiary: `11${randomInt(1e9, 1e10)}5`,
    },
    payment: {
      id: randomUUID(),
      order_id: id,
      reference: `SW-${randomBytes(15).toString('hex').toUpperCase()}`,
    },
  }
}

/** Every name that stands in the captured statements, longest first, so that none hides in another. */
function namesIn({ order, payment, units }: OneOrder): Name[] {
  const copied = newCopy()
  const ours = [
    ...Object.keys(copied.order).map((column) => String(order[column])),
    ...Object.keys(copied.payment).map((column) => String(payment[column])),
  ]
  const theirs = units.flatMap(({ statements }) =>
    statements.flatMap(({ rows }) => rows.flatMap(({ id, request_id: it }) => [id, it])),
  )
  const all = new Set([...ours, ...theirs.filter((it) => typeof it === 'string')])
  return [...all].sort((one, other) => other.length - one.length)
}

const names = namesIn(found)
const pattern = new RegExp(names.map((it) => it.replace(/[^\w-]/g, '\\$&')).join('|'))

/** A value with holes for names. */
type Template = unknown | readonly { text: string; isName: boolean }[]

const templateOf = (value: unknown): Template => {
  if (Array.isArray(value)) return value.map(templateOf)
  if (typeof value !== 'string' || !pattern.test(value)) return value
  return new Holes(value.split(new RegExp(`(${pattern.source})`)))
}

/** Text with names at the odd places. */
class Holes {
  readonly pieces: readonly string[]
  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }
  names(): string[] {
    return this.pieces.filter((_, at) => at % 2 === 1)
  }
  fill(known: Names, turn: number): string {
    return this.pieces
      .map((piece, at) => (at % 2 === 1 ? (known.get(piece)?.[turn] ?? known.get(piece)?.[0] ?? '') : piece))
      .join('')
  }
}

const filled = (value: Template, known: Names, turn: number): unknown => {
  if (value instanceof Holes) return value.fill(known, turn)
  return Array.isArray(value) ? value.map((it: Template) => filled(it, known, turn)) : value
}

const holesIn = (value: Template): string[] =>
  value instanceof Holes ? value.names() : Array.isArray(value) ? value.flatMap(holesIn) : []

const plan = found.units.map(({ statements }) =>
  statements.map(({ text, values, rows }) => {
    const templates = values.map(templateOf)
    return { text, templates, holes: [...new Set(templates.flatMap(holesIn))], row: rows[0] }
  }),
)

/** Which of the copy's own names stands where a captured one stood. */
function namesOf(copy: Copy): Names {
  const pairs = (was: Readonly<Record<string, unknown>>, is: Record<string, string>) =>
    Object.entries(is).map(([column, it]) => [String(was[column]), [it]] as const)
  return new Map<string, readonly string[]>([
    ...pairs(found.order, copy.order),
    ...pairs(found.payment, copy.payment),
  ])
}

async function deliver(copy: Copy): Promise<void> {
  const known = namesOf(copy)
  for (const name of names) {
    // A request id: made by us, new for each attempt.
    if (/^\d{12}[0-9a-f]{20}$/.test(name))
      known.set(name, [name.slice(0, 12) + randomBytes(10).toString('hex')])
  }
  for (const unit of plan) {
    const client = await pool.connect()
    for (const { text, templates, holes, row } of unit) {
      // A claim takes what it finds, several rows or none; what follows is said of each.
      const turns = Math.min(...[1, ...holes.map((it) => known.get(it)?.length ?? 0)])
      const most = Math.max(turns, ...holes.map((it) => known.get(it)?.length ?? 0))
      for (let turn = 0; turn < (turns === 0 ? 0 : most); turn++) {
        const { rows } = await client.query<Record<string, unknown>>(
          text,
          templates.map((it) => filled(it, known, turn)),
        )
        if (typeof row?.id === 'string')
          known.set(
            row.id,
            rows.map(({ id }) => String(id)),
          )
      }
    }
    client.release()
  }
}

/** Orders that stand as the captured one stood before the gateway's message. */
async function prepare(copies: readonly Copy[]): Promise<void> {
  const insert = (name: 'orders' | 'payments', row: object, changes: readonly object[]) =>
    pool.query(
      `insert into ${name} select made.* from jsonb_array_elements($2::jsonb) as change,
        jsonb_populate_record(null::${name}, $1::jsonb || change) as made`,
      [JSON.stringify(row), JSON.stringify(changes)],
    )
  await insert(
    'orders',
    found.order,
    copies.map(({ order }) => order),
  )
  await insert(
    'payments',
    found.payment,
    copies.map(({ payment }) => payment),
  )
}

const delivered = async () =>
  (await pool.query<{ many: number }>('select count(*)::int as many from deliveries')).rows[0]?.many ?? 0

const copies = Array.from({ length: many + warmUp }, newCopy)
await prepare(copies)
await pool.query('vacuum analyze')
const before = await delivered()
await inParallel(warmUp, atOnce, (at) => deliver(copies[at]!))
const began = performance.now()
await inParallel(many, atOnce, (at) => deliver(copies[warmUp + at]!))
const tookMs = performance.now() - began
const arrived = (await delivered()) - before
if (arrived !== many + warmUp) throw new Error(`The replay delivered ${arrived} of ${many + warmUp}`)
await pool.end()
tell({
  tookMs,
  statements: plan.flat().length,
  transactions: plan.filter((unit) => unit.length > 1).length,
} satisfies Replayed)
