import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '../../server/web/pages.ts'
import { accessToken, backend, browser, reference, startShell, statusOf, type TestShell } from './support.ts'

let shell: TestShell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell[Symbol.asyncDispose]())
beforeEach(() => {
  Object.assign(shell.backend, { ...backend(), seen: shell.backend.seen })
  shell.backend.seen.length = 0
})

const order = (path: string) => `${path}?reference=${reference}`
const orderPages = {
  details: '/electricity/customer-details',
  process: '/electricity/transactions/process',
  success: '/electricity/transactions/successful',
}

/** A browser that made the order. */
async function buyer() {
  const ada = browser(shell.url)
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

test('every page of the table answers with a page of its own title', async () => {
  for (const page of pages) {
    const reply = await fetch(shell.url + page.path.replace(':gateway', 'paystack'), { redirect: 'manual' })
    const html = await reply.text()
    expect([200, 303, 404], page.path).toContain(reply.status)
    if (reply.status !== 303) expect(html, page.path).toContain('lang="en-NG"')
  }
})

test('forms say the cashback as it is set, and nothing of it while there is none', async () => {
  const says = async (path: string) => (await fetch(shell.url + path)).text()
  const cashback = (percent: number) => {
    shell.backend.answers['GET /actions/get-cashback'] = { data: { percent } }
  }
  cashback(2.5)
  for (const path of ['/', '/electricity/subscription', '/register'])
    await expect.poll(() => says(path), { message: path }).toMatch(/2\.5(<!-- -->)?% cashback/)
  cashback(0)
  for (const path of ['/', '/electricity/subscription', '/register'])
    await expect.poll(() => says(path), { message: path }).not.toMatch(/% cashback/)
})

test('what is asked of nobody is a real 404 page, and a HEAD has no body', async () => {
  const reply = await fetch(`${shell.url}/no/such/page`)
  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('Page not found')
  const head = await fetch(shell.url, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
})

test('a malformed address, a wrong method and a huge form are refused with a page', async () => {
  expect((await fetch(`${shell.url}/payments/callback/%E0%A4%A`)).status).toBe(400)
  const put = await fetch(`${shell.url}/help`, { method: 'PUT' })
  expect(put.status).toBe(405)
  expect(put.headers.get('allow')).toBe('GET, HEAD')
  const huge = await fetch(`${shell.url}/electricity/subscription`, {
    method: 'POST',
    body: new URLSearchParams({ amount: '1'.repeat(30_000) }),
  })
  expect(huge.status).toBe(413)
})

test('simulated money is said on every page', async () => {
  for (const path of ['/', '/help', '/no/such/page']) {
    expect(await (await fetch(shell.url + path)).text(), path).toContain('Simulated money')
  }
})

test('a status that changes shows at the next page load', async () => {
  const first = await (await fetch(shell.url)).text()
  expect(first).toContain('"service":"power","status":1')
  shell.backend.tiles = [{ service: 'power', status: 0, reason: 'The network is down until 4 pm.' }]
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await (await fetch(shell.url)).text()).toContain('The network is down until 4 pm.')
})

test('a service without a form says that it is not available, and why', async () => {
  await using fresh = await startShell()
  const html = await (await fetch(`${fresh.url}/cabletv/subscription`)).text()
  expect(html).toContain('This service is currently not available')
  expect(html).toContain('Back on Monday.')
})

test('a hostile address stays inert text', async () => {
  const hostile = encodeURIComponent('</script><script>alert(1)</script>"onload=alert(1) x="')
  const ada = browser(shell.url)
  const others = [
    '/electricity/pay',
    '/electricity/print-receipt/',
    '/orders/report',
    '/orders/refund-account',
  ]
  for (const path of [...Object.values(orderPages), ...others, '/tell-me', '/register']) {
    const asked = ['reference', 'ref', 'order', 'note', 'service', 'referrer'].map((it) => `${it}=${hostile}`)
    const { html } = await ada.page(`${path}?${asked.join('&')}`)
    expect(html, path).not.toContain('alert(1)')
  }
})

test('what a counterparty wrote is escaped in page and page data', async () => {
  const { ada } = await buyer()
  const { html } = await ada.page(order(orderPages.details))
  expect(html).not.toContain('<Obi>')
  expect(html).toContain('\\u003cObi')
})

test('the power form works without script: the lookup, then the details', async () => {
  const ada = browser(shell.url)
  const { reply } = await ada.post('/electricity/subscription', filled(await ada.csrfOf()))
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toBe(order(orderPages.details))
  const sent = shell.backend.seen.find(({ path }) => path === '/services/electricity/get-meter-info')
  expect(sent?.body).toMatchObject({ amount: '2000', meter_disco: 'ikeja' })
})

test('a refused form comes back with its values and each reason', async () => {
  const ada = browser(shell.url)
  const { reply, html } = await ada.post('/electricity/subscription', {
    ...filled(await ada.csrfOf()),
    amount: '1e3',
    meter_number: '123',
  })
  expect(reply.status).toBe(422)
  expect(html).toContain('0801 234 5678')
  expect(html).toContain('A meter number has 11 to 20 digits.')
  expect(html).toContain('1e3')
})

test('a form from an old page is shown again with what was typed', async () => {
  const ada = browser(shell.url)
  const { reply, html } = await ada.post('/electricity/subscription', filled('stale'))
  expect(reply.status).toBe(419)
  expect(html).toContain('This page is out of date. Please try again.')
  expect(html).toContain('0801 234 5678')
  expect(shell.backend.owner).toBeNull()
})

test('a form posted by another site does nothing', async () => {
  const ada = browser(shell.url)
  const csrf = await ada.csrfOf()
  const foreign = await ada.post('/electricity/subscription', filled(csrf), {
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.reply.status).toBe(403)
  const origin = await ada.post('/electricity/subscription', filled(csrf), { origin: 'https://evil.example' })
  expect(origin.reply.status).toBe(403)
  expect(shell.backend.owner).toBeNull()
})

test('past tokens are found without script', async () => {
  const ada = browser(shell.url)
  const { reply, html } = await ada.post('/electricity/history', {
    _csrf: await ada.csrfOf(),
    meter_number: '11000000000',
    phone_number: '0801',
  })
  expect(reply.status).toBe(200)
  expect(html).toContain('"records":[]')
})

test('a problem is reported without script, and its number is the answer', async () => {
  const { ada, csrf } = await buyer()
  shell.backend.status = statusOf('refunding', 'process')
  shell.backend.answers[`POST /orders/${reference}/report`] = { data: { number: 'T-7K4M2QXA' } }
  const { html } = await ada.page(order('/orders/report'))
  expect(html).toContain('name="message"')
  const message = `It is not here.\r\n${'x'.repeat(900)}`
  const told = await ada.post('/orders/report', { _csrf: csrf, reference, message, email: '' })
  expect(told.reply.status).toBe(200)
  expect(told.html).toContain('T-7K4M2QXA')
  expect(shell.backend.seen.at(-2)?.body).toEqual({ message, email: '', access_token: null })
  expect((await ada.post('/orders/report', { _csrf: 'old', reference, message })).html).toContain(
    'x'.repeat(900),
  )
  expect((await browser(shell.url).page(order('/orders/report'))).reply.status).toBe(404)
})

test('the account of a refund is checked and then given without script', async () => {
  const { ada, csrf } = await buyer()
  shell.backend.status = {
    ...statusOf('refunding', 'process'),
    refund_account: { amount: 2100, gateway: 'paystack' },
  }
  const path = `/orders/${reference}/refund-account`
  Object.assign(shell.backend.answers, {
    'GET /actions/get-all-banks': { data: [{ code: '058', name: 'Guaranty Trust' }] },
    [`POST ${path}/check`]: { data: { account_name: 'ADA <OBI>' } },
    [`POST ${path}`]: { data: statusOf('refunding', 'process') },
  })
  const fields = { _csrf: csrf, reference, bank_code: '058', account_number: '0123456789' }
  const checked = await ada.post('/orders/refund-account', { ...fields, idempotency_key: 'key-of-this-page' })
  expect(checked.html).toContain('ADA &lt;OBI&gt;')
  expect(checked.html).toMatch(
    /name="checked" [^>]*value="058:0123456789"|value="058:0123456789"[^>]* name="checked"/,
  )
  expect(checked.html).toContain('value="key-of-this-page"')
  const other = { ...fields, account_number: '0123456781', checked: '058:0123456789' }
  expect((await ada.post('/orders/refund-account', other)).reply.status).toBe(200)
  expect(shell.backend.seen.some((it) => it.path === path)).toBe(false)
  const given = { ...fields, checked: '058:0123456789', idempotency_key: 'key-of-this-page' }
  const { reply } = await ada.post('/orders/refund-account', given)
  expect(reply.headers.get('location')).toBe(order(orderPages.process))
  const sent = shell.backend.seen.find((it) => it.path === path)
  expect(sent?.body).toEqual({ bank_code: '058', account_number: '0123456789' })
  expect(sent?.headers['idempotency-key']).toBe('key-of-this-page')
  shell.backend.status = statusOf('refunding', 'process')
  expect((await ada.go(order('/orders/refund-account'))).status).toBe(303)
})

test('who waits for a service is written down without script', async () => {
  await using fresh = await startShell()
  const ada = browser(fresh.url)
  const { html } = await ada.page('/cabletv/subscription')
  expect(html).toContain('href="/tell-me?service=cabletv"')
  const csrf = await ada.csrfOf('/tell-me?service=cabletv')
  fresh.backend.answers['POST /services/cabletv/tell-me'] = {
    message: 'We will tell you when it is back.',
    data: { service: 'cabletv' },
  }
  const told = await ada.post('/tell-me', { _csrf: csrf, service: 'cabletv', phone: '0803', email: '' })
  expect(told.html).toContain('We will tell you when it is back.')
  expect(fresh.backend.seen.find(({ path }) => path.endsWith('/tell-me'))?.body).toEqual({ phone: '0803' })
  expect((await ada.go('/tell-me?service=tickets')).headers.get('location')).toBe('/')
})

test('the method is chosen, and the way to the bank is a plain link', async () => {
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
  expect(paid.reply.status).toBe(200)
  expect(paid.html).toContain('href="https://checkout.example/pay/1"')
  expect(paid.html).toContain('Continue to your bank')
  const sent = shell.backend.seen.find(({ path }) => path === '/payments/initiate')
  expect(sent?.headers['idempotency-key']).toBe(key)
  expect(sent?.body).toMatchObject({
    amount: 2100,
    service_charge: 100,
    payment_for: 'electricity',
    payment_method: 'CARD',
  })
})

test('a refused payment keeps its key, so that pressing again is the same payment', async () => {
  const { ada, csrf } = await buyer()
  const { reply, html } = await ada.post('/electricity/pay', {
    _csrf: csrf,
    reference,
    idempotency_key: 'key-of-this-page',
  })
  expect(reply.status).toBe(422)
  expect(html).toContain('value="key-of-this-page"')
  expect(html).toContain('That way to pay is not available.')
})

test.each(['javascript:alert(1)', 'http://evil.example/pay'])(
  'a checkout at %s is not linked',
  async (address) => {
    const { ada, csrf } = await buyer()
    shell.backend.checkoutUrl = address
    const { reply, html } = await ada.post('/electricity/pay', {
      _csrf: csrf,
      reference,
      payment_method: 'CARD',
    })
    expect(reply.status).toBe(502)
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
] as const)('an order that is %s (%s) is not seen on the %s page', async (state, page, asked, led, note) => {
  const { ada } = await buyer()
  shell.backend.status = statusOf(state, page)
  const reply = await ada.go(order(orderPages[asked]))
  expect(reply.status).toBe(303)
  const to = new URL(reply.headers.get('location') ?? '', shell.url)
  expect(to.pathname).toBe(orderPages[led])
  expect(to.searchParams.get('note')).toBe(note)
  const there = await ada.go(to.pathname + to.search)
  expect(there.status).toBe(200)
})

test.each([
  ['quoted', 'details', 'details'],
  ['awaiting_payment', 'details', 'process'],
  ['awaiting_payment', 'process', 'details'],
  ['expired', 'details', 'process'],
  ['vend_failed', 'process', 'process'],
] as const)('an order that is %s (%s) is seen on the %s page', async (state, page, asked) => {
  const { ada } = await buyer()
  shell.backend.status = statusOf(state, page)
  expect((await ada.go(order(orderPages[asked]))).status).toBe(200)
})

test("another browser sees nothing of somebody's order", async () => {
  await buyer()
  for (const path of Object.values(orderPages)) {
    const { html } = await browser(shell.url).page(order(path))
    expect(html, path).not.toContain('Allen Avenue')
  }
  const pay = await browser(shell.url).page(order('/electricity/pay'))
  expect(pay.reply.status).toBe(404)
  expect(pay.html).toContain('No record found')
})

test('a delivered order opens by its whole address, and by reference alone where it was made', async () => {
  const { ada } = await buyer()
  shell.backend.status = statusOf('delivered', 'success')
  const whole = `${order(orderPages.success)}&order=${accessToken}`
  expect((await ada.go(order(orderPages.success))).headers.get('location')).toBe(whole)
  const { reply, html } = await browser(shell.url).page(whole)
  expect(reply.status).toBe(200)
  expect(html).toContain('12345678901234567890')
})

test('pages of an order are stored nowhere', async () => {
  for (const path of Object.values(orderPages)) {
    expect((await fetch(shell.url + order(path))).headers.get('cache-control'), path).toBe(
      'private, no-store',
    )
  }
})

test('without script the process page asks by itself until the token is there', async () => {
  const { ada } = await buyer()
  shell.backend.status = statusOf('paid', 'process')
  const first = await ada.page(order(orderPages.process))
  expect(first.html).toMatch(/<noscript><meta http-equiv="refresh" content="4; url=[^"]*noscript=1">/)
  shell.backend.process = { http: 202, status: 'pending', message: 'We are asking for your token.' }
  const waiting = await ada.page(`${order(orderPages.process)}&noscript=1`)
  expect(waiting.html).toContain('We are asking for your token.')
  expect(waiting.reply.headers.get('refresh')).toContain(`4; url=${order(orderPages.process)}`)
  shell.backend.process = { http: 200, status: 'success', message: 'Delivered.' }
  const done = await ada.go(`${order(orderPages.process)}&noscript=1`)
  expect(done.headers.get('location')).toBe(`${order(orderPages.success)}&order=${accessToken}`)
})

test('a payment that failed ends the waiting, with what happened to the money', async () => {
  const { ada } = await buyer()
  shell.backend.status = statusOf('awaiting_payment', 'process')
  shell.backend.process = {
    http: 409,
    status: 'error',
    message: 'The payment did not go through. You can try again.',
  }
  const { reply, html } = await ada.page(`${order(orderPages.process)}&noscript=1`)
  expect(html).toContain('The payment did not go through. You can try again.')
  expect(reply.headers.get('refresh')).toBeNull()
  expect(html).toContain('Re-confirm meter number')
  expect(html).toContain(`/electricity/pay?reference=${reference}`)
})

test.each([
  ['paystack?reference=PAY-1&n=right', `${order(orderPages.process)}&order=${accessToken}`],
  ['paystack?trxref=PAY-1', order(orderPages.process)],
  ['flutterwave?status=successful&tx_ref=PAY-1&transaction_id=9', order(orderPages.process)],
  ['flutterwave?status=cancelled&tx_ref=PAY-1', order(orderPages.process)],
  ['flutterwave?tx_ref=PAY-1&response=%7B%22status%22%3A%22successful%22%7D', order(orderPages.process)],
  ['monnify?paymentReference=PAY-1', order(orderPages.process)],
])('the way back from the checkout by %s leads to the order', async (way, to) => {
  const reply = await fetch(`${shell.url}/payments/callback/${way}`, { redirect: 'manual' })
  expect(reply.headers.get('location')).toBe(to)
})

test.each([
  '/payments/callback/paystack?reference=OTHER',
  '/payments/callback/flutterwave?reference=PAY-1',
  '/payments/callback/paystack',
  '/payments/callback/nobody?reference=PAY-1',
])('%s is an honest page', async (path) => {
  const reply = await fetch(shell.url + path, { redirect: 'manual' })
  expect(reply.status).toBe(404)
  expect(await reply.text()).toContain('We could not find that payment')
})

test('the API is documented on a page made of its own document', async () => {
  const html = await (await fetch(`${shell.url}/api/docs`)).text()
  expect(html).toContain('/payments/initiate')
  expect(html).toContain('Calls &lt;for&gt; programs')
})
