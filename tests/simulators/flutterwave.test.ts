import { expect, test } from 'vitest'
import { dataDir, listeningApp, simulators, waitFor } from './setup.ts'

const key = { authorization: 'Bearer FLWSECK_TEST-simulated' }
const redirectUrl = 'http://localhost:3000/payments/callback/flutterwave?n=n1'

/** Simulators and a Flutterwave merchant client. */
async function start(options: Parameters<typeof simulators>[0] = {}) {
  const client = await simulators(options)
  const request = (path: string) => client.request(`/flutterwave/v3${path}`, { headers: key })
  const send = (path: string, body: unknown) => client.post(`/flutterwave/v3${path}`, body, key)
  return {
    ...client,
    get: request,
    send,
    initialize: async (tx_ref: string, overrides: object = {}) => {
      const body = {
        tx_ref,
        amount: 2100,
        currency: 'NGN',
        redirect_url: redirectUrl,
        payment_options: 'card',
        customer: { email: 'ada@example.com' },
        meta: { order_reference: 'ABCDEFGH2345' },
      }
      return (await send('/payments', { ...body, ...overrides })).json().data as { link: string }
    },
    verified: async (tx_ref: string) =>
      (await request(`/transactions/verify_by_reference?tx_ref=${tx_ref}`)).json().data,
  }
}

test('a wrong key is rejected', async () => {
  const { request } = await start()
  const response = await request('/flutterwave/v3/banks/NG', {
    headers: { authorization: 'Bearer FLWSECK-1' },
  })
  expect(response.status).toBe(401)
  expect(response.json()).toEqual({ status: 'error', message: 'Authorization required', data: null })
})

test('the checkout page captures once for repeated Pay now, and redirects with both references', async () => {
  const { request, initialize, verified, providerRecords, url } = await start()
  const { link } = await initialize('pay-1')
  expect(link).toMatch(new RegExp(`^${url}/simulators/checkout/flutterwave/flwlnk-`))
  const path = new URL(link).pathname
  const page = await request(path)
  expect(page.text).toContain('₦2,100.00')
  expect(page.text).toContain('value="5531 8866 5214 2950"')
  const body = new URLSearchParams({ do: 'pay', card_number: '5531 8866 5214 2950', test_card: '' })
  const responses = await Promise.all([1, 2, 3].map(() => request(path, { method: 'POST', body })))
  const { id } = await verified('pay-1')
  for (const { status, headers } of responses) {
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`${redirectUrl}&status=successful&tx_ref=pay-1&transaction_id=${id}`)
  }
  expect((await providerRecords()).captures).toMatchObject([
    { party: 'flutterwave', reference: 'pay-1', orderReference: 'ABCDEFGH2345', amountKobo: 210_000 },
  ])
  expect((await request(path)).text).toContain('This payment was received')
})

test('cancelling without an attempt creates no transaction', async () => {
  const { initialize, pay, get, providerRecords } = await start()
  await initialize('pay-2')
  expect(await pay('pay-2', { cancel: true })).toEqual({
    status: 'failed',
    callbackUrl: `${redirectUrl}&status=cancelled&tx_ref=pay-2`,
  })
  expect((await get('/transactions/verify_by_reference?tx_ref=pay-2')).status).toBe(400)
  expect((await providerRecords()).captures).toEqual([])
})

test('a declined attempt leaves the link open: a later attempt with the same reference succeeds', async () => {
  const app = await listeningApp()
  const { initialize, pay, verified, get } = await start({ appUrl: app.url })
  await initialize('pay-3')
  const first = await pay('pay-3', { card: '5143010522339965' })
  expect(first.callbackUrl).toMatch(/status=failed&tx_ref=pay-3&transaction_id=\d+$/)
  expect(await verified('pay-3')).toMatchObject({ status: 'failed', processor_response: 'Do not honour' })
  expect(await pay('pay-3')).toMatchObject({ status: 'success' })
  expect(await verified('pay-3')).toMatchObject({ status: 'successful' })
  const { data, meta } = (await get('/transactions?tx_ref=pay-3')).json()
  expect(data.map((item: { status: string }) => item.status)).toEqual(['successful', 'failed'])
  expect(data[0].id).toMatch(/^\d+$/)
  expect(meta.page_info).toEqual({ total: 2, current_page: 1, total_pages: 1 })
  await waitFor(() => expect(app.webhooks).toHaveLength(2))
  const events = app.webhooks.map(({ body }) => JSON.parse(body))
  expect(new Set(events.map((item) => item.event))).toEqual(new Set(['charge.completed']))
  expect(events.map((item) => item.data.status).sort()).toEqual(['failed', 'successful'])
})

test('naira have decimals; the settled amount excludes fee and stamp duty', async () => {
  const { initialize, pay, verified } = await start()
  await initialize('pay-4', { amount: '300.50' })
  await pay('pay-4')
  expect(await verified('pay-4')).toMatchObject({ amount: 300.5, app_fee: 4.21, amount_settled: 296.29 })
  await initialize('pay-5', { amount: 20_000 })
  await pay('pay-5')
  expect(await verified('pay-5')).toMatchObject({ app_fee: 280, amount_settled: 19_670 })
})

test('a webhook has the secret hash and a card without token; verify returns the token', async () => {
  const app = await listeningApp([500])
  const { initialize, pay, verified } = await start({ appUrl: app.url })
  await initialize('pay-6')
  await pay('pay-6')
  await waitFor(() => expect(app.webhooks).toHaveLength(2))
  expect(app.webhooks.map(({ headers }) => headers['verif-hash'])).toEqual([
    'simulated-secret-hash',
    'simulated-secret-hash',
  ])
  const { data } = JSON.parse(app.webhooks[0]!.body)
  expect(data.card).toMatchObject({ last_4digits: '2950' })
  expect(data.card).not.toHaveProperty('token')
  expect((await verified('pay-6')).card.token).toMatch(/^flw-t1nf-/)
})

