import { readFileSync } from 'node:fs'
import type { Purchased, Purchases } from './buy.ts'
import { run } from './process.ts'
import { openProduct } from './product.ts'
import { atMost, type Row } from './report.ts'

const mostBytes = 250 * 2 ** 20
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

/** What the app's process holds before and after so many purchases. */
export async function memory(many: number): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const { url, simulators, secret } = product
  const before = await product.ask<number>('/memory')
  const asked: Purchases = { shop: { url, simulators, secret }, many, warmUp: 0, atOnce: 50, from: 1 }
  await run<Purchased>('buy.ts', asked)
  const after = await product.ask<number>('/memory')
  const most = peak(product.pid)
  return [
    { what: 'app memory (RSS) at start', ours: megabytes(before) },
    atMost(`app memory after ${many} purchases, PostgreSQL`, after, mostBytes, megabytes),
    ...(most === null ? [] : [{ what: 'the most it held', ours: megabytes(most) }]),
  ]
}

/** The kernel's own count of it, where there is one. */
function peak(pid: number): number | null {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : null
  } catch {
    return null
  }
}
