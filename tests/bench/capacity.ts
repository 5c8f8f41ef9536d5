import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { PurchaseRunOptions, PurchaseRunResult } from './buy.ts'
import { openApp } from './launched-app.ts'
import { server } from './postgres.ts'
import { run } from './process.ts'
import type { Row } from './report.ts'

/** Clock ticks per second of /proc on Linux. */
const ticksPerSecond = 100
const concurrency = 20

/**
 * Processor time of one whole electricity purchase, in the app and in PostgreSQL, which must run on this machine. Other
 * programs change it far less than rates.
 */
export async function capacity(quick: boolean): Promise<Row[]> {
  const purchaseCount = quick ? 200 : 2_000
  await using app = await openApp('PostgreSQL')
  const { url, simulators, secret } = app
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const used = async () => ({ app: cpuMs(app.pid), database: await databaseCpuMs(client) })
  const purchases = (count: number, from: number): PurchaseRunOptions => ({
    app: { url, simulators, secret },
    count,
    warmUp: 0,
    concurrency,
    from,
  })
  try {
    await run<PurchaseRunResult>('buy.ts', purchases(100, 1))
    const before = await used()
    const { tookMs } = await run<PurchaseRunResult>('buy.ts', purchases(purchaseCount, 101))
    const after = await used()
    const [app, database] = [
      (after.app - before.app) / purchaseCount,
      (after.database - before.database) / purchaseCount,
    ]
    return [
      { label: `app, processor time per whole purchase of ${purchaseCount}`, result: `${app.toFixed(1)} ms` },
      { label: 'PostgreSQL, processor time per whole purchase', result: `${database.toFixed(1)} ms` },
      { label: 'one core of the app carries (extrapolated)', result: `${(1_000 / app).toFixed(0)}/s` },
      {
        label: 'one core of PostgreSQL carries (extrapolated)',
        result: `${(1_000 / database).toFixed(0)}/s`,
      },
      {
        label: 'rate of this run, with everything on one machine',
        result: `${((purchaseCount / tookMs) * 1_000).toFixed(1)}/s`,
      },
    ]
  } finally {
    await client.end()
  }
}

/** User and system time of a process, milliseconds; 0 when it has ended. */
function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000
  } catch {
    return 0
  }
}

async function databaseCpuMs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  return rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
}
