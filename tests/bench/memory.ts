import { readFileSync } from 'node:fs'
import type { PurchaseRunOptions, PurchaseRunResult } from './buy.ts'
import { openApp } from './launched-app.ts'
import { run } from './process.ts'
import { atMost, type Row } from './report.ts'

const maxBytes = 250 * 2 ** 20
const formatMegabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** The memory of the app's process before and after `count` purchases. */
export async function memory(count: number): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const { url, simulators, secret } = app
  const before = await app.control<number>('/memory')
  const options: PurchaseRunOptions = {
    app: { url, simulators, secret },
    count,
    warmUp: 0,
    concurrency: 50,
    from: 1,
  }
  await run<PurchaseRunResult>('buy.ts', options)
  const after = await app.control<number>('/memory')
  const peakBytes = peakMemoryOf(app.pid)
  return [
    { label: 'app memory (RSS) at start', result: formatMegabytes(before) },
    atMost(`app memory after ${count} purchases, PostgreSQL`, after, maxBytes, formatMegabytes),
    ...(peakBytes === null ? [] : [{ label: 'peak app memory', result: formatMegabytes(peakBytes) }]),
  ]
}

/** Peak memory of a process in bytes, from Linux's /proc; null on other systems. */
function peakMemoryOf(pid: number): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : null
  } catch {
    return null
  }
}
