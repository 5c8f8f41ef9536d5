import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transaction } from '../islands/support/accounts.ts'
import { meter, phone } from '../islands/support/beneficiaries.ts'
import { notification } from '../islands/support/notifications.ts'
import { backend, browser, ada as profile, startShell, type TestShell } from './support.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(shell.backend, { ...backend(), seen: shell.backend.seen })
  shell.backend.seen.length = 0
})

const sent = (path: string) => shell.backend.seen.filter((it) => it.path === path)
const filled = (csrf: string, over: Record<string, string> = {}) => ({
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
  ...over,
})

/** Somebody who signed in without script. */
async function signedIn(password = 'right') {
  const person = browser(shell.url)
  const csrf = await person.csrfOf('/login')
  const { reply, html } = await person.post('/login', { _csrf: csrf, email: 'ada@example.com', password })
  return { person, reply, html }
}

test('a shared link brings its code into the form', async () => {
  const shared = await (await fetch(`${shell.url}/register?referrer=ADA2345`)).text()
  expect(shared).toMatch(/name="referrer" value="ADA2345"/)
  const plain = await (await fetch(`${shell.url}/register`)).text()
  expect(plain).toContain('name="referrer"')
  expect(plain).not.toContain('ADA2345')
})

test('registering works without script, with the calls of the script', async () => {
  const ada = browser(shell.url)
  const { reply } = await ada.post('/register', filled(await ada.csrfOf('/register')))
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toBe('/email/verify')
  expect(sent('/auth/register')[0]?.body).toEqual({
    is_company: false,
    name: 'Ada Obi',
    email: 'ada@example.com',
    phone: '0801 234 5678',
    terms: true,
    password: 'Secret-123',
    platform: 'web',
    referrer: '',
  })
  shell.backend.registration = 'created'
  const again = await ada.post('/register', filled(await ada.csrfOf('/register')))
  expect(again.reply.headers.get('location')).toBe('/login')
})

test('a refused registration comes back with what was typed, what is wrong, and no password', async () => {
  const ada = browser(shell.url)
  const fields = filled(await ada.csrfOf('/register'), { account_type: 'company', password: 'weak-pass' })
  const { reply, html } = await ada.post('/register', fields)
  expect(reply.status).toBe(422)
  expect(html).toContain('value="Ada Obi"')
  expect(html).toContain('Please enter the RC number.')
  expect(html).toContain('Please use a stronger password')
  expect(html).not.toContain('weak-pass')
})

test('a code signs in without script, and another one is sent on a press', async () => {
  const ada = browser(shell.url)
  const csrf = await ada.csrfOf('/email/verify')
  const fields = { _csrf: csrf, email: 'ada@example.com' }
  const resent = await ada.post('/email/verify/resend', fields)
  expect(resent.html).toContain('A code is on its way.')
  expect(resent.html).toContain('value="ada@example.com"')
  const wrong = await ada.post('/email/verify', { ...fields, token: '9999' })
  expect(wrong.reply.status).toBe(422)
  expect(wrong.html).toContain('That code is not right.')
  expect(wrong.html).not.toContain('9999')
  const { reply } = await ada.post('/email/verify', { ...fields, token: '1234' })
  expect(reply.headers.get('location')).toBe('/account/dashboard')
  expect((await ada.page('/account/dashboard')).reply.status).toBe(200)
})

test('signing in without script seals the bearer, renews the session and leads to the dashboard', async () => {
  const { person, reply } = await signedIn()
  expect(reply.headers.get('location')).toBe('/account/dashboard')
  expect(person.cookie()).not.toContain('bearer-of-ada')
  const { html } = await person.page('/account/dashboard')
  expect(html).toContain('Welcome, Ada &lt;Obi&gt;')
  expect(html).toContain('₦12,500.00')
  expect(html).not.toContain('Your last orders')
  const wrong = await signedIn('wrong')
  expect(wrong.reply.status).toBe(422)
  expect(wrong.html).toContain('Wrong e-mail or password.')
})

