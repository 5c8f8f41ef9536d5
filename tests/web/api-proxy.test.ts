import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apiSecurityHeaders } from '../../server/http/index.ts'
import { unmaskAuthorization } from '../../server/web/mask.ts'
import { browser, startTestWeb, type TestWebServer } from './support.ts'

const signIn = async (web: TestWebServer) => {
  const ada = browser(web.url)
  const csrf = await ada.csrfOf()
  const response = await ada.call(
    '/auth/login',
    { email: 'ada@example.com', password: 'right' },
    { 'x-csrf-token': csrf },
  )
  return { ada, csrf, response }
}

const signInRequest = (headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ email: 'ada@example.com', password: 'right' }),
})

describe.each([{ proxied: false }, { proxied: true }])('with the API proxied: $proxied', ({ proxied }) => {
  let web: TestWebServer
  beforeEach(async () => {
    web = await startTestWeb({ proxied })
  })
  afterEach(() => web[Symbol.asyncDispose]())

  test('signing in encrypts the session token in the cookie and removes it from the response', async () => {
    const { ada, response } = await signIn(web)
    expect(await response.json()).toEqual({ status: 'success', message: 'OK', data: web.backend.profile })
    expect(ada.cookie()).not.toContain('session-token-of-ada')
    const { html } = await ada.page('/')
    const maskedToken = /name="session-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(unmaskAuthorization(`Bearer ${maskedToken}`)).toBe('Bearer session-token-of-ada')
    expect(html).toContain('"signedIn":true')
    expect((await (await ada.go('/session')).json()).session_token).toBe('session-token-of-ada')
  })

  test('the session token has a new mask on each page, and no page repeats it', async () => {
    const { ada } = await signIn(web)
    const pages = await Promise.all([ada.page('/'), ada.page('/')])
    const tokens = pages.map(({ html }) => /name="session-token" content="([^"]+)"/.exec(html)?.[1] ?? '')
    expect(tokens[0]).not.toBe(tokens[1])
    for (const { html } of pages) expect(html).not.toContain('session-token-of-ada')
    const response = await ada.go('/api/v1/account/user/profile', {
      headers: { authorization: `Bearer ${tokens[0]}` },
    })
    expect(response.status).toBe(200)
    expect(web.backend.requests.at(-1)?.headers.authorization).toBe('Bearer session-token-of-ada')
  })

  test('signing in renews the session and its CSRF token', async () => {
    const { ada, csrf } = await signIn(web)
    expect((await ada.call('/auth/logout', {}, { 'x-csrf-token': csrf })).status).toBe(419)
  })

  test('an API client signs in with JSON and gets a session token and no cookie', async () => {
    const response = await fetch(`${web.url}/api/v1/auth/login`, signInRequest())
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    const { data } = (await response.json()) as { data: { api_token: string } }
    expect(data).toEqual({ ...web.backend.profile, api_token: 'session-token-of-ada' })
    const profile = await fetch(`${web.url}/api/v1/account/user/profile`, {
      headers: { authorization: `Bearer ${data.api_token}` },
    })
    expect(profile.status).toBe(200)
    expect(profile.headers.get('set-cookie')).toBeNull()
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['the origin of another site', { origin: 'https://evil.example' }, 403],
    ['a page of the product without its session', { 'sec-fetch-site': 'same-origin' }, 419],
    ['an unknown session cookie', { cookie: 'session=stale' }, 419],
  ] as [string, Record<string, string>, number][])(
    'a sign-in from %s gets no session token',
    async (_, headers, status) => {
      const response = await fetch(`${web.url}/api/v1/auth/login`, signInRequest(headers))
      expect(response.status).toBe(status)
      expect(await response.text()).not.toContain('session-token-of-ada')
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )

  test('a page of the product never gets a session token, even in a browser that sends neither origin nor site', async () => {
    const response = await fetch(`${web.url}/api/v1/auth/login`, signInRequest({ 'x-csrf-token': 'stale' }))
    expect(await response.text()).not.toContain('session-token-of-ada')
  })

  test('a rejected sign-in changes nothing', async () => {
    const ada = browser(web.url)
    const csrf = await ada.csrfOf()
    const cookieBefore = ada.cookie()
    const response = await ada.call('/auth/login', { password: 'wrong' }, { 'x-csrf-token': csrf })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ message: 'Wrong e-mail or password.' })
    expect(ada.cookie()).toBe(cookieBefore)
  })

  test('signing out removes the session token from the cookie', async () => {
    const { ada } = await signIn(web)
    const csrf = await ada.csrfOf('/')
    expect((await ada.call('/auth/logout', {}, { 'x-csrf-token': csrf })).status).toBe(200)
    expect((await ada.page('/')).html).toContain('name="session-token" content=""')
  })

  test('a session token that the API rejects is removed from the cookie', async () => {
    const { ada } = await signIn(web)
    web.backend.profile = null
    const response = await ada.go('/api/v1/account/user/profile', {
      headers: { authorization: 'Bearer session-token-of-ada' },
    })
    expect(response.status).toBe(401)
    expect((await ada.page('/')).html).toContain('name="session-token" content=""')
  })

  test('a browser keeps its device id at the next sign-in, with and without JavaScript', async () => {
    const { ada } = await signIn(web)
    const deviceId = web.backend.requests.findLast(({ path }) => path === '/auth/login')?.device
    expect(deviceId).toMatch(/^[\w-]{24}$/)
    await ada.call('/auth/logout', {}, { 'x-csrf-token': await ada.csrfOf('/') })
    const _csrf = await ada.csrfOf('/login')
    await ada.post('/login', { _csrf, email: 'ada@example.com', password: 'right' })
    expect(web.backend.requests.findLast(({ path }) => path === '/auth/login')?.device).toBe(deviceId)
  })

  test('a browser without a sign-in has no device id', async () => {
    const ada = browser(web.url)
    const csrf = await ada.csrfOf('/login')
    await ada.call('/auth/login', { password: 'wrong' }, { 'x-csrf-token': csrf })
    await ada.post('/login', { _csrf: csrf, email: 'ada@example.com', password: 'wrong' })
    expect(ada.cookie()).toMatch(/^session=[^;]+$/)
  })

  test('signed-in users are redirected from the sign-in page, guests to it', async () => {
    const { ada } = await signIn(web)
    expect((await ada.go('/login')).headers.get('location')).toBe('/account/dashboard')
    expect((await ada.go('/account/dashboard')).status).toBe(200)
    expect((await browser(web.url).go('/account/dashboard')).headers.get('location')).toBe('/login')
  })

  test('request and response bodies are streamed', async () => {
    const response = await fetch(`${web.url}/api/v1/big`, { method: 'POST', body: new Uint8Array(3_000_000) })
    expect(await response.json()).toMatchObject({ data: { bytes: 3_000_000 } })
    const slowBody = await fetch(`${web.url}/api/v1/slow-body`)
    const chunks: string[] = []
    for await (const piece of slowBody.body ?? []) chunks.push(Buffer.from(piece).toString())
    expect(chunks.join('')).toBe('one two three')
    expect(chunks.length).toBeGreaterThan(1)
  })

  test('a request for an unknown endpoint gets the error envelope of the API', async () => {
    const response = await fetch(`${web.url}/api/v1/no/such/call`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ status: 'error', message: 'No record found' })
  })
})