test('the webhook_forged fault sends another hash', async () => {
  const app = await listeningApp()
  const { initialize, pay, fault } = await start({ appUrl: app.url })
  await initialize('pay-7')
  await fault('flutterwave', 'webhook_forged')
  await pay('pay-7')
  await waitFor(() => expect(app.webhooks).toHaveLength(3))
  const signedWebhooks = app.webhooks.filter(
    ({ headers }) => headers['verif-hash'] === 'simulated-secret-hash',
  )
  expect(signedWebhooks.map(({ body }) => JSON.parse(body).data.tx_ref)).toEqual(['pay-7'])
})

async function charges(client: Awaited<ReturnType<typeof start>>, card: string, tx_ref: string) {
  await client.initialize(`${tx_ref}-first`)
  await client.pay(`${tx_ref}-first`, { card })
  const { token } = (await client.verified(`${tx_ref}-first`)).card
  return client.send('/tokenized-charges', {
    token,
    email: 'ada@example.com',
    tx_ref,
    amount: 500,
    currency: 'NGN',
    country: 'NG',
    narration: 'Electricity',
    redirect_url: redirectUrl,
  })
}

test('a saved card is charged by token; a card that requires confirmation returns a redirect URL', async () => {
  const client = await start()
  const charge = await charges(client, '5531886652142950', 'pay-8')
  expect(charge.json().data).toMatchObject({ status: 'successful', auth_model: 'noauth', amount: 500 })

  const waiting = await charges(client, '4187427415564246', 'pay-9')
  expect(waiting.json()).toMatchObject({
    data: { status: 'pending' },
    meta: { authorization: { mode: 'redirect' } },
  })
  expect(await client.verified('pay-9')).toMatchObject({ status: 'pending' })
  const { callbackUrl } = await client.pay('pay-9')
  const callback = JSON.parse(new URL(callbackUrl).searchParams.get('response') ?? '')
  expect(callback).toMatchObject({ txRef: 'pay-9', status: 'successful' })
  expect(await client.verified('pay-9')).toMatchObject({ status: 'successful', id: callback.id })
})

test('a card without token and a rejected confirmation cannot be charged later', async () => {
  const client = await start()
  await client.initialize('pay-10')
  await client.pay('pay-10', { card: '5377283645077450' })
  expect((await client.verified('pay-10')).card).not.toHaveProperty('token')
  await charges(client, '4187427415564246', 'pay-11')
  await client.pay('pay-11', { decline: true })
  expect(await client.verified('pay-11')).toMatchObject({ status: 'failed' })
  expect(
    (await client.providerRecords()).captures.map((item: { reference: string }) => item.reference),
  ).not.toContain('pay-11')
})

test('a used reference, another currency, a wrong amount and a wrong token are rejected', async () => {
  const client = await start()
  await client.initialize('pay-12')
  await client.pay('pay-12')
  const rejected = (overrides: object) =>
    client.send('/payments', {
      tx_ref: 'pay-13',
      amount: 100,
      redirect_url: redirectUrl,
      customer: { email: 'a@b.ng' },
      ...overrides,
    })
  for (const overrides of [
    { tx_ref: 'pay-12' },
    { currency: 'USD' },
    { amount: 0 },
    { amount: 1.234 },
    { amount: 'ten' },
    { customer: { email: 'unknown' } },
    { payment_options: 'pigeon' },
  ])
    expect((await rejected(overrides)).status).toBe(400)
  const charge = await client.send('/tokenized-charges', {
    token: 'flw-t1nf-none',
    email: 'a@b.ng',
    tx_ref: 'x',
    amount: 5,
    currency: 'NGN',
    country: 'NG',
    narration: 'n',
    redirect_url: redirectUrl,
  })
  expect(charge.json().message).toContain('Wrong token')
})

test('a refund is started, then completed, and never exceeds the captured amount', async () => {
  const { initialize, pay, verified, send, get, providerRecords } = await start()
  await initialize('r-1')
  await pay('r-1')
  const { id } = await verified('r-1')
  const refund = await send(`/transactions/${id}/refund`, { amount: 2000, comments: 'x' })
  expect(refund.json().data).toMatchObject({ status: 'completed', amount_refunded: 2000, tx_id: id })
  expect((await send(`/transactions/${id}/refund`, { amount: 100.01 })).status).toBe(400)
  const listed = async () => (await get('/refunds?page=1')).json().data
  await waitFor(async () => expect(await listed()).toMatchObject([{ status: 'completed-mpgs' }]))
  expect(await verified('r-1')).toMatchObject({ status: 'successful' })
  expect((await providerRecords()).refunds).toMatchObject([
    { party: 'flutterwave', reference: 'r-1', orderReference: 'ABCDEFGH2345', amountKobo: 200_000 },
  ])
})

test('data persists across a restart', async () => {
  const dir = await dataDir()
  const client = await start({ dataDir: dir })
  await charges(client, '4187427415564246', 'keep-1')
  const before = await client.verified('keep-1-first')
  expect(before.status).toBe('successful')
  await client.close()
  const restarted = await start({ dataDir: dir })
  expect(await restarted.verified('keep-1-first')).toEqual(before)
  expect(await restarted.pay('keep-1')).toMatchObject({ status: 'success' })
  expect(await restarted.verified('keep-1')).toMatchObject({ status: 'successful' })
})
