import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { feeKobo } from '../../server/simulators/paystack/fees.ts'
import { listeningApp, type ReceivedWebhook, simulators, waitFor } from './setup.ts'

const signed = ({ body, headers }: ReceivedWebhook) =>
  headers['x-paystack-signature'] === createHmac('sha512', 'sk_test_simulated').update(body).digest('hex')

test('a wrong key is rejected', async () => {
  const { request } = await simulators()
  const response = await request('/paystack/transaction/verify/x', {
    headers: { authorization: 'Bearer sk_live_1' },
  })
  expect(response.status).toBe(401)
  expect(response.json()).toMatchObject({ status: false, message: 'Invalid key' })
})

test('recorded shapes: an invalid key returns HTTP 400, and metadata is text', async () => {
  const app = await listeningApp()
  const { initialize, pay, paystack, fault } = await simulators({ appUrl: app.url, shapes: 'recorded' })
  await initialize('pay-0')
  await fault('paystack', 'key_refused')
  const response = await paystack('/transaction/verify/pay-0')
  expect(response.status).toBe(400)
  expect(response.json()).toMatchObject({ status: false, message: 'Invalid key' })
  await pay('pay-0')
  const metadata = '{"order_reference":"ABCDEFGH2345"}'
  expect((await paystack('/transaction/verify/pay-0')).json().data).toMatchObject({ metadata })
  await waitFor(() => expect(app.webhooks).toHaveLength(1))
  expect(JSON.parse(app.webhooks[0]!.body).data).toMatchObject({ metadata })
})

test("a webhook passes the signature check of Paystack's own sample, which serialises the body again", async () => {
  const app = await listeningApp()
  const { initialize, pay } = await simulators({ appUrl: app.url })
  await initialize('pay-0')
  await pay('pay-0')
  await waitFor(() => expect(app.webhooks).toHaveLength(1))
  const [{ body, headers }] = app.webhooks as [ReceivedWebhook]
  expect(signed({ body: JSON.stringify(JSON.parse(body)), headers })).toBe(true)
})

test('the checkout page captures once for repeated Pay now, and redirects with the reference', async () => {
  const { request, initialize, providerRecords, url } = await simulators()
  const { authorization_url } = await initialize('pay-1', { channels: ['card'] })
  expect(authorization_url).toMatch(new RegExp(`^${url}/simulators/checkout/paystack/`))

  const path = new URL(authorization_url).pathname
  const page = await request(path)
  expect(page.text).toContain('₦2,100.00')
  expect(page.text).toMatch(/<button [^>]*>Pay now<\/button>/)
  expect(page.text).toMatch(/<button [^>]*>Decline payment<\/button>/)
  expect(page.text).toContain('value="4084 0840 8408 4081"')

  const body = new URLSearchParams({ do: 'pay', card_number: '4084 0840 8408 4081', test_card: '' })
  const responses = await Promise.all([1, 2, 3].map(() => request(path, { method: 'POST', body })))
  for (const { status, headers } of responses) {
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(
      'http://localhost:3000/payments/callback/paystack?nonce=n1&trxref=pay-1&reference=pay-1',
    )
  }
  expect((await providerRecords()).captures).toEqual([
    {
      party: 'paystack',
      reference: 'pay-1',
      orderReference: 'ABCDEFGH2345',
      amountKobo: 210_000,
      currency: 'NGN',
      at: expect.any(String),
    },
  ])
  expect((await request(path)).text).toContain('This payment was received')
})

test('verify returns 200 for a failed payment; ids have 10 digits and are safe integers', async () => {
  const { initialize, pay, paystack } = await simulators()
  await initialize('pay-2')
  expect((await paystack('/transaction/verify/pay-2')).json().data.status).toBe('abandoned')
  expect(await pay('pay-2', { card: '4084080000670037' })).toMatchObject({ status: 'failed' })

  const response = await paystack('/transaction/verify/pay-2')
  expect(response.status).toBe(200)
  expect(response.json().data).toMatchObject({ status: 'failed', gateway_response: 'Insufficient Funds' })
  const id = /"id":(\d+)/.exec(response.text)![1]!
  expect(id).toMatch(/^\d{10}$/)
  expect((await paystack(`/transaction/${id}`)).json().data.reference).toBe('pay-2')
  expect((await paystack('/transaction/verify/unknown')).status).toBe(404)
})

