import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discos } from '../../server/database/reference-data.ts'
import { type Assets, builtAssets } from '../../server/web/assets.ts'
import { pages } from '../../server/web/pages.ts'
import { travelling } from '../support/travelling.ts'
import { startShell, type TestShell } from './support.ts'

let shell: TestShell
let assets: Assets
beforeAll(async () => {
  shell = await startShell()
  assets = await builtAssets(process.cwd())
})
afterAll(() => shell[Symbol.asyncDispose]())

test('pages travel packed the way the browser likes', async () => {
  const path = '/electricity/subscription'
  const brotli = await travelling(shell.url + path, 'gzip, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toContain('</html>')
  const gzip = await travelling(shell.url + path, 'gzip, br;q=0')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toContain('</html>')
  expect((await travelling(shell.url + path, 'identity')).encoding).toBe('')
})

test('the power form and its style travel in at most 12 KB', async () => {
  expect((await travelling(`${shell.url}/electricity/subscription`, 'br')).bytes.length).toBeLessThanOrEqual(
    12 * 1024,
  )
})

test('assets are packed before, and never change under their name', async () => {
  const reply = await fetch(shell.url + assets.entry)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toContain('immutable')
  expect((await travelling(shell.url + assets.entry, 'gzip, br')).encoding).toBe('br')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

test('each page asks at once for every module of its island', async () => {
  const html = await (await fetch(`${shell.url}/electricity/subscription`)).text()
  const asked = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href)
  expect(asked).toEqual(assets.preloads('power-form'))
  const islands = pages.flatMap(({ island }) => island ?? [])
  const everywhere = assets
    .preloads('chooser')
    .filter((file) => islands.every((it) => assets.preloads(it).includes(file)))
  for (const island of islands) {
    const files = assets.preloads(island)
    expect(files, island).toContain(assets.entry)
    // More than what every page needs: the island's own chunk.
    expect(files.length, island).toBeGreaterThan(everywhere.length)
    for (const file of files) expect((await fetch(shell.url + file)).status, file).toBe(200)
  }
})

test('every island has its HTML before any script', async () => {
  const html = await (await fetch(`${shell.url}/electricity/subscription`)).text()
  expect(html).toMatch(/<form[^>]+action="\/electricity\/subscription"/)
  expect(html).toMatch(/name="_csrf" value="[\w-]{43}"/)
  expect(html).toContain('Ikeja Electric')
})

test('pages without an island carry no script', async () => {
  for (const path of ['/help', '/privacy-policy', '/terms-and-conditions']) {
    expect(await (await fetch(shell.url + path)).text(), path).not.toContain('<script')
  }
})

test('every electricity company has a small mark of its own', async () => {
  for (const { code } of discos) {
    const reply = await fetch(`${shell.url}/logos/${code}.svg`)
    expect(reply.status, code).toBe(200)
    expect(reply.headers.get('content-type')).toContain('image/svg+xml')
    expect((await reply.text()).length).toBeLessThanOrEqual(1024)
  }
})

test('pages of an order or a person stay out of search engines, and a crawler may read that they do', async () => {
  const robots = await (await fetch(`${shell.url}/robots.txt`)).text()
  const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  expect(closed).toContain('/api/v1/')
  const open = pages.filter(({ audience }) => audience === 'anyone')
  expect(open.filter(({ personal }) => personal).length).toBeGreaterThan(20)
  for (const { path, personal } of open) {
    const address = path.replace(':gateway', 'paystack')
    expect(
      closed.some((it) => address.startsWith(it)),
      path,
    ).toBe(false)
    const reply = await fetch(shell.url + address, { redirect: 'manual' })
    if (reply.status < 300 || reply.status >= 400)
      expect(reply.headers.get('x-robots-tag'), path).toBe(personal ? 'noindex' : null)
  }
})

test('the brand stands in the manifest and in the title', async () => {
  await using named = await startShell({ env: { BRAND_NAME: 'Ọwọ́ & Co' } })
  expect(await (await fetch(`${named.url}/manifest.webmanifest`)).json()).toMatchObject({ name: 'Ọwọ́ & Co' })
  expect(await (await fetch(named.url)).text()).toContain('Ọwọ́ &amp; Co</title>')
})

test('the simulators are reached through the app, which says for whom', async () => {
  const seen: (string | undefined)[] = []
  const simulators = createServer((req, res) => {
    seen.push(req.url, String(req.headers['x-forwarded-for']), req.headers.cookie)
    res.end('simulated')
  })
  await new Promise<void>((resolve) => simulators.listen(0, '127.0.0.1', resolve))
  const { port } = simulators.address() as AddressInfo
  await using here = await startShell({ env: { SIMULATORS_URL: `http://127.0.0.1:${port}` } })
  const reply = await fetch(`${here.url}/simulators/truth.json?since=now`, {
    headers: { cookie: 'session=x' },
  })
  expect(await reply.text()).toBe('simulated')
  expect(seen).toEqual(['/simulators/truth.json?since=now', '127.0.0.1', undefined])
  simulators.close()
})

test('nothing of the simulators is there with real money', async () => {
  const keys = {
    PAYSTACK_SECRET_KEY: 'sk_live_x',
    VTPASS_API_KEY: 'a',
    VTPASS_PUBLIC_KEY: 'b',
    VTPASS_SECRET_KEY: 'c',
  }
  await using live = await startShell({ env: { MODE: 'live', APP_URL: 'https://sanwo.example', ...keys } })
  expect((await fetch(`${live.url}/simulators/`)).status).toBe(404)
  expect(await (await fetch(live.url)).text()).not.toContain('Simulated money')
})