test('a guest’s pages carry no style of account pages; whoever is signed in has it on every page', async () => {
  const ofAccounts = '.movement{'
  expect((await browser(shell.url).page('/')).html).not.toContain(ofAccounts)
  const { person } = await signedIn()
  expect((await person.page('/account/wallet')).html).toContain(ofAccounts)
  expect((await person.page('/')).html).toContain(ofAccounts)
})

test('the dashboard shows the last five orders, and stands without them', async () => {
  const order = (at: number) => transaction({ reference: `ABCDEFGH234${at}`, title: `Order ${at}` })
  shell.backend.answers = {
    'GET /account/transactions/all': { data: { list: [2, 3, 4, 5, 6, 7].map(order), next: null } },
  }
  const { person } = await signedIn()
  const { html } = await person.page('/account/dashboard')
  expect(html).toContain('Your last orders')
  expect(html).toContain('Order 6')
  expect(html).not.toContain('Order 7')
  shell.backend.answers = {}
  const without = await person.page('/account/dashboard')
  expect(without.reply.status).toBe(200)
  expect(without.html).not.toContain('Your last orders')
})

test('buying by the file stands in the menu of companies alone; a person who opens it is told for whom it is', async () => {
  const inMenu = 'href="/account/bulk"'
  const { person } = await signedIn()
  expect((await person.page('/account/dashboard')).html).not.toContain(inMenu)
  const opened = await person.page('/account/bulk')
  expect(opened.reply.status).toBe(200)
  expect(opened.html).toContain('Buying by the file is for companies.')
  shell.backend.profile = { ...profile, is_company: true }
  for (const path of ['/account/dashboard', '/account/wallet', '/account/settings', '/account/tickets'])
    expect((await person.page(path)).html, path).toContain(inMenu)
})

test('the dashboard offers what is saved, and numbers of late that are not, once each', async () => {
  const order = (over: object) => transaction({ number: '11000000000', ...over })
  const list = [
    order({ reference: 'ABCDEFGH2342', number: '0803 111 2222', service: 'airtime', title: 'Of her own' }),
    order({ reference: 'ABCDEFGH2343', number: '0803 111 2222', service: 'data', title: 'Plan of late' }),
    order({ reference: 'ABCDEFGH2344', state: 'vending' }),
    order({ reference: 'ABCDEFGH2345', number: '11000000009' }),
    order({ reference: 'ABCDEFGH2346', number: '11000000009' }),
  ]
  shell.backend.answers = {
    'GET /account/transactions/all': { data: { list, next: null } },
    'GET /account/beneficiaries/recent': { data: [phone()] },
  }
  const { person } = await signedIn()
  const { html } = await person.page('/account/dashboard')
  const data = JSON.parse(/id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}')
  expect(data.props.saved).toHaveLength(1)
  expect(data.props.unsaved.map((it: { reference: string }) => it.reference)).toEqual([
    'ABCDEFGH2343',
    'ABCDEFGH2345',
  ])
})

test('hostile notes, names and subjects stay inert text in a page and in its data', async () => {
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  shell.backend.answers = Object.fromEntries(
    [
      ['meter-numbers', [meter({ additional_notes: hostile, customer_name: hostile })]],
      ['smartcard-numbers', []],
      ['phone-numbers', []],
      ['device-ids-numbers', []],
    ].map(([kind, data]) => [`GET /account/beneficiaries/${kind}/all`, { data }]),
  )
  shell.backend.answers['GET /account/notifications/all'] = {
    data: [
      notification({ data: { ...notification().data, subject: hostile, description: hostile } as never }),
    ],
  }
  const { person } = await signedIn()
  for (const path of ['/account/beneficiaries', '/account/notifications']) {
    const { html } = await person.page(path)
    expect(html, path).toContain('&lt;img src=x onerror=alert(2)&gt;')
    expect(html, path).not.toMatch(/<img src=x|<script>alert/)
  }
})

