import { setTimeout as pause } from 'node:timers/promises'
import type { BulkWithRows } from '../../shared/bulk.ts'
import { apiPrefix } from '../../shared/constants.ts'
import { openProduct } from './launched-app.ts'
import { formatRate, type Row } from './report.ts'

const leastPerSecond = 20

/** Rows of a file that are checked per second, and bought per second from the start to the last delivery. */
export async function bulk(quick: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const vendMs of [0, 300]) rows.push(...(await run(quick ? 300 : 5_000, vendMs)))
  return rows
}

async function run(count: number, vendMs: number): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL', { vendMs })
  const token = await product.ask<string>('/has-company')
  const call = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${product.url}${apiPrefix}/account/bulk-purchases${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? {} : { 'content-type': 'application/json' }) },
      ...(body && { body }),
    })
    const { data, message } = (await response.json()) as { data: BulkWithRows; message: string }
    if (!response.ok) throw new Error(`A file was rejected: ${message}`)
    return data
  }
  const form = new FormData()
  const lines = Array.from({ length: count }, (_, index) => `airtime,0801${1_000_009 + index * 10},mtn,100`)
  form.set('file', new Blob([['service,number,provider,amount', ...lines].join('\n')]), 'bench.csv')
  const startedAt = performance.now()
  const { id } = await call('POST', '/check', form)
  while ((await call('GET', `/${id}`)).state === 'checking') await pause(200)
  const checked = count / ((performance.now() - startedAt) / 1_000)
  const began = performance.now()
  await call('POST', `/${id}/start`)
  while ((await call('GET', `/${id}?state=delivered`)).counts.delivered < count) await pause(50)
  const rate = count / ((performance.now() - began) / 1_000)
  return [
    { label: `${count} rows checked`, result: formatRate(checked) },
    {
      label: `${count} rows, vendor ${vendMs} ms`,
      result: formatRate(rate),
      target: `≥ ${leastPerSecond}/s`,
      isTargetMet: rate >= leastPerSecond,
    },
  ]
}