test("a declined payment redirects to the merchant's cancel URL, if any", async () => {
  const { initialize, pay } = await simulators()
  await initialize('pay-3', {
    metadata: JSON.stringify({ cancel_action: 'http://localhost:3000/cancelled' }),
  })
  expect(await pay('pay-3', { decline: true })).toEqual({
    status: 'failed',
    callbackUrl: 'http://localhost:3000/cancelled',
  })
})

test('a reusable card is charged by token until it is deactivated', async () => {
  const { initialize, pay, verified, paystack } = await simulators()
  await initialize('pay-4')
  await pay('pay-4')
  const { authorization } = await verified('pay-4')
  expect(authorization).toMatchObject({ reusable: true, card_type: 'visa ', last4: '4081', exp_year: '2030' })

  const chargeBody = {
    authorization_code: authorization.authorization_code,
    email: 'ada@example.com',
    amount: 50_000,
  }
  const charge = await paystack('/transaction/charge_authorization', { ...chargeBody, reference: 'pay-5' })
  expect(charge.json().data).toMatchObject({ status: 'success', amount: 50_000 })
  await paystack('/customer/authorization/deactivate', {
    authorization_code: authorization.authorization_code,
  })
  expect(
    (await paystack('/transaction/charge_authorization', { ...chargeBody, reference: 'pay-6' })).status,
  ).toBe(400)
})

test('a card that requires confirmation pauses its token charge', async () => {
  const { initialize, pay, verified, paystack } = await simulators()
  await initialize('pay-7')
  await pay('pay-7', { card: '5192 6027 2058 4796' })
  const { authorization_code } = (await verified('pay-7')).authorization
  const charge = await paystack('/transaction/charge_authorization', {
    authorization_code,
    email: 'ada@example.com',
    amount: 50_000,
    reference: 'pay-8',
  })
  expect(charge.json().data).toMatchObject({ paused: true, reference: 'pay-8' })
  expect(await verified('pay-8')).toMatchObject({ status: 'abandoned' })
  await pay('pay-8')
  expect(await verified('pay-8')).toMatchObject({ status: 'success' })
})

test('a used reference, an amount below the minimum, another currency and a wrong body are rejected', async () => {
  const { initialize, paystack } = await simulators()
  await initialize('pay-9')
  const rejected = (body: object) =>
    paystack('/transaction/initialize', { email: 'a@b.ng', amount: 10_000, ...body })
  expect((await rejected({ reference: 'pay-9' })).json().message).toBe('Duplicate Transaction Reference')
  expect((await rejected({ amount: 4_999 })).status).toBe(400)
  expect((await rejected({ currency: 'USD' })).status).toBe(400)
  expect((await rejected({ email: 'unknown' })).status).toBe(400)
  expect((await rejected({ reference: 'with space' })).status).toBe(400)
})

test('a webhook is signed over its bytes and retried until the app returns 200', async () => {
  const app = await listeningApp([500, 503])
  const { initialize, pay } = await simulators({ appUrl: app.url })
  await initialize('pay-10')
  await pay('pay-10')
  await waitFor(() => expect(app.webhooks).toHaveLength(3))
  expect(new Set(app.webhooks.map(({ body }) => body)).size).toBe(1)
  expect(app.webhooks.every(signed)).toBe(true)
  expect(JSON.parse(app.webhooks[0]!.body)).toMatchObject({
    event: 'charge.success',
    data: { reference: 'pay-10', status: 'success', amount: 210_000 },
  })
})

test('the webhook faults duplicate, lose and forge webhooks', async () => {
  const app = await listeningApp()
  const { initialize, pay, fault } = await simulators({ appUrl: app.url })
  for (const reference of ['w-1', 'w-2', 'w-3']) await initialize(reference)

  await fault('paystack', 'webhook_duplicate')
  await pay('w-1')
  await waitFor(() => expect(app.webhooks).toHaveLength(2))

  await fault('paystack', 'webhook_lost')
  await pay('w-2')
  await fault('paystack', 'webhook_forged')
  await pay('w-3')
  await waitFor(() => expect(app.webhooks).toHaveLength(5))
  const last = app.webhooks.slice(2)
  expect(last.filter(signed).map(({ body }) => JSON.parse(body).data.reference)).toEqual(['w-3'])
  expect(last.some(({ body }) => JSON.parse(body).data.reference.startsWith('NEVER-'))).toBe(true)
})

