import { setTimeout as pause } from 'node:timers/promises'
import type { BulkWithRows } from '../../shared/bulk.ts'
import { apiPrefix } from '../../shared/constants.ts'
import { openProduct } from './product.ts'
import { perSecond, type Row } from './report.ts'

const leastPerSecond = 20

/** How many rows of a file are checked each second, and bought, from the start to the last delivery. */
export async function bulk(quick: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (const vendMs of [0, 300]) rows.push(...(await run(quick ? 300 : 5_000, vendMs)))
  return rows
}

async function run(many: number, vendMs: number): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL', { vendMs })
  const bearer = await product.ask<string>('/has-company')
  const call = async (method: string, path: string, body?: FormData) => {
    const response = await fetch(`${product.url}${apiPrefix}/account/bulk-purchases${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body ? {} : { 'content-type': 'application/json' }) },
      ...(body && { body }),
    })
    const { data, message } = (await response.json()) as { data: BulkWithRows; message: string }
    if (!response.ok) throw new Error(`A file was refused: ${message}`)
    return data
  }
  const form = new FormData()
  const lines = Array.from({ length: many }, (_, at) => `airtime,0801${1_000_009 + at * 10},mtn,100`)
  form.set('file', new Blob([['service,number,provider,amount', ...lines].join('\n')]), 'bench.csv')
  const sent = performance.now()
  const { id } = await call('POST', '/check', form)
  while ((await call('GET', `/${id}`)).state === 'checking') await pause(200)
  const checked = many / ((performance.now() - sent) / 1_000)
  const began = performance.now()
  await call('POST', `/${id}/start`)
  while ((await call('GET', `/${id}?state=delivered`)).counts.delivered < many) await pause(50)
  const rate = many / ((performance.now() - began) / 1_000)
  return [
    { what: `${many} rows checked`, ours: perSecond(checked) },
    {
      what: `${many} rows, vendor ${vendMs} ms`,
      ours: perSecond(rate),
      target: `≥ ${leastPerSecond}/s`,
      reached: rate >= leastPerSecond,
    },
  ]
}
