import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discos } from '../../server/database/reference-data.ts'
import { type Assets, builtAssets } from '../../server/web/assets.ts'
import { pages } from '../../server/web/pages.ts'
import { fetchRaw } from '../support/raw-response.ts'
import { startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
let assets: Assets
beforeAll(async () => {
  web = await startTestWeb()
  assets = await builtAssets(process.cwd())
})
afterAll(() => web[Symbol.asyncDispose]())

test('pages are compressed with the encoding that the browser accepts', async () => {
  const path = '/electricity/subscription'
  const brotli = await fetchRaw(web.url + path, 'gzip, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toContain('</html>')
  const gzip = await fetchRaw(web.url + path, 'gzip, br;q=0')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toContain('</html>')
  expect((await fetchRaw(web.url + path, 'identity')).encoding).toBe('')
})

test('the power form and its styles take at most 12 KB', async () => {
  expect((await fetchRaw(`${web.url}/electricity/subscription`, 'br')).bytes.length).toBeLessThanOrEqual(
    12 * 1024,
  )
})

test('assets are precompressed and immutable', async () => {
  const response = await fetch(web.url + assets.entry)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect((await fetchRaw(web.url + assets.entry, 'gzip, br')).encoding).toBe('br')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('assets have no header that only a page needs, because each header delays the form on a slow connection', async () => {
  const { headers } = await fetch(web.url + assets.entry)
  expect(headers.get('content-security-policy')).toBeNull()
  expect(headers.get('permissions-policy')).toBeNull()
  const missing = await fetch(`${web.url}/assets/missing.js`)
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('each page preloads every module of its island', async () => {
  const html = await (await fetch(`${web.url}/electricity/subscription`)).text()
  const preloads = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href]) => href)
  expect(preloads).toEqual(assets.preloads('power-form'))
  const islands = pages.flatMap(({ island }) => island ?? [])
  const sharedModules = assets
    .preloads('chooser')
    .filter((file) => islands.every((island) => assets.preloads(island).includes(file)))
  for (const island of islands) {
    const files = assets.preloads(island)
    expect(files, island).toContain(assets.entry)
    // More than the shared chunks: the island's own chunk.
    expect(files.length, island).toBeGreaterThan(sharedModules.length)
    for (const file of files) expect((await fetch(web.url + file)).status, file).toBe(200)
  }
})

// Over HTTP/1.1 a browser opens six connections to a server: a seventh module waits for a whole round trip.
test('a browser requests all modules of the chooser and of the power form in parallel', () => {
  for (const island of ['chooser', 'power-form'] as const)
    expect(assets.preloads(island).length, island).toBeLessThanOrEqual(6)
})

test('every island is rendered on the server', async () => {
  const html = await (await fetch(`${web.url}/electricity/subscription`)).text()
  expect(html).toMatch(/<form[^>]+action="\/electricity\/subscription"/)
  expect(html).toMatch(/name="_csrf" value="[\w-]{43}"/)
  expect(html).toContain('Ikeja Electric')
})

test('pages without an island have no script', async () => {
  for (const path of ['/help', '/status', '/privacy-policy', '/terms-and-conditions']) {
    expect(await (await fetch(web.url + path)).text(), path).not.toContain('<script')
  }
})

test('every electricity company has its own small logo', async () => {
  for (const { code } of discos) {
    const response = await fetch(`${web.url}/logos/${code}.svg`)
    expect(response.status, code).toBe(200)
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect((await response.text()).length).toBeLessThanOrEqual(1024)
  }
})

test('order and account pages send noindex, and crawlers are allowed to read it', async () => {
  const robots = await (await fetch(`${web.url}/robots.txt`)).text()
  const disallowedPaths = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  expect(disallowedPaths).toContain('/api/v1/')
  const publicPages = pages.filter(({ audience }) => audience === 'anyone')
  expect(publicPages.filter(({ isPersonal }) => isPersonal).length).toBeGreaterThan(20)
  for (const { path, isPersonal } of publicPages) {
    const address = path.replace(':gateway', 'paystack')
    expect(
      disallowedPaths.some((prefix) => address.startsWith(prefix)),
      path,
    ).toBe(false)
    const response = await fetch(web.url + address, { redirect: 'manual' })
    if (response.status < 300 || response.status >= 400)
      expect(response.headers.get('x-robots-tag'), path).toBe(isPersonal ? 'noindex' : null)
  }
})

test('crawlers find the public pages in the sitemap, and no other', async () => {
  const robots = await (await fetch(`${web.url}/robots.txt`)).text()
  const sitemap = /^Sitemap: \S+?(\/sitemap\.xml)$/m.exec(robots)?.[1]
  const response = await fetch(`${web.url}${sitemap}`)
  expect(response.headers.get('content-type')).toContain('xml')
  const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  expect(listed).toContain('/cabletv/subscription')
  const indexable = pages.filter(({ audience, isPersonal }) => audience !== 'user' && !isPersonal)
  for (const path of listed) {
    expect(indexable.map((page) => page.path)).toContain(path)
    expect((await fetch(web.url + path)).status, path).toBe(200)
  }
})

test('a shared public page has a title, a description and a picture; an order page has none', async () => {
  const html = await (await fetch(`${web.url}/cabletv/subscription`)).text()
  expect(html).toContain('<meta property="og:title" content="Pay for cable TV">')
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/cabletv\/subscription">/)
  const picture = /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1] ?? ''
  const response = await fetch(web.url + new URL(picture).pathname)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await (await fetch(`${web.url}/orders/find`)).text()).not.toContain('property="og:')
})

test('every icon of the manifest exists in its type and size', async () => {
  const { icons } = (await (await fetch(`${web.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; type: string; sizes: string }[]
  }
  for (const { src, type, sizes } of [
    ...icons,
    { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
  ]) {
    const response = await fetch(web.url + src)
    expect(response.headers.get('content-type'), src).toContain(type)
    if (type !== 'image/png') continue
    const header = Buffer.from(await response.arrayBuffer())
    expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test('the shortcuts of the manifest open pages, and its share target finds the meter number in a text', async () => {
  const manifest = (await (await fetch(`${web.url}/manifest.webmanifest`)).json()) as {
    shortcuts: { name: string; url: string }[]
    share_target: { action: string; params: { text: string } }
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Buy electricity', 'Find a past token'])
  for (const { url } of manifest.shortcuts) expect((await fetch(web.url + url)).status).toBe(200)
  const shared = async (text: string) => {
    const query = new URLSearchParams({ [manifest.share_target.params.text]: text })
    const html = await (await fetch(`${web.url}${manifest.share_target.action}?${query}`)).text()
    return /<input[^>]*name="meter_number"[^>]*value="([^"]*)"/.exec(html)?.[1]
  }
  expect(await shared('My meter is 0450 1234-5678, call me on 08012345678')).toBe('045012345678')
  expect(await shared('Pay for 04501234567 or 04501234568')).toBe('')
  expect(await shared('Token: 1234 5678 9012 3456 7890')).toBe('')
})

test('the pages that the service worker stores have no session, cookie or token', async () => {
  const script = await fetch(`${web.url}/service-worker.js`)
  expect(script.headers.get('cache-control')).toBe('no-cache')
  const listed = [...(await script.text()).matchAll(/"url":"(\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(listed.filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline', '/offline/help'])
  for (const path of ['/offline', '/offline/help']) {
    const page = await fetch(web.url + path)
    expect(page.headers.get('set-cookie')).toBeNull()
    const html = await page.text()
    expect(html).toContain('<meta name="csrf-token" content="">')
    expect(html).toContain('<meta name="session-token" content="">')
  }
})

test('security.txt names a contact and expires within a year', async () => {
  const text = await (await fetch(`${web.url}/.well-known/security.txt`)).text()
  expect(text).toMatch(/^Contact: https?:\/\/\S+\/help$/m)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  const days = (expires - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(100)
  expect(days).toBeLessThan(365)
})

test('the contact of security.txt is the help page of HELP_URL', async () => {
  await using supported = await startTestWeb({ env: { HELP_URL: 'https://support.example.com/contact' } })
  const text = await (await fetch(`${supported.url}/.well-known/security.txt`)).text()
  expect(text).toMatch(/^Contact: https:\/\/support\.example\.com\/contact$/m)
})

test('the brand name is in the manifest and the title', async () => {
  await using branded = await startTestWeb({ env: { BRAND_NAME: 'Ọwọ́ & Co' } })
  expect(await (await fetch(`${branded.url}/manifest.webmanifest`)).json()).toMatchObject({
    name: 'Ọwọ́ & Co',
  })
  expect(await (await fetch(branded.url)).text()).toContain('Ọwọ́ &amp; Co</title>')
})

test('the app proxies the simulators and forwards the client address', async () => {
  const urls: (string | undefined)[] = []
  const simulators = createServer((req, res) => {
    urls.push(req.url, String(req.headers['x-forwarded-for']), req.headers.cookie)
    res.end('simulated')
  })
  await new Promise<void>((resolve) => simulators.listen(0, '127.0.0.1', resolve))
  const { port } = simulators.address() as AddressInfo
  await using localWeb = await startTestWeb({ env: { SIMULATORS_URL: `http://127.0.0.1:${port}` } })
  const response = await fetch(`${localWeb.url}/simulators/records.json?since=now`, {
    headers: { cookie: 'session=x' },
  })
  expect(await response.text()).toBe('simulated')
  expect(urls).toEqual(['/simulators/records.json?since=now', '127.0.0.1', undefined])
  simulators.close()
})

test('live mode does not expose the simulators', async () => {
  const keys = {
    PAYSTACK_SECRET_KEY: 'sk_live_x',
    VTPASS_API_KEY: 'a',
    VTPASS_PUBLIC_KEY: 'b',
    VTPASS_SECRET_KEY: 'c',
  }
  await using live = await startTestWeb({ env: { MODE: 'live', APP_URL: 'https://sanwo.example', ...keys } })
  expect((await fetch(`${live.url}/simulators/`)).status).toBe(404)
  expect(await (await fetch(live.url)).text()).not.toContain('Test mode')
})
