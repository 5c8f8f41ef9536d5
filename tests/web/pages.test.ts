import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { pages } from '../../server/web/pages.ts'
import { refundAccountPageUrl, reportPageUrl, successPageUrl } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import {
  accessToken,
  backend,
  browser,
  linkCode,
  reference,
  startTestWeb,
  statusOf,
  type TestWebServer,
} from './support.ts'

let web: TestWebServer
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(web.backend, { ...backend(), requests: web.backend.requests })
  web.backend.requests.length = 0
})

const order = (path: string) => `${path}?reference=${reference}`
const orderPages = {
  details: '/electricity/customer-details',
  process: '/electricity/transactions/process',
  success: '/electricity/transactions/successful',
}

/** The browser that created the order. */
async function buyer() {
  const ada = browser(web.url)
  const csrf = await ada.csrfOf()
  await ada.post('/electricity/subscription', filled(csrf))
  return { ada, csrf }
}
const filled = (csrf: string) => ({
  _csrf: csrf,
  meter_type: 'prepaid',
  phone_number: '0801 234 5678',
  meter_number: '1100 0000 000',
  meter_disco: 'ikeja',
  amount: '₦2,000',
})

test('every page renders with its own title', async () => {
  for (const page of pages) {
    const response = await fetch(web.url + page.path.replace(':gateway', 'paystack'), { redirect: 'manual' })
    const html = await response.text()
    expect([200, 303, 404], page.path).toContain(response.status)
    if (response.status !== 303) expect(html, page.path).toContain('lang="en-NG"')
  }
})

test('forms show the configured cashback, and none if it is 0', async () => {
  const htmlOf = async (path: string) => (await fetch(web.url + path)).text()
  const cashback = (percent: number) => {
    web.backend.responses['GET /actions/get-cashback'] = { data: { percent } }
  }
  cashback(2.5)
  for (const path of ['/', '/electricity/subscription', '/register'])
    await expect.poll(() => htmlOf(path), { message: path }).toMatch(/2\.5(<!-- -->)?% cashback/)
  cashback(0)
  for (const path of ['/', '/electricity/subscription', '/register'])
    await expect.poll(() => htmlOf(path), { message: path }).not.toMatch(/% cashback/)
})

test('a disabled service offers no payment for an existing unpaid order', async () => {
  const { ada } = await buyer()
  web.backend.status = statusOf('quoted', 'details')
  expect((await ada.page(order(orderPages.details))).html).toContain('Proceed to Payment')
  const { tiles } = web.backend
  onTestFinished(async () => {
    web.backend.tiles = tiles
    // The server keeps the last status for a moment; the next test finds the service enabled.
    await expect
      .poll(async () => (await ada.page(order(orderPages.details))).html)
      .toContain('Proceed to Payment')
  })
  web.backend.tiles = [{ service: 'power', status: 0, reason: 'The network is down until 4 pm.' }]
  await expect
    .poll(async () => (await ada.page(order(orderPages.details))).html)
    .toContain('This service is currently not available')
  const { html } = await ada.page(order(orderPages.details))
  expect(html).toContain('The network is down until 4 pm.')
  expect(html).not.toContain('Proceed to Payment')
  const pay = await ada.page(order('/electricity/pay'))
  expect(pay.html).toContain('This service is currently not available. The network is down until 4 pm.')
  expect(pay.html).toContain('/tell-me?service=power')
  expect(pay.html).not.toContain('name="payment_method"')
})