test('the webhook_reordered fault sends a webhook after the next one', async () => {
  const app = await listeningApp()
  // At real speed a webhook waits ten seconds for the next one.
  const { initialize, pay, fault } = await simulators({ appUrl: app.url, speed: 1 })
  await initialize('o-1')
  await initialize('o-2')
  await fault('paystack', 'webhook_reordered')
  await pay('o-1')
  await pay('o-2')
  await waitFor(() => expect(app.webhooks).toHaveLength(2))
  expect(app.webhooks.map(({ body }) => JSON.parse(body).data.reference)).toEqual(['o-2', 'o-1'])
})

test('verify reports captured amount and currency of an underpaid, overpaid or foreign payment', async () => {
  const { initialize, pay, verified, fault, providerRecords } = await simulators()
  for (const faultName of ['underpaid', 'overpaid', 'wrong_currency']) {
    const reference = faultName.replace('_', '-')
    await initialize(reference)
    await fault('paystack', faultName)
    await pay(reference)
  }
  expect(await verified('underpaid')).toMatchObject({
    status: 'success',
    amount: 105_000,
    requested_amount: 210_000,
  })
  expect(await verified('overpaid')).toMatchObject({ amount: 260_000, requested_amount: 210_000 })
  expect(await verified('wrong-currency')).toMatchObject({ amount: 210_000, currency: 'USD' })
  const sums = (await providerRecords()).captures.map(({ amountKobo }: { amountKobo: number }) => amountKobo)
  expect(sums).toEqual([105_000, 260_000, 210_000])
})

test('the verify_pending fault reports a paid payment as ongoing a number of times', async () => {
  const { initialize, pay, verified, fault } = await simulators()
  await initialize('v-1')
  await pay('v-1')
  await fault('paystack', 'verify_pending', 2)
  expect(await verified('v-1')).toMatchObject({ status: 'ongoing', paid_at: null })
  expect(await verified('v-1')).toMatchObject({ status: 'ongoing' })
  expect(await verified('v-1')).toMatchObject({ status: 'success' })
})

test('a refund is pending before it is processed, sends webhooks, and never exceeds the captured amount', async () => {
  const app = await listeningApp()
  const { initialize, pay, paystack, verified, providerRecords } = await simulators({ appUrl: app.url })
  await initialize('r-1')
  await pay('r-1')
  const created = await paystack('/refund', { transaction: 'r-1', amount: 200_000 })
  expect(created.json().data).toMatchObject({
    status: 'pending',
    amount: 200_000,
    transaction: { reference: 'r-1' },
  })
  expect((await paystack('/refund', { transaction: 'r-1', amount: 10_001 })).status).toBe(400)

  const listed = () => paystack('/refund?transaction=r-1')
  await waitFor(async () => expect((await listed()).json().data).toMatchObject([{ status: 'processed' }]))
  expect(await verified('r-1')).toMatchObject({ status: 'reversed' })
  await waitFor(() =>
    expect(app.webhooks.map(({ body }) => JSON.parse(body).event)).toEqual(
      expect.arrayContaining(['charge.success', 'refund.pending', 'refund.processed']),
    ),
  )
  expect((await providerRecords()).refunds).toMatchObject([
    { reference: 'r-1', orderReference: 'ABCDEFGH2345', amountKobo: 200_000, currency: 'NGN' },
  ])
})

test('a refund that needs the customer’s account continues after the retry', async () => {
  // At real speed the bank rejects the refund after 1.5 s, so that the early retry comes before.
  const { initialize, pay, paystack, fault } = await simulators({ speed: 1 })
  await initialize('r-2')
  await pay('r-2')
  await fault('paystack', 'refund_needs_attention')
  const created = await paystack('/refund', { transaction: 'r-2' })
  const id = /"id":(\d+)/.exec(created.text)![1]!
  const status = async () => (await paystack(`/refund/${id}`)).json().data.status
  const details = { refund_account_details: { currency: 'NGN', account_number: '0123456789', bank_id: '9' } }
  expect((await paystack(`/refund/retry_with_customer_details/${id}`, details)).status).toBe(422)
  await waitFor(async () => expect(await status()).toBe('needs-attention'))
  expect((await paystack(`/refund/retry_with_customer_details/${id}`, details)).status).toBe(200)
  await waitFor(async () => expect(await status()).toBe('processed'))
})

