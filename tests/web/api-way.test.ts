import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { browser, startShell, type TestShell } from './support.ts'

const signIn = async (shell: TestShell) => {
  const ada = browser(shell.url)
  const csrf = await ada.csrfOf()
  const reply = await ada.call(
    '/auth/login',
    { email: 'ada@example.com', password: 'right' },
    { 'x-csrf-token': csrf },
  )
  return { ada, csrf, reply }
}

describe.each([{ proxied: false }, { proxied: true }])('with the API proxied: $proxied', ({ proxied }) => {
  let shell: TestShell
  beforeEach(async () => {
    shell = await startShell({ proxied })
  })
  afterEach(() => shell[Symbol.asyncDispose]())

  test('signing in seals the bearer in the cookie and keeps it out of the answer', async () => {
    const { ada, reply } = await signIn(shell)
    expect(await reply.json()).toEqual({ status: 'success', message: 'OK', data: shell.backend.profile })
    expect(ada.cookie()).not.toContain('bearer-of-ada')
    const { html } = await ada.page('/')
    expect(html).toContain('name="api-token" content="bearer-of-ada"')
    expect(html).toContain('"signedIn":true')
    expect((await (await ada.go('/session')).json()).token).toBe('bearer-of-ada')
  })

  test('a signed-in person gets a new session and with it a new CSRF token', async () => {
    const { ada, csrf } = await signIn(shell)
    expect((await ada.call('/auth/logout', {}, { 'x-csrf-token': csrf })).status).toBe(419)
  })

  test('a refused sign-in changes nothing', async () => {
    const ada = browser(shell.url)
    const csrf = await ada.csrfOf()
    const before = ada.cookie()
    const reply = await ada.call('/auth/login', { password: 'wrong' }, { 'x-csrf-token': csrf })
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ message: 'Wrong e-mail or password.' })
    expect(ada.cookie()).toBe(before)
  })

  test('signing out takes the bearer out of the cookie', async () => {
    const { ada } = await signIn(shell)
    const csrf = await ada.csrfOf('/')
    expect((await ada.call('/auth/logout', {}, { 'x-csrf-token': csrf })).status).toBe(200)
    expect((await ada.page('/')).html).toContain('name="api-token" content=""')
  })

  test('a bearer that the API no longer knows leaves the cookie', async () => {
    const { ada } = await signIn(shell)
    shell.backend.profile = null
    const reply = await ada.go('/api/v1/account/user/profile', {
      headers: { authorization: 'Bearer bearer-of-ada' },
    })
    expect(reply.status).toBe(401)
    expect((await ada.page('/')).html).toContain('name="api-token" content=""')
  })

  test('signed-in people are led past the sign-in page, guests to it', async () => {
    const { ada } = await signIn(shell)
    expect((await ada.go('/login')).headers.get('location')).toBe('/account/dashboard')
    expect((await ada.go('/account/dashboard')).status).toBe(200)
    expect((await browser(shell.url).go('/account/dashboard')).headers.get('location')).toBe('/login')
  })

  test('bodies stream both ways', async () => {
    const reply = await fetch(`${shell.url}/api/v1/big`, { method: 'POST', body: new Uint8Array(3_000_000) })
    expect(await reply.json()).toMatchObject({ data: { bytes: 3_000_000 } })
    const drip = await fetch(`${shell.url}/api/v1/drip`)
    const pieces: string[] = []
    for await (const piece of drip.body ?? []) pieces.push(Buffer.from(piece).toString())
    expect(pieces.join('')).toBe('one two three')
    expect(pieces.length).toBeGreaterThan(1)
  })

  test('unknown calls answer with the envelope of the API', async () => {
    const reply = await fetch(`${shell.url}/api/v1/no/such/call`)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ status: 'error', message: 'No record found' })
  })
})

test('the proxy says who asked, and passes no cookie on', async () => {
  await using shell = await startShell({ proxied: true })
  const ada = browser(shell.url)
  await ada.csrfOf()
  shell.backend.seen.length = 0
  await ada.go('/api/v1/services/statuses/all', { headers: { 'x-forwarded-for': '8.8.8.8' } })
  const seen = shell.backend.seen.at(-1)
  expect(seen?.headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(seen?.headers.cookie).toBeUndefined()
  expect(seen?.session).toMatch(/^[\w-]{24}$/)
})

test('an API that cannot be reached leaves pages standing and answers 503', async () => {
  await using gone = await startShell({ proxied: true })
  await gone.stopApi()
  const page = await fetch(gone.url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('We cannot reach this service right now.')
  const call = await fetch(`${gone.url}/api/v1/services/statuses/all`)
  expect(call.status).toBe(503)
  expect(await call.json()).toMatchObject({ status: 'error' })
  expect((await fetch(`${gone.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${gone.url}/readyz`)).status).toBe(503)
})