test('an unknown path is a 404 page, and a HEAD response has no body', async () => {
  const response = await fetch(`${web.url}/no/such/page`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page not found')
  const head = await fetch(web.url, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

test('a malformed URL, a wrong method and an oversized form get an error page', async () => {
  expect((await fetch(`${web.url}/payments/callback/%E0%A4%A`)).status).toBe(400)
  const put = await fetch(`${web.url}/help`, { method: 'PUT' })
  expect(put.status).toBe(405)
  expect(put.headers.get('allow')).toBe('GET, HEAD')
  const huge = await fetch(`${web.url}/electricity/subscription`, {
    method: 'POST',
    body: new URLSearchParams({ amount: '1'.repeat(30_000) }),
  })
  expect(huge.status).toBe(413)
})

test('every page shows the test mode banner', async () => {
  for (const path of ['/', '/help', '/no/such/page']) {
    expect(await (await fetch(web.url + path)).text(), path).toContain('Test mode')
  }
})

test('a changed service status shows at the next page load', async () => {
  const home = async () => (await fetch(web.url)).text()
  // A page that waited too long for the API shows the status that it knew before.
  const expectText = (text: string) => expect.poll(home, { interval: 300, timeout: 10_000 }).toContain(text)
  await expectText('"service":"power","status":1')
  web.backend.tiles = [{ service: 'power', status: 0, reason: 'The network is down until 4 pm.' }]
  await expectText('The network is down until 4 pm.')
  // The next test finds the service enabled.
  web.backend.tiles = backend().tiles
  await expectText('"service":"power","status":1')
})

test('an unavailable service shows its reason', async () => {
  await using fresh = await startTestWeb()
  const html = await (await fetch(`${fresh.url}/cabletv/subscription`)).text()
  expect(html).toContain('This service is currently not available')
  expect(html).toContain('Back on Monday.')
  expect(html).not.toContain('% cashback')
})

test('query parameters with markup are escaped', async () => {
  const hostile = encodeURIComponent('</script><script>alert(1)</script>"onload=alert(1) x="')
  const ada = browser(web.url)
  const others = [
    '/electricity/pay',
    '/electricity/print-receipt/',
    '/orders/report',
    '/orders/refund-account',
    '/orders/find',
  ]
  for (const path of [...Object.values(orderPages), ...others, '/tell-me', '/register']) {
    const requested = ['reference', 'ref', 'order', 'note', 'service', 'referrer'].map(
      (entry) => `${entry}=${hostile}`,
    )
    const { html } = await ada.page(`${path}?${requested.join('&')}`)
    // The language form returns to this page: its address is percent-encoded and quoted.
    expect(html.replace(/name="to" value="[^"<>]*"/, ''), path).not.toContain('alert(1)')
  }
})

test('vendor text is escaped in page and page data', async () => {
  const { ada } = await buyer()
  const { html } = await ada.page(order(orderPages.details))
  expect(html).not.toContain('<Obi>')
  expect(html).toContain('\\u003cObi')
})

test('the power form works without JavaScript: lookup, then details', async () => {
  const ada = browser(web.url)
  const { response } = await ada.post('/electricity/subscription', filled(await ada.csrfOf()))
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(order(orderPages.details))
  const request = web.backend.requests.find(({ path }) => path === '/services/electricity/get-meter-info')
  expect(request?.body).toMatchObject({ amount: '2000', meter_disco: 'ikeja' })
})

test('a rejected form is rendered again with its values and errors', async () => {
  const ada = browser(web.url)
  const { response, html } = await ada.post('/electricity/subscription', {
    ...filled(await ada.csrfOf()),
    amount: '1e3',
    meter_number: '123',
  })
  expect(response.status).toBe(422)
  expect(html).toContain('0801 234 5678')
  expect(html).toContain('A meter number has 11 to 20 digits.')
  expect(html).toContain('1e3')
})

test('a form with an expired CSRF token is rendered again with its values', async () => {
  const ada = browser(web.url)
  const { response, html } = await ada.post('/electricity/subscription', filled('stale'))
  expect(response.status).toBe(419)
  expect(html).toContain('This page is out of date. Please try again.')
  expect(html).toContain('0801 234 5678')
  expect(web.backend.owner).toBeNull()
})

test('a form posted by another site is rejected', async () => {
  const ada = browser(web.url)
  const csrf = await ada.csrfOf()
  const foreign = await ada.post('/electricity/subscription', filled(csrf), {
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.response.status).toBe(403)
  const origin = await ada.post('/electricity/subscription', filled(csrf), { origin: 'https://evil.example' })
  expect(origin.response.status).toBe(403)
  expect(web.backend.owner).toBeNull()
})

test('a customer finds past tokens without JavaScript', async () => {
  const ada = browser(web.url)
  const { response, html } = await ada.post('/electricity/history', {
    _csrf: await ada.csrfOf(),
    meter_number: '11000000000',
    phone_number: '0801',
  })
  expect(response.status).toBe(200)
  expect(html).toContain('"records":[]')
})

test('past tokens that cannot be retrieved without JavaScript show the specified message', async () => {
  const ada = browser(web.url)
  const { response, html } = await ada.post('/electricity/history', {
    _csrf: await ada.csrfOf(),
    meter_number: '',
    phone_number: '0801',
  })
  expect(response.status).toBe(422)
  expect(html).toContain('Transaction records could not retrieved.')
  expect(html).toContain('Please enter it.')
})

test('a customer reports a problem without JavaScript and gets a ticket number', async () => {
  const { ada, csrf } = await buyer()
  web.backend.status = statusOf('refunding', 'process')
  web.backend.responses[`POST /orders/${reference}/report`] = { data: { number: 'T-7K4M2QXA' } }
  const { html } = await ada.page(order('/orders/report'))
  expect(html).toContain('name="message"')
  expect(html).toContain('"biller":"Ikeja Electric"')
  const message = `It is not here.\r\n${'x'.repeat(900)}`
  const result = await ada.post('/orders/report', { _csrf: csrf, reference, message, email: '' })
  expect(result.response.status).toBe(200)
  expect(result.html).toContain('T-7K4M2QXA')
  const report = web.backend.requests.find(({ path }) => path === `/orders/${reference}/report`)
  expect(report?.body).toEqual({ message, email: '', access_token: null })
  expect((await ada.post('/orders/report', { _csrf: 'old', reference, message })).html).toContain(
    'x'.repeat(900),
  )
  expect((await browser(web.url).page(order('/orders/report'))).response.status).toBe(404)
})

test('a customer verifies and submits a refund account without JavaScript', async () => {
  const { ada, csrf } = await buyer()
  web.backend.status = {
    ...statusOf('refunding', 'process'),
    refund_account: { amount: 2100, currency: 'NGN', gateway: 'paystack', requires: 'nothing' },
  }
  const path = `/orders/${reference}/refund-account`
  Object.assign(web.backend.responses, {
    'GET /actions/get-all-banks': { data: [{ code: '058', name: 'Guaranty Trust' }] },
    [`POST ${path}/check`]: { data: { account_name: 'ADA <OBI>' } },
    [`POST ${path}`]: { data: statusOf('refunding', 'process') },
  })
  const fields = { _csrf: csrf, reference, bank_code: '058', account_number: '0123456789' }
  const { html } = await ada.page(order('/orders/refund-account'))
  const [, banner] = html.match(/<aside class="banner"(.*?)<\/aside>/s) ?? []
  expect(banner).toContain('Bank account: 0123456789')
  expect(html.split('0123456789')).toHaveLength(2)
  expect(html).toContain('The 10 digits of a bank account in your own name.')
  const checked = await ada.post('/orders/refund-account', { ...fields, idempotency_key: 'key-of-this-page' })
  expect(checked.html).toContain('ADA &lt;OBI&gt;')
  expect(checked.html).toMatch(
    /name="checked" [^>]*value="058:0123456789"|value="058:0123456789"[^>]* name="checked"/,
  )
  expect(checked.html).toContain('value="key-of-this-page"')
  const other = { ...fields, account_number: '0123456781', checked: '058:0123456789' }
  expect((await ada.post('/orders/refund-account', other)).response.status).toBe(200)
  expect(web.backend.requests.some((entry) => entry.path === path)).toBe(false)
  const submission = { ...fields, checked: '058:0123456789', idempotency_key: 'key-of-this-page' }
  const { response } = await ada.post('/orders/refund-account', submission)
  expect(response.headers.get('location')).toBe(order(orderPages.process))
  const request = web.backend.requests.find((entry) => entry.path === path)
  expect(request?.body).toEqual({ bank_code: '058', account_number: '0123456789' })
  expect(request?.headers['idempotency-key']).toBe('key-of-this-page')
  web.backend.status = statusOf('refunding', 'process')
  expect((await ada.go(order('/orders/refund-account'))).status).toBe(303)
})

test('a payer in another browser confirms an e-mailed code without JavaScript before submitting a refund account', async () => {
  const { ada, csrf } = await buyer()
  const refund_account = {
    amount: 2100,
    currency: 'NGN',
    gateway: 'paystack',
    requires: 'email_code',
  } as const
  web.backend.status = { ...statusOf('refunding', 'process'), refund_account }
  const path = `/orders/${reference}/refund-account`
  Object.assign(web.backend.responses, {
    'GET /actions/get-all-banks': { data: [{ code: '058', name: 'Guaranty Trust' }] },
    [`POST ${path}/code`]: { data: { email: 'a***@example.com', minutes: 10 } },
    [`POST ${path}/confirm`]: {
      httpStatus: 422,
      message: 'That code is not right.',
      errors: { code: ['That code is not right.'] },
    },
  })
  const { html } = await ada.page(order('/orders/refund-account'))
  expect(html).toContain('E-mail me a code')
  expect(html).not.toContain('name="account_number"')
  const request = await ada.post('/orders/refund-account', { _csrf: csrf, reference, step: 'send_code' })
  expect(request.html).toContain('We sent 6 digits to a***@example.com')
  const fields = { _csrf: csrf, reference, step: 'confirm_code', sent_to: 'a***@example.com', code: '123456' }
  expect((await ada.post('/orders/refund-account', fields)).html).toContain('That code is not right.')
  web.backend.responses[`POST ${path}/confirm`] = { data: statusOf('refunding', 'process') }
  const { response } = await ada.post('/orders/refund-account', fields)
  expect(response.headers.get('location')).toBe(order('/orders/refund-account'))
  web.backend.status = {
    ...statusOf('refunding', 'process'),
    refund_account: { ...refund_account, currency: 'USD', requires: 'nothing' },
  }
  expect((await ada.page(order('/orders/refund-account'))).html).toContain('$2,100.00')
  for (const [requires, htmlOf] of [
    ['sign_in', 'Sign in to it to add your bank account.'],
    ['paying_browser', 'only in the browser that paid'],
  ] as const) {
    web.backend.status = {
      ...statusOf('refunding', 'process'),
      refund_account: { ...refund_account, requires },
    }
    const page = await ada.page(order('/orders/refund-account'))
    expect(page.html).toContain(htmlOf)
    expect(page.html).not.toContain('name="account_number"')
  }
})

test('a customer subscribes to a service alert without JavaScript', async () => {
  await using fresh = await startTestWeb()
  const ada = browser(fresh.url)
  const { html } = await ada.page('/cabletv/subscription')
  expect(html).toContain('href="/tell-me?service=cabletv"')
  const csrf = await ada.csrfOf('/tell-me?service=cabletv')
  fresh.backend.responses['POST /services/cabletv/tell-me'] = {
    message: 'We will tell you when it is back.',
    data: { service: 'cabletv' },
  }
  const result = await ada.post('/tell-me', { _csrf: csrf, service: 'cabletv', phone: '0803', email: '' })
  expect(result.html).toContain('We will tell you when it is back.')
  expect(fresh.backend.requests.find(({ path }) => path.endsWith('/tell-me'))?.body).toEqual({
    phone: '0803',
  })
  expect((await ada.go('/tell-me?service=tickets')).headers.get('location')).toBe('/')
})

test('a customer chooses a payment method, and the checkout is a plain link', async () => {
  const { ada, csrf } = await buyer()
  const { html } = await ada.page(order('/electricity/pay'))
  expect(html).toContain('Bank transfer')
  expect(html).not.toContain('Your balance')
  expect(html).toContain('₦2,100.00')
  const key = /name="idempotency_key" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const paid = await ada.post('/electricity/pay', {
    _csrf: csrf,
    reference,
    payment_method: 'CARD',
    idempotency_key: key,
  })
  expect(paid.response.status).toBe(200)
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  expect(paid.html).toContain('Continue to your bank')
  const request = web.backend.requests.find(({ path }) => path === '/payments/initiate')
  expect(request?.headers['idempotency-key']).toBe(key)
  expect(request?.body).toMatchObject({
    amount: 2100,
    service_charge: 100,
    payment_for: 'electricity',
    payment_method: 'CARD',
  })
})

test('a rejected payment keeps its idempotency key, so that a retry is the same payment', async () => {
  const { ada, csrf } = await buyer()
  const { response, html } = await ada.post('/electricity/pay', {
    _csrf: csrf,
    reference,
    idempotency_key: 'key-of-this-page',
  })
  expect(response.status).toBe(422)
  expect(html).toContain('value="key-of-this-page"')
  expect(html).toContain('This payment method is unavailable. Choose another.')
})

test.each(['javascript:alert(1)', 'http://evil.example/pay'])(
  'a checkout at %s is not linked',
  async (address) => {
    const { ada, csrf } = await buyer()
    web.backend.checkoutUrl = address
    const { response, html } = await ada.post('/electricity/pay', {
      _csrf: csrf,
      reference,
      payment_method: 'CARD',
    })
    expect(response.status).toBe(502)
    expect(html).not.toContain(address)
    expect(html).toContain('No money was taken.')
  },
)

test.each([
  ['quoted', 'details', 'process', 'details', 'unpaid'],
  ['quoted', 'details', 'success', 'details', 'unpaid'],
  ['paid', 'process', 'details', 'process', 'paid'],
  ['vending', 'process', 'details', 'process', 'paid'],
  ['vending', 'process', 'success', 'process', 'paid'],
  ['delivered', 'success', 'details', 'success', 'delivered'],
  ['delivered', 'success', 'process', 'success', null],
  ['refunded', 'process', 'details', 'process', 'failed'],
] as const)(
  'an order in state %s (%s) is redirected from the %s page',
  async (state, page, requested, expectedPage, note) => {
    const { ada } = await buyer()
    web.backend.status = statusOf(state, page)
    const response = await ada.go(order(orderPages[requested]))
    expect(response.status).toBe(303)
    const to = new URL(response.headers.get('location') ?? '', web.url)
    expect(to.pathname).toBe(orderPages[expectedPage])
    expect(to.searchParams.get('note')).toBe(note)
    const target = await ada.go(to.pathname + to.search)
    expect(target.status).toBe(200)
  },
)

test.each([
  ['quoted', 'details', 'details'],
  ['awaiting_payment', 'details', 'process'],
  ['awaiting_payment', 'process', 'details'],
  ['expired', 'details', 'process'],
  ['vend_failed', 'process', 'process'],
] as const)('an order in state %s (%s) is shown on the %s page', async (state, page, requested) => {
  const { ada } = await buyer()
  web.backend.status = statusOf(state, page)
  expect((await ada.go(order(orderPages[requested]))).status).toBe(200)
})

test.each([
  ['quoted', 'Confirm your details', 'Is this the right meter'],
  ['awaiting_payment', 'Your order', 'This order is not paid yet'],
  ['expired', 'Your order', 'This order was not paid in time'],
] as const)(
  'the tab and the heading of an order in state %s say whether it was paid',
  async (state, tab, heading) => {
    const { ada } = await buyer()
    web.backend.status = statusOf(state, 'details')
    const { html } = await ada.page(order(orderPages.details))
    expect(html).toMatch(new RegExp(`<title>${tab} `))
    expect(html).toContain(`<h1>${heading}`)
  },
)

test("another browser cannot see a customer's order", async () => {
  await buyer()
  for (const path of Object.values(orderPages)) {
    const { html } = await browser(web.url).page(order(path))
    expect(html, path).not.toContain('Allen Avenue')
  }
  const pay = await browser(web.url).page(order('/electricity/pay'))
  expect(pay.response.status).toBe(404)
  expect(pay.html).toContain('No record found')
})

test('every page of an order unknown to this browser shows only how to open it', async () => {
  await buyer()
  for (const { slug } of Object.values(serviceContracts)) {
    for (const path of [
      ...['customer-details', 'pay', 'transactions/process', 'transactions/successful'].map(
        (page) => `/${slug}/${page}?reference=${reference}`,
      ),
      `/electricity/print-receipt/?ref=${reference}`,
    ]) {
      const { html } = await browser(web.url).page(path)
      expect(html, path).toContain('No record found')
      expect(html, path).toMatch(/We couldn(’|'|&#x27;|&#39;)t find this order on this device/)
      expect(html, path).not.toContain('No money was taken')
      expect(html, path).toContain('action="/orders/find"')
      expect(html, path).toContain(`value="${reference}"`)
      expect(html, path).not.toContain('http-equiv="refresh"')
    }
  }
})

test('the receipt of an order that was opened by its link can be printed', async () => {
  await buyer()
  web.backend.status = statusOf('delivered', 'success')
  const { html } = await browser(web.url).page(
    `/electricity/print-receipt/?ref=${reference}&order=${accessToken}`,
  )
  expect(html).toContain('1234 5678 9012 3456 7890')
  expect(html).not.toContain('No record found')
})

test('a customer opens an order in another browser without JavaScript, by reference, phone and last four digits', async () => {
  await buyer()
  web.backend.status = statusOf('vending', 'process')
  const chrome = browser(web.url)
  const returned = await chrome.go('/payments/callback/paystack?reference=PAY-1&n=lost')
  expect(returned.headers.get('location')).toBe(order(orderPages.process))
  const csrf = await chrome.csrfOf(order(orderPages.process))
  const fields = { _csrf: csrf, reference, phone: '0803 123 4567', last_four: '0000' }
  const missed = await chrome.post('/orders/find', fields)
  expect(missed.response.status).toBe(404)
  expect(missed.html).toContain('These details do not match any order.')
  expect(missed.html).toContain('value="0803 123 4567"')
  web.backend.responses['POST /orders/find'] = {
    data: { reference, service: 'power', page: 'process', access_token: accessToken },
  }
  const result = await chrome.post('/orders/find', fields)
  expect(result.response.status).toBe(303)
  expect(result.response.headers.get('location')).toBe(`${order(orderPages.process)}&order=${accessToken}`)
  expect((await chrome.post('/orders/find', { ...fields, _csrf: 'old' })).response.status).toBe(419)
})

test('a delivered order opens by its full URL, and by reference only in the browser that created it', async () => {
  const { ada } = await buyer()
  web.backend.status = statusOf('delivered', 'success')
  const fullUrl = `${order(orderPages.success)}&order=${accessToken}`
  expect((await ada.go(order(orderPages.success))).headers.get('location')).toBe(fullUrl)
  const { response, html } = await browser(web.url).page(fullUrl)
  expect(response.status).toBe(200)
  expect(html).toContain('12345678901234567890')
})

test('order pages are not cached', async () => {
  for (const path of Object.values(orderPages)) {
    expect((await fetch(web.url + order(path))).headers.get('cache-control'), path).toBe('private, no-store')
  }
})

test('without JavaScript the process page refreshes until the token is delivered', async () => {
  const { ada } = await buyer()
  web.backend.status = statusOf('paid', 'process')
  const first = await ada.page(order(orderPages.process))
  expect(first.html).toMatch(/<noscript><meta http-equiv="refresh" content="4; url=[^"]*noscript=1">/)
  web.backend.process = { httpStatus: 202, status: 'pending', message: 'We are asking for your token.' }
  const waiting = await ada.page(`${order(orderPages.process)}&noscript=1`)
  for (const part of ['Generating your token, please wait...', 'Order created', 'You may close this page'])
    expect(waiting.html).toContain(part)
  expect(waiting.response.headers.get('refresh')).toContain(`4; url=${order(orderPages.process)}`)
  web.backend.process = { httpStatus: 200, status: 'success', message: 'Delivered.' }
  const done = await ada.go(`${order(orderPages.process)}&noscript=1`)
  expect(done.headers.get('location')).toBe(`${order(orderPages.success)}&order=${accessToken}`)
})

test('while the API is unreachable the process page does not claim progress, and refreshes', async () => {
  await using offline = await startTestWeb({ proxied: true })
  await offline.stopApi()
  const guest = browser(offline.url)
  const { html } = await guest.page(order(orderPages.process))
  expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="4; url=[^"]*noscript=1">/)
  const refreshed = await guest.page(`${order(orderPages.process)}&noscript=1`)
  expect(refreshed.response.headers.get('refresh')).toContain(`4; url=${order(orderPages.process)}`)
  for (const text of [html, refreshed.html]) {
    expect(text).toContain('We cannot load the current state of your order')
    expect(text).not.toContain('Generating your token')
  }
})

test('a failed payment ends the polling and shows the state of the money', async () => {
  const { ada } = await buyer()
  web.backend.status = statusOf('awaiting_payment', 'process')
  web.backend.process = {
    httpStatus: 409,
    status: 'error',
    message: "Your payment didn't go through. You were not charged. Try again.",
  }
  const { response, html } = await ada.page(`${order(orderPages.process)}&noscript=1`)
  expect(html).toContain('Your payment didn&#x27;t go through. You were not charged. Try again.')
  expect(response.headers.get('refresh')).toBeNull()
  expect(html).toContain('Re-confirm meter number')
  expect(html).toContain('Try payment again')
})

test('without JavaScript an order is bought again from its page', async () => {
  const { ada } = await buyer()
  web.backend.status = statusOf('delivered', 'success')
  const html = (await ada.page(`${order(orderPages.success)}&order=${accessToken}`)).html
  expect(html).toContain('action="/orders/again"')
  const fields = { _csrf: await ada.csrfOf(), reference, order: accessToken }
  web.backend.responses[`POST /orders/${reference}/again`] = {
    data: { reference, link: order(orderPages.details) },
  }
  const bought = await ada.post('/orders/again', fields)
  expect(bought.response.status).toBe(303)
  expect(bought.response.headers.get('location')).toBe(order(orderPages.details))
  web.backend.responses[`POST /orders/${reference}/again`] = {
    httpStatus: 503,
    message: 'Not available now.',
  }
  const rejected = await ada.post('/orders/again', fields)
  expect(rejected.response.status).toBe(503)
  expect(rejected.html).toContain('Not available now.')
  expect((await ada.post('/orders/again', { ...fields, _csrf: 'old' })).response.status).toBe(419)
})

test.each([
  ['paystack?reference=PAY-1&n=right', `${order(orderPages.process)}&order=${accessToken}`],
  ['paystack?trxref=PAY-1', order(orderPages.process)],
  ['flutterwave?status=successful&tx_ref=PAY-1&transaction_id=9', order(orderPages.process)],
  ['flutterwave?status=cancelled&tx_ref=PAY-1', order(orderPages.process)],
  ['flutterwave?tx_ref=PAY-1&response=%7B%22status%22%3A%22successful%22%7D', order(orderPages.process)],
  ['monnify?paymentReference=PAY-1', order(orderPages.process)],
])('the return from the checkout by %s redirects to the order', async (callback, to) => {
  const response = await fetch(`${web.url}/payments/callback/${callback}`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe(to)
})

test.each([
  '/payments/callback/paystack?reference=OTHER',
  '/payments/callback/flutterwave?reference=PAY-1',
  '/payments/callback/paystack',
  '/payments/callback/unknown?reference=PAY-1',
])('%s shows an accurate not-found page', async (path) => {
  const response = await fetch(web.url + path, { redirect: 'manual' })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('We could not find that payment')
})

test.each([
  ['', successPageUrl('power', reference, accessToken)],
  ['/refund', refundAccountPageUrl(reference, accessToken)],
  ['/report', reportPageUrl(reference, accessToken)],
])('a short link with the suffix "%s" redirects to its page of the order', async (suffix, to) => {
  const response = await fetch(`${web.url}/o/${linkCode}${suffix}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(to)
  expect(response.headers.get('cache-control')).toContain('no-store')
})

test('a short link shows its order in the language of its SMS, unless the visitor chose another one', async () => {
  const cookiesOf = async (cookie: string) => {
    const options = { redirect: 'manual', headers: { cookie } } as const
    return (await fetch(`${web.url}/o/${linkCode}`, options)).headers.getSetCookie()
  }
  expect(await cookiesOf('other=1')).toContainEqual(expect.stringMatching(/^language=ha; /))
  expect(await cookiesOf('language=en')).not.toContainEqual(expect.stringMatching(/^language=/))
})

test.each([`/o/${'A'.repeat(22)}`, '/o/short', `/o/${'A'.repeat(22)}/refund`])(
  'the unknown short link %s shows the form to find an order',
  async (path) => {
    const response = await fetch(web.url + path, { redirect: 'manual' })
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('No record found')
    expect(html).toContain('name="last_four"')
  },
)

test('the API docs page is generated from the OpenAPI document', async () => {
  const html = await (await fetch(`${web.url}/api/docs`)).text()
  expect(html).toContain('/payments/initiate')
  expect(html).toContain('Calls &lt;for&gt; programs')
  expect(html).toContain('In naira.')
  expect(html).toContain('TOO_MANY: wait a little.')
})
