import { afterAll, beforeAll, expect, test } from 'vitest'
import { csrf } from '../../server/web/csrf.ts'
import { sealer } from '../../server/web/seal.ts'
import { browser, secret, startShell, type TestShell } from './support.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell[Symbol.asyncDispose]())

const lookup = {
  meter_type: 'prepaid',
  phone_number: '0801',
  meter_number: '11000000000',
  meter_disco: 'ikeja',
  amount: 2000,
}
const path = '/services/electricity/get-meter-info'
const plain = (headers: Record<string, string> = {}) =>
  fetch(`${shell.url}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(lookup),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a page runs only scripts and styles that carry its nonce', async () => {
  const reply = await fetch(`${shell.url}/electricity/subscription`)
  const html = await reply.text()
  const policy = reply.headers.get('content-security-policy') ?? ''
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
  const second = await fetch(`${shell.url}/electricity/subscription`)
  expect(second.headers.get('content-security-policy')).not.toBe(policy)
})

test('the other security headers stand on every page', async () => {
  for (const one of ['/', '/help', '/no/such/page']) {
    const { headers } = await fetch(shell.url + one)
    expect(headers.get('referrer-policy'), one).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})

test('over https the cookie is secure and bound to the host', async () => {
  await using secure = await startShell({ env: { APP_URL: 'https://pay.example' } })
  const { headers } = await fetch(secure.url)
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  )
  expect(headers.get('strict-transport-security')).toContain('max-age=')
})

test('the session cookie is sealed, out of reach for scripts, and kept', async () => {
  const ada = browser(shell.url)
  const { reply } = await ada.page('/')
  expect(reply.headers.get('set-cookie')).toMatch(
    /^session=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  )
  const again = await ada.page('/help')
  expect(again.reply.headers.get('set-cookie')).toBeNull()
})

test('a tampered cookie is a new visitor, not an error', async () => {
  const reply = await fetch(shell.url, { headers: { cookie: `session=${'A'.repeat(120)}` } })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('set-cookie')).toContain('session=')
})

test('a seal opens only unchanged, with its own secret and label', () => {
  const { seal, open } = sealer(secret, { label: 'one', days: 30 })
  const sealed = seal('Ada')
  expect(open(sealed)).toBe('Ada')
  expect(seal('Ada')).not.toBe(sealed)
  expect(open(`${sealed.slice(0, -2)}AA`)).toBeNull()
  expect(open('')).toBeNull()
  expect(sealer(secret, { label: 'two', days: 30 }).open(sealed)).toBeNull()
  expect(sealer('another secret', { label: 'one', days: 30 }).open(sealed)).toBeNull()
})

test('a CSRF token fits its own session only, and never looks the same twice', () => {
  const { tokenFor, fits } = csrf(secret)
  expect(tokenFor('a')).not.toBe(tokenFor('a'))
  expect(fits('a', tokenFor('a'))).toBe(true)
  expect(fits('b', tokenFor('a'))).toBe(false)
  for (const bad of ['', 'x', undefined, 7, 'A'.repeat(43)]) expect(fits('a', bad)).toBe(false)
})

test('a browser changes nothing without the token of its session', async () => {
  const ada = browser(shell.url)
  const token = await ada.csrfOf()
  const other = await browser(shell.url).csrfOf()
  for (const headers of [{}, { 'x-csrf-token': 'stale' }, { 'x-csrf-token': other }] as Record<
    string,
    string
  >[]) {
    const reply = await ada.call(path, lookup, headers)
    expect(reply.status).toBe(419)
    expect(await reply.json()).toEqual({
      status: 'error',
      message: 'This page is out of date. Please try again.',
    })
  }
  expect((await ada.call(path, lookup, { 'x-csrf-token': token })).status).toBe(200)
})

test('a fresh pair from /session mends a stale page', async () => {
  const ada = browser(shell.url)
  expect((await ada.call(path, lookup)).status).toBe(419)
  const reply = await ada.go('/session')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const pair = await reply.json()
  expect(pair).toEqual({ csrf: expect.any(String), token: '' })
  expect((await ada.call(path, lookup, { 'x-csrf-token': pair.csrf })).status).toBe(200)
  const foreign = await ada.go('/session', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
})

test('a call from another site is refused, whatever it carries', async () => {
  const ada = browser(shell.url)
  const token = await ada.csrfOf()
  const reply = await ada.call(path, lookup, { 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' })
  expect(reply.status).toBe(403)
})

test('a client that is no browser needs no CSRF token, and has no session', async () => {
  shell.backend.seen.length = 0
  expect((await plain()).status).toBe(200)
  expect(shell.backend.seen.at(-1)).toMatchObject({ session: '', ip: '127.0.0.1' })
})

test('a page script may not claim to be the shell', async () => {
  shell.backend.seen.length = 0
  const forged = `${Buffer.from(JSON.stringify({ ip: '8.8.8.8', session: 'somebody', at: Date.now() })).toString('base64url')}.AAAA`
  await plain({ 'x-sanwo-shell': forged })
  expect(shell.backend.seen.at(-1)).toMatchObject({ session: '', ip: '127.0.0.1' })
})

test('the browser that made a call is known to the API by its session', async () => {
  const ada = browser(shell.url)
  const token = await ada.csrfOf()
  shell.backend.seen.length = 0
  await ada.call(path, lookup, { 'x-csrf-token': token })
  const first = shell.backend.seen.at(-1)?.session
  expect(first).toMatch(/^[\w-]{24}$/)
  await ada.go('/api/v1/services/statuses/all')
  expect(shell.backend.seen.at(-1)?.session).toBe(first)
})

test('webhooks pass untouched and need no token', async () => {
  shell.backend.seen.length = 0
  const body = '{"event": "charge.success"}  '
  const reply = await fetch(`${shell.url}/api/v1/webhooks/paystack`, {
    method: 'POST',
    body,
    headers: { 'x-paystack-signature': 'abc' },
  })
  expect(reply.status).toBe(200)
  expect(shell.backend.seen.at(-1)).toMatchObject({ body, headers: { 'x-paystack-signature': 'abc' } })
})
