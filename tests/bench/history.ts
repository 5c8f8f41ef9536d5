import { apiPrefix } from '../../shared/constants.ts'
import { minutesApart } from './people.ts'
import { openProduct, type Product } from './product.ts'
import { percentile, type Row } from './report.ts'
import { ask } from './wire.ts'

const [few, many] = [100, 100_000]
/** A long history may be so much slower than a short one. */
const mostTimes = 1.25

const orders = '/account/transactions/all'
const movements = '/account/wallet/movements/all'
const ways: readonly (readonly [what: string, path: string, most?: number])[] = [
  ['first part', orders],
  ['one service', `${orders}?service=airtime`],
  ['refunded', `${orders}?state=refunded`],
  ['by meter', `${orders}?search=11000000008`],
  ['by phone', `${orders}?search=08030000008`],
  ['movements', movements],
  ['movements, a rare kind', `${movements}?kind=manager`],
  ['movements, none of a kind', `${movements}?kind=cashback`],
  ['movements, from today', `${movements}?from=${dayAgo(0)}`],
  ['movements, until long ago', `${movements}?to=${dayAgo(400)}`],
  // A line a day and service, and the orders of the days that are not over.
  ['the dashboard’s sums', '/account/summary?months=6', 1.5],
]

/** What a part of a person's history takes, for a long one beside a short one, asked for in turns. */
export async function history(quick: boolean): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const short = await reader(product, few)
  const long = await reader(product, many)
  const rounds = quick ? 100 : 400
  const rows: Row[] = []
  for (const [what, path, most] of ways)
    rows.push(
      await compared(
        what,
        rounds,
        () => short(path),
        () => long(path),
        most,
      ),
    )
  const deep = await long.deep()
  rows.push(
    await compared(
      'far down',
      rounds,
      () => short(orders),
      () => long(deep),
    ),
  )
  return rows
}

/** A day in Lagos, as YYYY-MM-DD. */
function dayAgo(days: number): string {
  return new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
}

async function reader(product: Product, many: number) {
  const bearer = await product.ask<string>(`/has-bought?orders=${many}`)
  const headers = { authorization: `Bearer ${bearer}` }
  const part = async (path: string) => {
    const url = `${product.url}${apiPrefix}${path}`
    const answer = await ask<{ data: { next: string | null } }>(url, { headers })
    if (answer.http !== 200) throw new Error(`${path} answered ${answer.http}`)
    return answer
  }
  const read = async (path: string): Promise<number> => (await part(path)).ms
  /** A place in the middle, by the days of the orders. */
  const deep = async () => {
    const { body } = await part(`${orders}?to=${dayAgo(((many / 2) * minutesApart) / 1440)}`)
    return `${orders}?cursor=${body.data.next ?? ''}`
  }
  return Object.assign(read, { deep })
}

async function compared(
  what: string,
  rounds: number,
  short: () => Promise<number>,
  long: () => Promise<number>,
  most = mostTimes,
): Promise<Row> {
  for (let warm = 0; warm < 20; warm++) await Promise.all([short(), long()])
  const [took, takes]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    took.push(await short())
    takes.push(await long())
  }
  const [beside, ours] = [percentile(took, 95), percentile(takes, 95)]
  const ratio = ours / beside
  return {
    what: `${what}, p95`,
    ours: `${ours.toFixed(1)} ms`,
    beside: `${beside.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${most}`,
    reached: ratio <= most,
  }
}
