import { apiPrefix } from '../../shared/constants.ts'
import { request } from './http-client.ts'
import { openProduct, type Product } from './launched-app.ts'
import { percentile, type Row } from './report.ts'
import { minutesApart } from './users.ts'

const [few, large] = [100, 100_000]
/** The maximum ratio of a long history's time to a short one's. */
const mostTimes = 1.25

const orders = '/account/transactions/all'
const movements = '/account/wallet/movements/all'
const queries: readonly (readonly [label: string, path: string, most?: number])[] = [
  ['first page', orders],
  ['one service', `${orders}?service=airtime`],
  ['refunded', `${orders}?state=refunded`],
  ['by meter', `${orders}?search=11000000008`],
  ['by phone', `${orders}?search=08030000008`],
  ['wallet history', movements],
  ['wallet history, a rare type', `${movements}?kind=manager`],
  ['wallet history, a type without entries', `${movements}?kind=cashback`],
  ['wallet history, from today', `${movements}?from=${dayAgo(0)}`],
  ['wallet history, until 400 days ago', `${movements}?to=${dayAgo(400)}`],
  // The summary reads one row per day and service, and the orders of the unfinished days.
  ['dashboard totals', '/account/summary?months=6', 1.5],
]

/** The time of each history query, for a long history and a short one, measured alternately. */
export async function history(quick: boolean): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const short = await reader(product, few)
  const long = await reader(product, large)
  const rounds = quick ? 100 : 400
  const rows: Row[] = []
  for (const [label, path, maxMs] of queries)
    rows.push(
      await compared(
        label,
        rounds,
        () => short(path),
        () => long(path),
        maxMs,
      ),
    )
  const deep = await long.deep()
  rows.push(
    await compared(
      'a middle page',
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

async function reader(product: Product, large: number) {
  const token = await product.ask<string>(`/has-bought?orders=${large}`)
  const headers = { authorization: `Bearer ${token}` }
  const fetchPage = async (path: string) => {
    const url = `${product.url}${apiPrefix}${path}`
    const response = await request<{ data: { next: string | null } }>(url, { headers })
    if (response.http !== 200) throw new Error(`${path} returned ${response.http}`)
    return response
  }
  const read = async (path: string): Promise<number> => (await fetchPage(path)).ms
  /** A cursor to the middle of the list, by the order dates. */
  const deep = async () => {
    const { body } = await fetchPage(`${orders}?to=${dayAgo(((large / 2) * minutesApart) / 1440)}`)
    return `${orders}?cursor=${body.data.next ?? ''}`
  }
  return Object.assign(read, { deep })
}

async function compared(
  label: string,
  rounds: number,
  short: () => Promise<number>,
  long: () => Promise<number>,
  maxMs = mostTimes,
): Promise<Row> {
  for (let warm = 0; warm < 20; warm++) await Promise.all([short(), long()])
  const [took, takes]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    took.push(await short())
    takes.push(await long())
  }
  const [baseline, measured] = [percentile(took, 95), percentile(takes, 95)]
  const ratio = measured / baseline
  return {
    label: `${label}, p95`,
    result: `${measured.toFixed(1)} ms`,
    baseline: `${baseline.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${maxMs}`,
    isTargetMet: ratio <= maxMs,
  }
}
