import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { csrf } from '../../server/web/csrf.ts'
import { createSealer } from '../../server/web/seal.ts'
import { browser, secret, startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())

const lookup = {
  meter_type: 'prepaid',
  phone_number: '0801',
  meter_number: '11000000000',
  meter_disco: 'ikeja',
  amount: 2000,
}
const path = '/services/electricity/get-meter-info'
const plain = (headers: Record<string, string> = {}) =>
  fetch(`${web.url}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(lookup),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a page runs only scripts and styles with its nonce', async () => {
  const response = await fetch(`${web.url}/electricity/subscription`)
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  expect(nonce).not.toBe('')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).not.toContain('unsafe')
  for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) {
    expect(tag).toContain(`nonce="${nonce}"`)
  }
  expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i)
  expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i)
  const second = await fetch(`${web.url}/electricity/subscription`)
  expect(second.headers.get('content-security-policy')).not.toBe(policy)
})

test('every page has the other security headers', async () => {
  for (const one of ['/', '/help', '/no/such/page']) {
    const { headers } = await fetch(web.url + one)
    expect(headers.get('referrer-policy'), one).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    // A guest's first page is painted without starting another process.
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})

test('over https the cookie is secure and bound to the host', async () => {
  await using secure = await startTestWeb({ env: { APP_URL: 'https://pay.example' } })
  const { headers } = await fetch(secure.url)
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  )
  expect(headers.get('strict-transport-security')).toContain('max-age=')
})

test('the session cookie is encrypted, HttpOnly and persistent', async () => {
  const ada = browser(web.url)
  const { response } = await ada.page('/')
  expect(response.headers.get('set-cookie')).toMatch(
    /^session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const otherPage = await ada.page('/help')
  expect(otherPage.response.headers.get('set-cookie')).toBeNull()
})

test('a tampered cookie starts a new session without an error', async () => {
  const response = await fetch(web.url, { headers: { cookie: `session=${'A'.repeat(120)}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('set-cookie')).toContain('session=')
})

test('an encrypted value opens only unchanged, with its own secret and label', () => {
  const { seal, open } = createSealer(secret, { label: 'one', days: 30 })
  const sealed = seal('Ada')
  expect(open(sealed)).toBe('Ada')
  expect(seal('Ada')).not.toBe(sealed)
  expect(open(`${sealed.slice(0, -8)}AAAAAAAA`)).toBeNull()
  expect(open('')).toBeNull()
  expect(createSealer(secret, { label: 'two', days: 30 }).open(sealed)).toBeNull()
  expect(createSealer('another secret', { label: 'one', days: 30 }).open(sealed)).toBeNull()
})

test.each(['00:30', '12:00', '23:30'])(
  'at %s UTC a session opens although the clock of the process that made it is 26 hours ahead or behind',
  (time) => {
    const { seal, open } = createSealer(secret, { label: 'one', days: 30 })
    const now = Date.parse(`2026-11-27T${time}:00Z`)
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => clock.mockRestore())
    const sealedAfterHours = (hours: number) => {
      clock.mockReturnValue(now + hours * 3_600_000)
      const sealed = seal('Ada')
      clock.mockReturnValue(now)
      return open(sealed)
    }
    expect([-26, 0, 26].map(sealedAfterHours)).toEqual(['Ada', 'Ada', 'Ada'])
    expect(sealedAfterHours(96)).toBeNull()
  },
)

test('a CSRF token is valid for its own session only, and is masked differently each time', () => {
  const { tokenFor, isValid } = csrf(secret)
  expect(tokenFor('a')).not.toBe(tokenFor('a'))
  expect(isValid('a', tokenFor('a'))).toBe(true)
  expect(isValid('b', tokenFor('a'))).toBe(false)
  for (const bad of ['', 'x', undefined, 7, 'A'.repeat(43)]) expect(isValid('a', bad)).toBe(false)
})

test('a browser cannot write without the CSRF token of its session', async () => {
  const ada = browser(web.url)
  const csrfToken = await ada.csrfOf()
  const otherCsrfToken = await browser(web.url).csrfOf()
  for (const headers of [{}, { 'x-csrf-token': 'stale' }, { 'x-csrf-token': otherCsrfToken }] as Record<
    string,
    string
  >[]) {
    const response = await ada.call(path, lookup, headers)
    expect([response.status, response.statusText]).toEqual([419, 'Page Expired'])
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'PAGE_EXPIRED',
      message: 'This page is out of date. Please try again.',
    })
  }
  expect((await ada.call(path, lookup, { 'x-csrf-token': csrfToken })).status).toBe(200)
})

