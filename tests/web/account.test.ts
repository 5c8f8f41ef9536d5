import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inLanguage } from '../../server/languages/index.ts'
import { isEnglishPage } from '../../server/web/english-pages.ts'
import { pages } from '../../server/web/pages.ts'
import { privacyPath, termsPath } from '../../shared/pages.ts'
import { scopes } from '../../shared/scopes.ts'
import { transaction } from '../islands/support/accounts.ts'
import { meter, phone } from '../islands/support/beneficiaries.ts'
import { notification } from '../islands/support/notifications.ts'
import { backend, browser, ada as profile, startTestWeb, type TestWebServer } from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(web.backend, { ...backend(), requests: web.backend.requests })
  web.backend.requests.length = 0
})

const requestsTo = (path: string) => web.backend.requests.filter((entry) => entry.path === path)
const registrationFields = (csrf: string, overrides: Record<string, string> = {}) => ({
  _csrf: csrf,
  account_type: 'personal',
  name: 'Ada Obi',
  email: 'ada@example.com',
  phone: '0801 234 5678',
  country: 'NG',
  password: 'Secret-123',
  referrer: '',
  company_name: '',
  address: '',
  website: '',
  rc_number: '',
  terms: 'true',
  ...overrides,
})

/** A browser without JavaScript whose user has signed in. */
async function signedInBrowser(password = 'right') {
  const user = browser(web.url)
  const csrf = await user.csrfOf('/login')
  const { response, html } = await user.post('/login', { _csrf: csrf, email: 'ada@example.com', password })
  return { user, response, html }
}

test('a referral link prefills its code in the form', async () => {
  const shared = await (await fetch(`${web.url}/register?referrer=ADA2345`)).text()
  expect(shared).toMatch(/name="referrer" value="ADA2345"/)
  const plain = await (await fetch(`${web.url}/register`)).text()
  expect(plain).toContain('name="referrer"')
  expect(plain).not.toContain('ADA2345')
})

test('a guest registers without JavaScript through the same API endpoints', async () => {
  const ada = browser(web.url)
  const { response } = await ada.post('/register', registrationFields(await ada.csrfOf('/register')))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/email/verify')
  expect(requestsTo('/auth/register')[0]?.body).toEqual({
    is_company: false,
    name: 'Ada Obi',
    email: 'ada@example.com',
    phone: '0801 234 5678',
    terms: true,
    password: 'Secret-123',
    platform: 'web',
    referrer: '',
  })
  web.backend.registration = 'created'
  const retried = await ada.post('/register', registrationFields(await ada.csrfOf('/register')))
  expect(retried.response.headers.get('location')).toBe('/login')
})

test('a rejected registration is rendered again with its values and errors, without the password', async () => {
  const ada = browser(web.url)
  const fields = registrationFields(await ada.csrfOf('/register'), {
    account_type: 'company',
    password: 'weak-pass',
  })
  const { response, html } = await ada.post('/register', fields)
  expect(response.status).toBe(422)
  expect(html).toContain('value="Ada Obi"')
  expect(html).toContain('Please enter the RC number.')
  expect(html).toContain('Please use a stronger password')
  expect(html).not.toContain('weak-pass')
})

test('a user verifies the e-mail code without JavaScript and can request another one', async () => {
  const ada = browser(web.url)
  const csrf = await ada.csrfOf('/email/verify')
  const fields = { _csrf: csrf, email: 'ada@example.com' }
  const resent = await ada.post('/email/verify/resend', fields)
  expect(resent.html).toContain('A code is on its way.')
  expect(resent.html).toContain('value="ada@example.com"')
  const wrong = await ada.post('/email/verify', { ...fields, token: '9999' })
  expect(wrong.response.status).toBe(422)
  expect(wrong.html).toContain('That code is not right.')
  expect(wrong.html).not.toContain('9999')
  const { response } = await ada.post('/email/verify', { ...fields, token: '1234' })
  expect(response.headers.get('location')).toBe('/account/dashboard')
  expect((await ada.page('/account/dashboard')).response.status).toBe(200)
})

