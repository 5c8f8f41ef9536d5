import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { route } from '../../server/http/index.ts'
import { defineEndpoint } from '../../shared/contract.ts'
import { quotePower } from '../../shared/power.ts'
import { fetchRaw } from '../support/raw-response.ts'
import { startTestApi, type TestApi } from './setup.ts'

const listEndpoint = (name: string) =>
  defineEndpoint({
    name,
    method: 'GET',
    path: `/${name}`,
    audience: 'anyone',
    summary: 'Names',
    data: z.array(z.string()),
    errors: [],
  })
const names = (count: number) => Array.from({ length: count }, (_, index) => `Ikeja Electric ${index}`)

let server: TestApi
beforeAll(async () => {
  server = await startTestApi(() => ({
    routes: [
      route(listEndpoint('few'), async () => ({ data: names(2) })),
      route(listEndpoint('many'), async () => ({ data: names(500) })),
      route(quotePower, async () => {
        throw new Error('not called in this test')
      }),
    ],
  }))
})
afterAll(() => server.close())

const fetchEncoded = (path: string, encoding: string) => fetchRaw(`${server.origin}/api/v1${path}`, encoding)

test.each(['/many', '/openapi.json'])(
  '%s is compressed with the encoding that the client accepts',
  async (path) => {
    const plain = await fetchEncoded(path, 'identity')
    expect(plain.encoding).toBe('')
    const brotli = await fetchEncoded(path, 'gzip, deflate, br')
    expect(brotli.encoding).toBe('br')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const gzip = await fetchEncoded(path, 'gzip, br;q=0')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    for (const { bytes } of [brotli, gzip]) expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect((await server.request(path)).headers.get('vary')).toBe('Accept-Encoding')
  },
)

test('a response of less than 1 KB is not compressed', async () => {
  expect((await fetchEncoded('/few', 'gzip, br')).encoding).toBe('')
})
