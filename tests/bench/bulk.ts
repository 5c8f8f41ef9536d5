import { setTimeout as pause } from 'node:timers/promises'
import type { BulkPurchaseWithRows } from '../../shared/bulk.ts'
import { apiPrefix } from '../../shared/constants.ts'
import { openApp } from './launched-app.ts'
import { formatRate, type Row } from './report.ts'

const minRowsPerSecond = 20

/** Rows of a file that are checked per second, and bought per second from the start to the last delivery. */
export async function bulk(quick: boolean): Promise<Row[]> {
  const results: Row[] = []
  for (const vendMs of [0, 300]) results.push(...(await run(quick ? 300 : 5_000, vendMs)))
  return results
}

async function run(count: number, vendMs: number): Promise<Row[]> {
  await using app = await openApp('PostgreSQL', { vendMs })
  const token = await app.control<string>('/create-company')
  const call = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${app.url}${apiPrefix}/account/bulk-purchases${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? {} : { 'content-type': 'application/json' }) },
      ...(body && { body }),
    })
    const { data, message } = (await response.json()) as { data: BulkPurchaseWithRows; message: string }
    if (!response.ok) throw new Error(`A file was rejected: ${message}`)
    return data
  }
  const form = new FormData()
  const lines = Array.from({ length: count }, (_, index) => `airtime,0801${1_000_009 + index * 10},mtn,100`)
  form.set('file', new Blob([['service,number,provider,amount', ...lines].join('\n')]), 'bench.csv')
  const checkStartedAt = performance.now()
  const { id } = await call('POST', '/check', form)
  while ((await call('GET', `/${id}`)).state === 'checking') await pause(200)
  const checkRate = count / ((performance.now() - checkStartedAt) / 1_000)
  const purchaseStartedAt = performance.now()
  await call('POST', `/${id}/start`)
  while ((await call('GET', `/${id}?state=delivered`)).counts.delivered < count) await pause(50)
  const rate = count / ((performance.now() - purchaseStartedAt) / 1_000)
  return [
    { label: `${count} rows checked`, result: formatRate(checkRate) },
    {
      label: `${count} rows, vendor ${vendMs} ms`,
      result: formatRate(rate),
      target: `≥ ${minRowsPerSecond}/s`,
      isTargetMet: rate >= minRowsPerSecond,
    },
  ]
}
