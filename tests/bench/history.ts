import { apiPrefix } from '../../shared/constants.ts'
import { openProduct, type Product } from './product.ts'
import { percentile, type Row } from './report.ts'
import { ask } from './wire.ts'

const [few, many] = [100, 100_000]
/** A long history may be so much slower than a short one. */
const mostTimes = 1.25

const ways: readonly (readonly [what: string, query: string])[] = [
  ['first part', ''],
  ['one service', 'service=airtime'],
  ['refunded', 'state=refunded'],
  ['by meter', 'search=11000000008'],
  ['by phone', 'search=08030000008'],
]

/** What a part of a person's history takes, for a long one beside a short one, asked for in turns. */
export async function history(quick: boolean): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const short = await reader(product, few)
  const long = await reader(product, many)
  const rounds = quick ? 100 : 400
  const rows: Row[] = []
  for (const [what, query] of ways)
    rows.push(
      await compared(
        what,
        rounds,
        () => short(query),
        () => long(query),
      ),
    )
  const deep = `cursor=${await long.deep()}`
  rows.push(
    await compared(
      'far down',
      rounds,
      () => short(''),
      () => long(deep),
    ),
  )
  return rows
}

async function reader(product: Product, orders: number) {
  const bearer = await product.ask<string>(`/has-bought?orders=${orders}`)
  const headers = { authorization: `Bearer ${bearer}` }
  const path = `${product.url}${apiPrefix}/account/transactions/all`
  const part = (query: string) =>
    ask<{ data: { list: unknown[]; next: string | null } }>(`${path}?${query}`, { headers })
  const read = async (query: string): Promise<number> => {
    const { http, ms } = await part(query)
    if (http !== 200) throw new Error(`The history answered ${http}`)
    return ms
  }
  /** A place in the middle: by the days of the orders, one a minute. */
  const deep = async () => {
    const day = new Date(Date.now() - (orders / 2) * 60_000).toISOString().slice(0, 10)
    return (await part(`to=${day}`)).body.data.next ?? ''
  }
  return Object.assign(read, { deep })
}

async function compared(
  what: string,
  rounds: number,
  short: () => Promise<number>,
  long: () => Promise<number>,
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
    target: `≤ ${mostTimes}`,
    reached: ratio <= mostTimes,
  }
}
