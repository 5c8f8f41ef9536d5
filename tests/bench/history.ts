import { apiPrefix } from '../../shared/constants.ts'
import { request } from './http-client.ts'
import { type BenchApp, openApp } from './launched-app.ts'
import { percentile, type Row } from './report.ts'
import { minutesApart } from './users.ts'

const [shortCount, longCount] = [100, 100_000]
/** The maximum ratio of a long history's time to a short one's. */
const defaultMaxRatio = 1.25

const orders = '/account/transactions/all'
const walletTransactions = '/account/wallet/movements/all'
const queries: readonly (readonly [label: string, path: string, maxRatio?: number])[] = [
  ['first page', orders],
  ['one service', `${orders}?service=airtime`],
  ['refunded', `${orders}?state=refunded`],
  ['by meter', `${orders}?search=11000000008`],
  ['by phone', `${orders}?search=08030000008`],
  ['wallet history', walletTransactions],
  ['wallet history, a rare type', `${walletTransactions}?kind=manager`],
  ['wallet history, a type without entries', `${walletTransactions}?kind=cashback`],
  ['wallet history, from today', `${walletTransactions}?from=${dayAgo(0)}`],
  ['wallet history, until 400 days ago', `${walletTransactions}?to=${dayAgo(400)}`],
  // The summary reads one row per day and service, and the orders of the days that are not closed yet.
  ['dashboard totals', '/account/summary?months=6', 1.5],
]

/** The time of each history query, for a long history and a short one, measured alternately. */
export async function history(quick: boolean): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const short = await createTimedGet(app, shortCount)
  const long = await createTimedGet(app, longCount)
  const rounds = quick ? 100 : 400
  const rows: Row[] = []
  for (const [label, path, maxRatio] of queries)
    rows.push(
      await compareHistories(
        label,
        rounds,
        () => short(path),
        () => long(path),
        maxRatio,
      ),
    )
  const middlePage = await long.middlePage()
  rows.push(
    await compareHistories(
      'a middle page',
      rounds,
      () => short(orders),
      () => long(middlePage),
    ),
  )
  return rows
}

/** A day in Lagos, as YYYY-MM-DD. */
function dayAgo(days: number): string {
  return new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
}

/** A function that times one request of a new user with `orderCount` orders, who is signed in. */
async function createTimedGet(app: BenchApp, orderCount: number) {
  const token = await app.control<string>(`/create-user-with-orders?orders=${orderCount}`)
  const headers = { authorization: `Bearer ${token}` }
  const fetchPage = async (path: string) => {
    const url = `${app.url}${apiPrefix}${path}`
    const response = await request<{ data: { next: string | null } }>(url, { headers })
    if (response.httpStatus !== 200) throw new Error(`${path} returned ${response.httpStatus}`)
    return response
  }
  const timedGet = async (path: string): Promise<number> => (await fetchPage(path)).ms
  /** The address of a page in the middle of the list, by the order dates. */
  const middlePage = async () => {
    const { body } = await fetchPage(`${orders}?to=${dayAgo(((orderCount / 2) * minutesApart) / 1440)}`)
    return `${orders}?cursor=${body.data.next ?? ''}`
  }
  return Object.assign(timedGet, { middlePage })
}

/** Measures both histories alternately. */
async function compareHistories(
  label: string,
  rounds: number,
  short: () => Promise<number>,
  long: () => Promise<number>,
  maxRatio = defaultMaxRatio,
): Promise<Row> {
  for (let warm = 0; warm < 20; warm++) await Promise.all([short(), long()])
  const [shortMs, longMs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    shortMs.push(await short())
    longMs.push(await long())
  }
  const [baseline, measured] = [percentile(shortMs, 95), percentile(longMs, 95)]
  const ratio = measured / baseline
  return {
    label: `${label}, p95`,
    result: `${measured.toFixed(1)} ms`,
    baseline: `${baseline.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${maxRatio}`,
    isTargetMet: ratio <= maxRatio,
  }
}