test.each([{ proxied: false }, { proxied: true }])(
  'no response other than a page may be framed, sniffed or read by another site, proxied: $proxied',
  async ({ proxied }) => {
    await using web = await startTestWeb({ proxied })
    for (const path of ['/healthz', '/readyz', '/api/v1/services/statuses/all', '/api/v1/nothing']) {
      const { headers } = await fetch(`${web.url}${path}`)
      for (const [name, value] of Object.entries(apiSecurityHeaders({ appUrl: web.url })))
        expect(headers.get(name), `${path} ${name}`).toBe(value)
      expect(headers.get('strict-transport-security'), path).toBeNull()
    }
    await using secure = await startTestWeb({ proxied, env: { APP_URL: 'https://sanwo.test' } })
    for (const path of ['/healthz', '/readyz', '/session', '/api/v1/services/statuses/all', '/'])
      expect((await fetch(`${secure.url}${path}`)).headers.get('strict-transport-security'), path).toBe(
        'max-age=31536000; includeSubDomains',
      )
  },
)

test('the proxy forwards the client address and no cookie', async () => {
  await using web = await startTestWeb({ proxied: true })
  const ada = browser(web.url)
  await ada.csrfOf()
  web.backend.requests.length = 0
  await ada.go('/api/v1/services/statuses/all', { headers: { 'x-forwarded-for': '8.8.8.8' } })
  const lastRequest = web.backend.requests.at(-1)
  expect(lastRequest?.headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(lastRequest?.headers.cookie).toBeUndefined()
  expect(lastRequest?.session).toMatch(/^[\w-]{24}$/)
})

test('pages still render without the API, and API requests get 503', async () => {
  await using unavailable = await startTestWeb({ proxied: true })
  await unavailable.stopApi()
  const page = await fetch(unavailable.url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('We cannot reach this service right now.')
  const call = await fetch(`${unavailable.url}/api/v1/services/statuses/all`)
  expect(call.status).toBe(503)
  expect(await call.json()).toMatchObject({ status: 'error' })
  expect((await fetch(`${unavailable.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${unavailable.url}/readyz`)).status).toBe(503)
})
