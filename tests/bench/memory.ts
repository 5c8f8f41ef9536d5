import { readFileSync } from 'node:fs'
import type { Purchased, Purchases } from './buy.ts'
import { openApp } from './launched-app.ts'
import { run } from './process.ts'
import { atMost, type Row } from './report.ts'

const mostBytes = 250 * 2 ** 20
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** The memory of the app's process before and after `count` purchases. */
export async function memory(count: number): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const { url, simulators, secret } = app
  const before = await app.control<number>('/memory')
  const options: Purchases = {
    app: { url, simulators, secret },
    many: count,
    warmUp: 0,
    concurrency: 50,
    from: 1,
  }
  await run<Purchased>('buy.ts', options)
  const after = await app.control<number>('/memory')
  const peakBytes = peak(app.pid)
  return [
    { label: 'app memory (RSS) at start', result: megabytes(before) },
    atMost(`app memory after ${count} purchases, PostgreSQL`, after, mostBytes, megabytes),
    ...(peakBytes === null ? [] : [{ label: 'peak app memory', result: megabytes(peakBytes) }]),
  ]
}

/** The kernel's own peak memory count, where the system has one. */
function peak(pid: number): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : null
  } catch {
    return null
  }
}
