import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { route } from '../../server/http/index.ts'
import { call } from '../../shared/contract.ts'
import { getMeterInfo } from '../../shared/power.ts'
import { travelling } from '../support/travelling.ts'
import { apiHouse, type House } from './house.ts'

const asks = (name: string) =>
  call({
    name,
    method: 'GET',
    path: `/${name}`,
    audience: 'anyone',
    summary: 'Tells names',
    data: z.array(z.string()),
    errors: [],
  })
const names = (many: number) => Array.from({ length: many }, (_, at) => `Ikeja Electric ${at}`)

let house: House
beforeAll(async () => {
  house = await apiHouse(() => ({
    routes: [
      route(asks('few'), async () => ({ data: names(2) })),
      route(asks('many'), async () => ({ data: names(500) })),
      route(getMeterInfo, async () => {
        throw new Error('not asked here')
      }),
    ],
  }))
})
afterAll(() => house.close())

const gets = (path: string, encoding: string) => travelling(`${house.origin}/api/v1${path}`, encoding)

test.each(['/many', '/openapi.json'])('%s travels packed the way its reader likes', async (path) => {
  const plain = await gets(path, 'identity')
  expect(plain.encoding).toBe('')
  const brotli = await gets(path, 'gzip, deflate, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  const gzip = await gets(path, 'gzip, br;q=0')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  for (const { bytes } of [brotli, gzip]) expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect((await house.ask(path)).headers.get('vary')).toBe('Accept-Encoding')
})

test('what fits into a packet is not packed', async () => {
  expect((await gets('/few', 'gzip, br')).encoding).toBe('')
})