test('a new CSRF token and session token from /session fix a stale page', async () => {
  const ada = browser(web.url)
  expect((await ada.call(path, lookup)).status).toBe(419)
  const response = await ada.go('/session')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const tokens = await response.json()
  expect(tokens).toEqual({ csrf: expect.any(String), session_token: '', token: '' })
  expect((await ada.call(path, lookup, { 'x-csrf-token': tokens.csrf })).status).toBe(200)
  const foreign = await ada.go('/session', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
})

test('a request from another site is rejected, with any content', async () => {
  const ada = browser(web.url)
  const csrfToken = await ada.csrfOf()
  const response = await ada.call(path, lookup, { 'x-csrf-token': csrfToken, 'sec-fetch-site': 'cross-site' })
  expect(response.status).toBe(403)
})

test('a form on another site cannot sign a browser in', async () => {
  const mallory = { email: 'mallory@example.com', password: 'right' }
  const signInCalls = () => web.backend.requests.filter((entry) => entry.path === '/auth/login').length
  const before = signInCalls()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.sanwo.test' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    // Browsers that send only the origin, or nothing.
    { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'none', origin: 'null' },
    { 'sec-fetch-site': 'none' },
  ] as Record<string, string>[]) {
    const ada = browser(web.url)
    const _csrf = await browser(web.url).csrfOf('/login')
    const { response } = await ada.post('/login', { ...mallory, _csrf }, headers)
    expect([403, 419]).toContain(response.status)
    const called = await ada.call('/auth/login', mallory, { ...headers, 'x-csrf-token': _csrf })
    expect([403, 419]).toContain(called.status)
    expect((await ada.page('/')).html).toContain('name="session-token" content=""')
  }
  expect(signInCalls()).toBe(before)
})

test('an API client needs no CSRF token and has no session', async () => {
  web.backend.requests.length = 0
  expect((await plain()).status).toBe(200)
  expect(web.backend.requests.at(-1)).toMatchObject({ session: '', ip: '127.0.0.1' })
})

test('a page script cannot impersonate the web server', async () => {
  web.backend.requests.length = 0
  const forged = `${Buffer.from(JSON.stringify({ ip: '8.8.8.8', session: 'other', at: Date.now() })).toString('base64url')}.AAAA`
  await plain({ 'x-sanwo-shell': forged })
  expect(web.backend.requests.at(-1)).toMatchObject({ session: '', ip: '127.0.0.1' })
})

test('the API identifies a browser by its session', async () => {
  const ada = browser(web.url)
  const csrfToken = await ada.csrfOf()
  web.backend.requests.length = 0
  await ada.call(path, lookup, { 'x-csrf-token': csrfToken })
  const first = web.backend.requests.at(-1)?.session
  expect(first).toMatch(/^[\w-]{24}$/)
  await ada.go('/api/v1/services/statuses/all')
  expect(web.backend.requests.at(-1)?.session).toBe(first)
})

test('webhooks are forwarded unchanged and need no CSRF token', async () => {
  web.backend.requests.length = 0
  const body = '{"event": "charge.success"}  '
  const response = await fetch(`${web.url}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body,
    headers: { 'x-paystack-signature': 'abc' },
  })
  expect(response.status).toBe(200)
  expect(web.backend.requests.at(-1)).toMatchObject({ body, headers: { 'x-paystack-signature': 'abc' } })
})

test('the log of a page that failed has the pattern of its path, and not the code in it', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const assets = {
    css: () => Promise.reject(new Error('no stylesheet')),
    render: async () => '',
    ...{ entry: '', before: null, preloads: () => [], serviceWorker: null, folder: null },
  }
  await using failing = await startTestWeb({ log, assets })
  const code = 'd'.repeat(22)
  expect((await fetch(`${failing.url}/o/${code}`)).status).toBe(500)
  expect(lines.map((line) => JSON.parse(line).path)).toContain('/o/:code')
  expect(lines.join()).not.toContain(code)
})