test('signing in without JavaScript encrypts the session token, renews the session and redirects to the dashboard', async () => {
  const { user, response } = await signedInBrowser()
  expect(response.headers.get('location')).toBe('/account/dashboard')
  expect(user.cookie()).not.toContain('session-token-of-ada')
  const { html } = await user.page('/account/dashboard')
  expect(html).toContain('Welcome, Ada &lt;Obi&gt;')
  expect(html).toContain('₦12,500.00')
  expect(html).not.toContain('Recent transactions')
  const wrong = await signedInBrowser('wrong')
  expect(wrong.response.status).toBe(422)
  expect(wrong.html).toContain('Wrong e-mail or password.')
})

test('guest pages have no account styles; every page of a signed-in user has them', async () => {
  const ofAccounts = '.list-row{'
  expect((await browser(web.url).page('/')).html).not.toContain(ofAccounts)
  const { user } = await signedInBrowser()
  expect((await user.page('/account/wallet')).html).toContain(ofAccounts)
  expect((await user.page('/')).html).toContain(ofAccounts)
})

test('account pages and pages of an order have the account navigation, which marks the current page', async () => {
  const bar = '<nav class="bottom-nav"'
  const barOf = (html: string) => html.slice(html.indexOf(bar), html.indexOf('</nav>', html.indexOf(bar)))
  const guestPage = (await browser(web.url).page('/')).html
  expect(guestPage).not.toContain('bottom-nav')
  const { user } = await signedInBrowser()
  for (const path of [
    '/electricity/transactions/successful?reference=ABCDEFGH2345',
    '/orders/report?reference=ABCDEFGH2345',
  ]) {
    const html = (await user.page(path)).html
    expect(html, path).toContain('<nav class="site-nav" aria-label="Account pages">')
    expect(barOf(html), path).toContain('href="/account/transactions"')
  }
  expect((await user.page('/electricity/subscription')).html).not.toContain(bar)
  const dashboard = barOf((await user.page('/account/dashboard')).html)
  expect(dashboard).toContain('href="/account/dashboard" aria-current="page"')
  expect(dashboard.match(/aria-current/g)).toHaveLength(1)
  const cards = barOf((await user.page('/account/cards')).html)
  expect(cards).toMatch(/<summary [^>]*aria-current="true"/)
  expect(cards).toContain('href="/account/cards" aria-current="page"')
  for (const path of ['/', '/help']) expect((await user.page(path)).html, path).not.toContain(bar)
  web.backend.profile = { ...profile, role: 'manager', scopes: [...scopes] }
  const { response, html } = await user.page('/management/power')
  expect(response.status).toBe(200)
  expect(html).not.toContain(bar)
})

test('the dashboard shows the last three orders, and renders without them', async () => {
  const order = (at: number) => transaction({ reference: `ABCDEFGH234${at}`, title: `Order ${at}` })
  web.backend.responses = {
    'GET /account/transactions/all': { data: { list: [2, 3, 4, 5].map(order), next: null } },
  }
  const { user } = await signedInBrowser()
  const { html } = await user.page('/account/dashboard')
  expect(html).toContain('Recent transactions')
  expect(html).toContain('Order 4')
  expect(html).not.toContain('Order 5')
  web.backend.responses = {}
  const without = await user.page('/account/dashboard')
  expect(without.response.status).toBe(200)
  expect(without.html).not.toContain('Recent transactions')
})

test('bulk purchases are in the menu of companies only; a personal account sees who can use the page', async () => {
  const inMenu = 'href="/account/bulk"'
  const { user } = await signedInBrowser()
  expect((await user.page('/account/dashboard')).html).not.toContain(inMenu)
  const opened = await user.page('/account/bulk')
  expect(opened.response.status).toBe(200)
  expect(opened.html).toContain('Bulk purchases are for company accounts')
  web.backend.profile = { ...profile, is_company: true }
  for (const path of [
    '/account/dashboard',
    '/account/wallet',
    '/account/settings',
    '/account/tickets',
    // These pages do not load the profile.
    '/account/wallet/transactions/successful?reference=ABCDEFGH2345',
    '/electricity/transactions/successful?reference=ABCDEFGH2345',
    '/orders/report?reference=ABCDEFGH2345',
    '/account/no-such-page',
  ])
    expect((await user.page(path)).html, path).toContain(inMenu)
  web.backend.profile = profile
  await user.page('/account/dashboard')
  for (const path of ['/orders/report?reference=ABCDEFGH2345', '/account/no-such-page'])
    expect((await user.page(path)).html, path).not.toContain(inMenu)
})