test('a failed refund refunds nothing and can be requested again', async () => {
  const { initialize, pay, paystack, providerRecords } = await simulators()
  await initialize('r-3')
  await pay('r-3', { card: '4084080000671803' })
  await paystack('/refund', { transaction: 'r-3' })
  await waitFor(async () => expect((await providerRecords()).refunds).toEqual([]))
  expect((await paystack('/refund', { transaction: 'r-3' })).status).toBe(200)
})

test('a refund with a lost response is accepted; a refund with HTTP 500 is not', async () => {
  const { url, initialize, pay, paystack, fault, providerRecords } = await simulators()
  await initialize('r-4')
  await pay('r-4')
  await fault('paystack', 'refund_500')
  expect((await paystack('/refund', { transaction: 'r-4' })).status).toBe(500)
  expect((await providerRecords()).refunds).toEqual([])

  await fault('paystack', 'refund_timeout_accepted')
  const lost = fetch(`${url}/paystack/refund`, {
    method: 'POST',
    body: JSON.stringify({ transaction: 'r-4' }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk_test_simulated' },
    signal: AbortSignal.timeout(1_500),
  })
  await expect(lost).rejects.toThrow()
  expect((await providerRecords()).refunds).toMatchObject([{ reference: 'r-4', amountKobo: 210_000 }])
})

test('an account number has the same owner at every known bank', async () => {
  const { paystack } = await simulators()
  const resolve = (query: string) => paystack(`/bank/resolve?${query}`)
  const name = (await resolve('account_number=0123456789&bank_code=057')).json().data.account_name
  expect(name).toMatch(/^[A-Z]+ [A-Z]+$/)
  expect((await resolve('account_number=0123456789&bank_code=058')).json().data.account_name).toBe(name)
  expect((await resolve('account_number=0123456789&bank_code=1')).status).toBe(422)
})

test.each([
  [240_000, 3_600],
  [250_000, 13_750],
  [210_000, 3_150],
  [50_000_000, 200_000],
])('a payment of %i kobo costs the merchant %i kobo', (amountKobo, fee) => {
  expect(feeKobo(amountKobo)).toBe(fee)
})

test('banks are listed in pages with a cursor', async () => {
  const { paystack } = await simulators()
  const page = async (next = '') =>
    (await paystack(`/bank?country=nigeria&perPage=20&use_cursor=true${next}`)).json()
  const first = await page()
  expect(first.data).toHaveLength(20)
  const second = await page(`&next=${first.meta.next}`)
  expect(second.meta.next).toBeNull()
  const codes = [...first.data, ...second.data].map(({ code }: { code: string }) => code)
  expect(new Set(codes).size).toBe(codes.length)
})

test('a payer is a customer with stored details; a transfer to their account sends a webhook', async () => {
  const app = await listeningApp()
  const { request, post, initialize, pay, paystack, providerRecords } = await simulators({ appUrl: app.url })
  expect((await paystack('/customer/ada@example.com')).status).toBe(404)
  await initialize('c-1')
  await pay('c-1')
  const { customer_code } = (await paystack('/customer/ada@example.com')).json().data
  await request(`/paystack/customer/${customer_code}`, {
    method: 'PUT',
    headers: { authorization: 'Bearer sk_test_simulated', 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { account_reference: 'ACC-1' } }),
  })
  const created = await paystack('/dedicated_account', {
    customer: customer_code,
    preferred_bank: 'test-bank',
  })
  const { account_number } = created.json().data
  expect(account_number).toMatch(/^98\d{8}$/)
  await post('/simulators/inflow', { account_number, amount: 500 })
  await waitFor(() => expect(app.webhooks).toHaveLength(2))
  const { event, data } = JSON.parse(app.webhooks[1]!.body)
  expect({ event, ...data }).toMatchObject({
    event: 'charge.success',
    channel: 'dedicated_nuban',
    amount: 50_000,
    fees: 500,
    customer: { email: 'ada@example.com', metadata: { account_reference: 'ACC-1' } },
    authorization: { reusable: false },
  })
  expect((await providerRecords()).captures).toHaveLength(2)
})