test('a picture comes with the settings alone: no other page carries it', async () => {
  const picture = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(2_000)}`
  shell.backend.profile = { ...profile, picture }
  const { person } = await signedIn()
  expect((await person.page('/account/dashboard')).html).not.toContain('iVBORw0KGgo')
  expect((await person.page('/account/settings')).html).toContain(`src="${picture}"`)
})

test('the header of every page names who is signed in and signs them out by a form post', async () => {
  const { person } = await signedIn()
  await person.page('/account/dashboard')
  const { html } = await person.page('/help')
  expect(html).toContain('Ada &#60;Obi&#62;</a>')
  expect(html).toContain('action="/sign-out"')
  expect(html).not.toContain('>Register</a>')

  const stale = await person.post('/sign-out', { _csrf: 'stale' })
  expect(stale.reply.status).toBe(419)
  expect(sent('/auth/logout')).toHaveLength(0)

  const csrf = await person.csrfOf('/help')
  const { reply } = await person.post('/sign-out', { _csrf: csrf })
  expect(reply.headers.get('location')).toBe('/')
  expect(sent('/auth/logout')[0]?.headers.authorization).toBe('Bearer bearer-of-ada')
  const after = await person.page('/')
  expect(after.html).toContain('name="api-token" content=""')
  expect(after.html).toContain('>Register</a>')
})

test('opening the address of sign-out signs nobody out', async () => {
  const { person } = await signedIn()
  expect((await person.page('/sign-out')).html).toContain('You can sign in again at any time.')
  expect((await person.go('/account/dashboard')).status).toBe(200)
})

test.each(['/account/dashboard', '/account/wallet', '/account/wallet/transactions/successful'])(
  '%s is for signed-in people, and an ended session leads to sign in once',
  async (path) => {
    expect((await browser(shell.url).go(path)).headers.get('location')).toBe('/login')
    const { person } = await signedIn()
    const { reply } = await person.page(path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
  },
)

test('an ended bearer leads to sign in and leaves the cookie', async () => {
  const { person } = await signedIn()
  shell.backend.profile = null
  expect((await person.go('/account/wallet')).headers.get('location')).toBe('/login')
  expect((await person.go('/login')).status).toBe(200)
})

test('who has not proved their e-mail is led there, with their own e-mail in the form', async () => {
  shell.backend.profile = { ...profile, email_verified: false }
  const { person, reply } = await signedIn()
  expect(reply.headers.get('location')).toBe('/email/verify')
  expect((await person.page('/email/verify')).html).toContain('value="ada@example.com"')
  expect((await person.page('/account/dashboard')).html).toContain('Verify your e-mail first')
  shell.backend.profile = profile
  expect((await person.go('/email/verify')).headers.get('location')).toBe('/account/dashboard')
})

test('a forgotten password is mended without script', async () => {
  const ada = browser(shell.url)
  const csrf = await ada.csrfOf('/forgot-password')
  const asked = await ada.post('/forgot-password', { _csrf: csrf, email: 'ada@example.com' })
  expect(asked.html).toContain('A link is on its way.')
  const { html } = await ada.page('/reset-password?token=right&email=ada%40example.com')
  expect(html).toContain('value="ada@example.com"')
  const passwords = { password: 'Secret-123', password_confirmation: 'Secret-123' }
  const fields = { _csrf: csrf, email: 'ada@example.com', ...passwords }
  const late = await ada.post('/reset-password', { ...fields, token: 'old' })
  expect(late.reply.status).toBe(422)
  expect(late.html).toContain('This link has expired.')
  const { reply } = await ada.post('/reset-password', { ...fields, token: 'right' })
  expect(reply.headers.get('location')).toBe('/login?note=password')
  expect((await ada.page('/login?note=password')).html).toContain('Your password is changed.')
})

test('the way back from the checkout of a top-up leads to its result', async () => {
  const { person } = await signedIn()
  const reply = await person.go('/payments/callback/paystack?reference=TOPUP-1')
  expect(reply.headers.get('location')).toBe('/account/wallet/transactions/successful?reference=TOPUP-1')
})