test('a payment request needs an order: without one, the form leads to the list, which explains how to create one', async () => {
  const { user } = await signedInBrowser()
  const { response } = await user.page('/account/requests/new')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/account/requests')
  const { html } = await user.page('/account/requests/new?reference=ABCDEFGH2345')
  expect(html).toContain('Create the link')
})

test('an unknown address below /account keeps the account navigation of a signed-in user', async () => {
  const bar = '<nav class="bottom-nav"'
  const guestPage = await browser(web.url).page('/account/no-such-page')
  expect(guestPage.response.status).toBe(404)
  expect(guestPage.html).not.toContain(bar)
  const { user } = await signedInBrowser()
  for (const path of ['/account', '/account/no-such-page']) {
    const { response, html } = await user.page(path)
    expect(response.status, path).toBe(404)
    expect(html, path).toContain('Page not found')
    expect(html, path).toContain(bar)
  }
  expect((await user.page('/no-such-page')).html).not.toContain(bar)
  const rejected = await user.page('/account/dashboard', { method: 'DELETE' })
  expect(rejected.response.status).toBe(405)
  expect(rejected.html).toContain(bar)
})

test('the account navigation is in the language of the page', async () => {
  const { user } = await signedInBrowser()
  const { html } = await user.page('/orders/report?reference=ABCDEFGH2345', {
    headers: { cookie: `${user.cookie()}; language=ha` },
  })
  expect(html).toContain('>Tarihi</a>')
  expect(html).not.toContain('>History</a>')
})

test('an account page states in the language of the visitor that it is in English, and names both languages', async () => {
  const { user } = await signedInBrowser()
  const inHausa = { headers: { cookie: `${user.cookie()}; language=ha` } }
  const { html } = await user.page('/account/settings', inHausa)
  expect(html).toContain('<html lang="ha" class')
  expect(html).toMatch(/>Phone number<(?!.*>Lambar waya<)/s)
  expect(html).toMatch(/<main [^>]*lang="en-NG">/)
  expect(html).toContain('<p class="field-hint" lang="ha">Wannan shafi yana cikin Turanci.</p>')
  for (const { html: other } of [
    await user.page('/account/settings'),
    await user.page('/electricity/subscription', inHausa),
    await user.page('/account/no-such-page', inHausa),
  ]) {
    expect(other).toMatch(/<main [^>]*>/)
    expect(other).not.toMatch(/<main [^>]*lang=|Turanci/)
  }
})

test('a page is in English exactly where its title has no translation; legal texts are too', async () => {
  for (const { path, title } of pages) {
    const isTranslated = (await inLanguage('ha', () => title())) !== title()
    const isLegal = path === privacyPath || path === termsPath
    expect(isEnglishPage(path), path).toBe(!isTranslated || isLegal)
  }
})

test('the dashboard offers saved beneficiaries and recent unsaved numbers, once each', async () => {
  const order = (overrides: object) => transaction({ number: '11000000000', ...overrides })
  const list = [
    order({ reference: 'ABCDEFGH2342', number: '0803 111 2222', service: 'airtime', title: 'Of her own' }),
    order({ reference: 'ABCDEFGH2343', number: '0803 111 2222', service: 'data', title: 'Plan of late' }),
    order({ reference: 'ABCDEFGH2344', state: 'vending' }),
    order({ reference: 'ABCDEFGH2345', number: '11000000009' }),
    order({ reference: 'ABCDEFGH2346', number: '11000000009' }),
  ]
  web.backend.responses = {
    'GET /account/transactions/all': { data: { list, next: null } },
    'GET /account/beneficiaries/recent': { data: [phone()] },
  }
  const { user } = await signedInBrowser()
  const { html } = await user.page('/account/dashboard')
  const data = JSON.parse(/id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}')
  expect(data.props.saved).toHaveLength(1)
  expect(data.props.unsaved.map((entry: { reference: string }) => entry.reference)).toEqual([
    'ABCDEFGH2343',
    'ABCDEFGH2345',
  ])
})

test('notes, names and subjects with markup are escaped in a page and its data', async () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  web.backend.responses = Object.fromEntries(
    [
      ['meter-numbers', [meter({ additional_notes: hostile, customer_name: hostile })]],
      ['smartcard-numbers', []],
      ['phone-numbers', []],
      ['device-ids-numbers', []],
    ].map(([kind, data]) => [`GET /account/beneficiaries/${kind}/all`, { data }]),
  )
  web.backend.responses['GET /account/notifications/all'] = {
    data: [
      notification({ data: { ...notification().data, subject: hostile, description: hostile } as never }),
    ],
  }
  const { user } = await signedInBrowser()
  for (const path of ['/account/beneficiaries', '/account/notifications']) {
    const { html } = await user.page(path)
    expect(html, path).toContain('&lt;img src=x onerror=alert(2)&gt;')
    expect(html, path).not.toMatch(/<img src=x|<script>alert/)
  }
})

test('only the settings page contains the profile picture', async () => {
  const picture = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(2_000)}`
  web.backend.profile = { ...profile, picture }
  const { user } = await signedInBrowser()
  expect((await user.page('/account/dashboard')).html).not.toContain('iVBORw0KGgo')
  expect((await user.page('/account/settings')).html).toContain(`src="${picture}"`)
})

test('the header of every page shows the user and signs them out with a form post', async () => {
  const { user } = await signedInBrowser()
  await user.page('/account/dashboard')
  const { html } = await user.page('/help')
  expect(html).toContain('Ada &#60;Obi&#62;</a>')
  expect(html).toContain('action="/sign-out"')
  expect(html).not.toContain('>Register</a>')

  const stale = await user.post('/sign-out', { _csrf: 'stale' })
  expect(stale.response.status).toBe(419)
  expect(requestsTo('/auth/logout')).toHaveLength(0)

  const csrf = await user.csrfOf('/help')
  const { response } = await user.post('/sign-out', { _csrf: csrf })
  expect(response.headers.get('location')).toBe('/')
  expect(requestsTo('/auth/logout')[0]?.headers.authorization).toBe('Bearer session-token-of-ada')
  const after = await user.page('/')
  expect(after.html).toContain('name="session-token" content=""')
  expect(after.html).toContain('>Register</a>')
})

test('opening the sign-out page does not sign the user out', async () => {
  const { user } = await signedInBrowser()
  expect((await user.page('/sign-out')).html).toContain('You can sign in again at any time.')
  expect((await user.go('/account/dashboard')).status).toBe(200)
})

test.each(['/account/dashboard', '/account/wallet', '/account/wallet/transactions/successful'])(
  '%s requires a signed-in user, and a revoked session redirects to sign in once',
  async (path) => {
    expect((await browser(web.url).go(path)).headers.get('location')).toBe('/login')
    const { user } = await signedInBrowser()
    const { response } = await user.page(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  },
)

test('the window of a signed-in user is separate from the window that opened it', async () => {
  const { user } = await signedInBrowser()
  for (const path of ['/', '/electricity/subscription', '/account/dashboard', '/no/such/page'])
    expect((await user.go(path)).headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
})

test('a revoked session token redirects to sign in and is removed from the cookie', async () => {
  const { user } = await signedInBrowser()
  web.backend.profile = null
  expect((await user.go('/account/wallet')).headers.get('location')).toBe('/login')
  expect((await user.go('/login')).status).toBe(200)
})

test('a user with an unverified e-mail is redirected to the verification form with their e-mail', async () => {
  web.backend.profile = { ...profile, email_verified: false }
  const { user, response } = await signedInBrowser()
  expect(response.headers.get('location')).toBe('/email/verify')
  expect((await user.page('/email/verify')).html).toContain('value="ada@example.com"')
  expect((await user.page('/account/dashboard')).html).toContain('Verify your e-mail to use your wallet')
  web.backend.profile = profile
  expect((await user.go('/email/verify')).headers.get('location')).toBe('/account/dashboard')
})

test('a user resets a forgotten password without JavaScript', async () => {
  const ada = browser(web.url)
  const csrf = await ada.csrfOf('/forgot-password')
  const result = await ada.post('/forgot-password', { _csrf: csrf, email: 'ada@example.com' })
  expect(result.html).toContain('A link is on its way.')
  const { html } = await ada.page('/reset-password?token=right&email=ada%40example.com')
  expect(html).toContain('value="ada@example.com"')
  const passwords = { password: 'Secret-123', password_confirmation: 'Secret-123' }
  const fields = { _csrf: csrf, email: 'ada@example.com', ...passwords }
  const late = await ada.post('/reset-password', { ...fields, token: 'old' })
  expect(late.response.status).toBe(422)
  expect(late.html).toContain('This link has expired.')
  const { response } = await ada.post('/reset-password', { ...fields, token: 'right' })
  expect(response.headers.get('location')).toBe('/login?note=password')
  expect((await ada.page('/login?note=password')).html).toContain('Your password is changed.')
})

test('the return from a top-up checkout redirects to the result page', async () => {
  const { user } = await signedInBrowser()
  const response = await user.go('/payments/callback/paystack?reference=TOPUP-1')
  expect(response.headers.get('location')).toBe('/account/wallet/transactions/successful?reference=TOPUP-1')
})

test('the header of a back-office page has no links to the services', async () => {
  web.backend.profile = { ...profile, role: 'manager', scopes: [...scopes] }
  const { user } = await signedInBrowser()
  const { response, html } = await user.page('/management/users')
  expect(response.status).toBe(200)
  const header = /<header class="site-head">.*?<\/header>/s.exec(html)?.[0] ?? ''
  for (const text of ['Sanwo', 'Ada &#60;Obi&#62;', 'aria-label="Notifications"', 'Sign out', 'Help'])
    expect(header).toContain(text)
  for (const text of ['aria-label="Services"', '/electricity/subscription', 'Wallet'])
    expect(header).not.toContain(text)
  expect((await user.page('/')).html).toContain('aria-label="Services"')
})

test('a back-office page looks to a customer exactly like an unknown page', async () => {
  const { user } = await signedInBrowser()
  const shownAt = async (path: string) => {
    const { response, html } = await user.page(path)
    const withoutSecrets = html.replace(
      /nonce="[^"]*"|name="(csrf|session)-token" content="[^"]*"|value="[^"]*"/g,
      '',
    )
    return {
      httpStatus: response.status,
      cached: response.headers.get('cache-control'),
      html: withoutSecrets,
    }
  }
  const unknown = await shownAt('/no/such/page')
  expect(unknown).toMatchObject({ httpStatus: 404, html: expect.stringContaining('<title>Page not found') })
  for (const { path } of pages.filter((page) => page.path.startsWith('/management')))
    expect(await shownAt(path.replace(/:\w+/, 'ABCDEFGH2345')), path).toEqual(unknown)
})

test('a missing page below /management keeps the menu of the back office for a manager', async () => {
  web.backend.profile = { ...profile, role: 'manager', scopes: [...scopes] }
  const { user } = await signedInBrowser()
  const { response, html } = await user.page('/management/no-such-page')
  expect(response.status).toBe(404)
  expect(html).toContain('<title>Page not found')
  expect(html).toContain('aria-label="Back office"')
  expect(html).toContain('Go to the overview')
  expect(html).toContain('<p>The address may be mistyped, or the page has moved.</p>')
  expect(html).not.toContain('aria-label="Services"')
  expect((await user.page('/no/such/page')).html).toContain('aria-label="Services"')
  web.backend.profile = { ...profile, role: 'manager', scopes: [] }
  expect((await user.page('/management/no-such-page')).html).toContain('aria-label="Services"')
})

test('a page of the back office that fails keeps its menu, and is an error and not a missing page', async () => {
  web.backend.profile = { ...profile, role: 'manager', scopes: [...scopes] }
  const { user } = await signedInBrowser()
  web.backend.failsOnce = '/account/user/profile'
  const { response, html } = await user.page('/management/users')
  expect(response.status).toBe(500)
  expect(html).toContain('Something went wrong')
  expect(html).toContain('aria-label="Back office"')
  expect(html).toContain('Go to the overview')
  expect(html).not.toContain('Page not found')
  expect((await user.page('/management/users')).response.status).toBe(200)
  web.backend.profile = { ...profile, name: 1 as unknown as string }
  const unreadable = await user.page('/management/users')
  expect(unreadable.response.status).toBe(500)
  expect(unreadable.html).toContain('Something went wrong')
  expect(unreadable.html).toMatch(/Error reference: [\da-f]{8}</)
  expect(unreadable.html).toContain('aria-label="Services"')
})

test('the overview is rendered with the days of its URL', async () => {
  web.backend.profile = { ...profile, role: 'manager', scopes: [...scopes] }
  const { user } = await signedInBrowser()
  const { html } = await user.page('/management?from=2026-11-01&to=2026-11-20')
  expect(html).toMatch(/<input[^>]*name="from"[^>]*value="2026-11-01"/)
  expect((await user.page('/management')).html).not.toContain('name="from"')
})

test('a guest sees a missing page below /management like any other', async () => {
  const response = await fetch(`${web.url}/management/no-such-page`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('aria-label="Services"')
})

test('the forms have the phone of a signed-in user, and none for a guest', async () => {
  const { user } = await signedInBrowser()
  const phone = '0801 234 5678'
  for (const [path, prefilled] of [
    // Each form that can be chosen on the start page has the phone, also that of data plans.
    ['/', { phone_number: phone, phone_number_to_notify: phone }],
    ['/electricity/subscription', { phone_number: phone }],
    ['/data/subscription', { phone_number_to_notify: phone }],
  ] as const) {
    expect((await user.page(path)).html).toContain(`"prefilled":${JSON.stringify(prefilled)}`)
    expect(await (await fetch(web.url + path)).text()).not.toContain('prefilled')
  }
})

test('the requester sees the total of an open payment request, and what a paid one cost', async () => {
  const { user } = await signedInBrowser()
  const range = { min: 100, max: 100 }
  web.backend.tiles = [{ service: 'power', status: 1, reason: null, service_charge_range: range }]
  const request = {
    ...{ id: 'r1', state: 'open', service: 'power', title: 'Ikeja Electric', number: '11000000099' },
    ...{ amount: 2_000, note: null, code: 'a'.repeat(22), link: `${web.url}/r/aaa`, order: null },
    ...{ expires_at: '2026-11-29T10:00:00.000Z', created_at: '2026-11-26T10:00:00.000Z' },
  }
  const order = { reference: 'FKJ67P78GY7A', state: 'delivered', link: '/electricity', total_amount: 5_100 }
  web.backend.responses['GET /account/payment-requests'] = {
    data: [request, { ...request, id: 'r2', amount: null }, { ...request, id: 'r3', state: 'paid', order }],
  }
  const rowsOf = (html: string) =>
    [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd>(?:<strong[^>]*>)?([^<]*)</g)].map(([, label, value]) => [
      label,
      value,
    ])
  // The statuses of the services are cached for a quarter of a second.
  await expect
    .poll(async () => rowsOf((await user.page('/account/requests')).html))
    .toContainEqual(['Service charge', '₦100.00'])
  const { html } = await user.page('/account/requests')
  expect(rowsOf(html).filter(([label]) => label === 'Total')).toEqual([
    ['Total', '₦2,100.00'],
    ['Total', '₦5,100.00'],
  ])
})
