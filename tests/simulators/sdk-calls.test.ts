import { expect, test } from 'vitest'
import { listeningApp, power, simulators, waitFor } from './setup.ts'

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const today = dayAt(Date.now())
/** The last day of a range, so that a run across midnight finds its own records. */
const tomorrow = dayAt(Date.now() + 24 * 60 * 60 * 1_000)
const flutterwaveKey = { authorization: 'Bearer FLWSECK_TEST-simulated' }
const referencesOf = (response: { json(): { data: { reference: string }[] } }) =>
  response.json().data.map(({ reference }) => reference)

test('Paystack lists transactions by status and day, paginated, with totals and timeline', async () => {
  const { initialize, pay, paystack } = await simulators()
  await initialize('pay-1')
  await initialize('pay-2', { email: 'obi@example.com', amount: 500_000 })
  await initialize('pay-3')
  await pay('pay-1')
  await pay('pay-2', { card: '4084080000670037' })

  const all = await paystack('/transaction?perPage=2&page=1')
  expect(referencesOf(all)).toEqual(['pay-3', 'pay-2'])
  expect(all.json().meta).toEqual({
    total: 3,
    skipped: 0,
    perPage: 2,
    page: 1,
    pageCount: 2,
    total_volume: 920_000,
  })
  expect(referencesOf(await paystack('/transaction?perPage=2&page=2'))).toEqual(['pay-1'])
  expect(referencesOf(await paystack('/transaction?status=success'))).toEqual(['pay-1'])
  expect(referencesOf(await paystack('/transaction?status=failed'))).toEqual(['pay-2'])
  expect(referencesOf(await paystack('/transaction?amount=500000'))).toEqual(['pay-2'])
  expect(referencesOf(await paystack(`/transaction?from=${today}&to=${tomorrow}`))).toHaveLength(3)
  expect(referencesOf(await paystack('/transaction?to=2020-01-01'))).toEqual([])
  const { customer } = (await paystack('/transaction/verify/pay-2')).json().data
  expect(referencesOf(await paystack(`/transaction?customer=${customer.id}`))).toEqual(['pay-2'])

  expect((await paystack('/transaction/totals')).json().data).toMatchObject({
    total_transactions: 1,
    total_volume: 210_000,
  })
  expect((await paystack('/transaction/timeline/pay-1')).json().data).toMatchObject({
    success: true,
    attempts: 1,
    errors: 0,
    history: [{ type: 'action' }, { type: 'success', message: 'Successfully paid with card' }],
  })
  expect((await paystack('/transaction/timeline/pay-3')).json().data).toMatchObject({ attempts: 0 })
  expect((await paystack('/transaction/timeline/unknown')).status).toBe(404)
})

test('Paystack lists refunds and disputes, all of them or those of one transaction', async () => {
  const { initialize, pay, paystack, post } = await simulators()
  for (const reference of ['pay-1', 'pay-2']) {
    await initialize(reference)
    await pay(reference)
    await paystack('/refund', { transaction: reference, amount: 10_000 })
    await post('/simulators/dispute', { reference, ...(reference === 'pay-2' && { decides: 'merchant' }) })
  }
  const { id } = (await paystack('/transaction/verify/pay-1')).json().data
  const paymentsIn = async (path: string) =>
    (await paystack(path))
      .json()
      .data.map((item: { transaction_reference: string }) => item.transaction_reference)
  expect(await paymentsIn('/refund')).toEqual(['pay-2', 'pay-1'])
  expect(await paymentsIn(`/refund?transaction=${id}`)).toEqual(['pay-1'])
  expect(await paymentsIn('/refund?transaction=unknown')).toEqual([])
  expect(await paymentsIn('/refund?currency=USD')).toEqual([])
  expect(await paymentsIn('/refund?perPage=1&page=2')).toEqual(['pay-1'])

  const disputesIn = async (path: string) =>
    (await paystack(path))
      .json()
      .data.map((item: { transaction: { reference: string } }) => item.transaction.reference)
  expect(await disputesIn(`/dispute?from=${today}&to=${tomorrow}`)).toEqual(['pay-2', 'pay-1'])
  expect(await disputesIn('/dispute?status=awaiting-merchant-feedback')).toEqual(['pay-1'])
  expect(await disputesIn('/dispute?status=resolved')).toEqual(['pay-2'])
  expect(await disputesIn(`/dispute?transaction=${id}`)).toEqual(['pay-1'])
  expect((await paystack(`/dispute/transaction/${id}`)).json().data.transaction.reference).toBe('pay-1')
  expect((await paystack('/dispute/transaction/1')).status).toBe(404)
})

/** Simulators and the calls of Flutterwave's SDK. */
async function flutterwave(options: Parameters<typeof simulators>[0] = {}) {
  const client = await simulators(options)
  return {
    ...client,
    get: (path: string) => client.request(`/flutterwave/v3${path}`, { headers: flutterwaveKey }),
    send: (path: string, body: object = {}) => client.post(`/flutterwave/v3${path}`, body, flutterwaveKey),
    initialize: (tx_ref: string, email = 'ada@example.com') =>
      client.post(
        '/flutterwave/v3/payments',
        { tx_ref, amount: 2100, redirect_url: 'http://localhost:3000/back', customer: { email } },
        flutterwaveKey,
      ),
  }
}

test('Flutterwave lists transactions and refunds, returns fees and events, and resends a webhook', async () => {
  const app = await listeningApp()
  const { get, send, initialize, pay } = await flutterwave({ appUrl: app.url })
  await initialize('pay-1')
  await initialize('pay-2', 'obi@example.com')
  await pay('pay-1')
  await pay('pay-2', { card: '5143010522339965' })
  const listed = async (path: string) =>
    (await get(path)).json().data.map(({ tx_ref }: { tx_ref: string }) => tx_ref)
  expect(await listed('/transactions')).toEqual(['pay-2', 'pay-1'])
  expect(await listed('/transactions?status=successful')).toEqual(['pay-1'])
  expect(await listed('/transactions?customer_email=obi@example.com')).toEqual(['pay-2'])
  expect(await listed(`/transactions?from=${today}&to=${tomorrow}`)).toHaveLength(2)
  expect(await listed('/transactions?to=2020-01-01')).toEqual([])

  expect((await get('/transactions/fee?amount=10000&currency=NGN')).json().data).toEqual({
    charge_amount: 10_000,
    fee: 140,
    merchant_fee: 0,
    flutterwave_fee: 140,
    stamp_duty_fee: 0,
    currency: 'NGN',
  })
  expect((await get('/transactions/fee?amount=x')).status).toBe(400)

  const { id } = (await get('/transactions/verify_by_reference?tx_ref=pay-1')).json().data
  const { data: events } = (await get(`/transactions/${id}/events`)).json()
  expect(events.map((item: { action: string }) => item.action)).toEqual(['click', 'successful'])

  await waitFor(() => expect(app.webhooks).toHaveLength(2))
  for (const named of [id, 'pay-1'])
    expect((await send(`/transactions/${named}/resend-hook`)).json()).toEqual({
      status: 'success',
      message: 'hook sent successfully',
      data: 'hook sent',
    })
  await waitFor(() => expect(app.webhooks).toHaveLength(4))
  expect(app.webhooks.filter(({ body }) => JSON.parse(body).data.id === id)).toHaveLength(3)
  expect((await send('/transactions/1/resend-hook')).status).toBe(400)

  await send(`/transactions/${id}/refund`, { amount: 100 })
  const refunds = async (query: string) => (await get(`/refunds?${query}`)).json().data
  expect(await refunds('currency=NGN')).toMatchObject([{ tx_id: id, amount_refunded: 100 }])
  expect(await refunds('status=failed')).toEqual([])
  expect((await get('/chargebacks')).json().data).toEqual([])
})

test('Flutterwave charges a token without a redirect address, country or narration', async () => {
  const { send, initialize, pay, get } = await flutterwave()
  await initialize('pay-1')
  await pay('pay-1')
  const { card } = (await get('/transactions/verify_by_reference?tx_ref=pay-1')).json().data
  const charge = {
    token: card.token,
    email: 'ada@example.com',
    tx_ref: 'pay-2',
    amount: 500,
    currency: 'NGN',
  }
  expect((await send('/tokenized-charges', charge)).json()).toMatchObject({
    status: 'success',
    data: { status: 'successful', amount: 500 },
  })
})

test('Monnify searches transactions, lists refunds, and reserves without restrictPaymentSource', async () => {
  const { post, request, pay } = await simulators()
  const basic = `Basic ${Buffer.from('MK_TEST_simulated:simulated-monnify-secret').toString('base64')}`
  const login = await post('/monnify/api/v1/auth/login', {}, { authorization: basic })
  const headers = { authorization: `Bearer ${login.json().responseBody.accessToken}` }
  const get = async (path: string) => (await request(`/monnify/api${path}`, { headers })).json().responseBody
  const send = async (path: string, body: object) =>
    (await post(`/monnify/api${path}`, body, headers)).json().responseBody
  const customer = { customerName: 'Ada', customerEmail: 'ada@example.com', currencyCode: 'NGN' }
  for (const [paymentReference, amount] of [
    ['pay-1', 2100],
    ['pay-2', 500],
  ])
    await send('/v1/merchant/transactions/init-transaction', {
      ...customer,
      amount,
      paymentReference,
      paymentDescription: 'Electricity',
      contractCode: '1234567890',
    })
  await pay('pay-1')
  const search = async (query: string) =>
    (await get(`/v1/transactions/search?${query}`)).content.map(
      (item: { paymentReference: string }) => item.paymentReference,
    )
  expect(await search('page=0&size=10')).toEqual(['pay-2', 'pay-1'])
  expect(await search('pageNo=1&pageSize=1')).toEqual(['pay-1'])
  expect(await search('paymentStatus=PAID')).toEqual(['pay-1'])
  expect(await search('fromAmount=100&toAmount=600')).toEqual(['pay-2'])
  expect(await search(`from=${Date.now() + 60_000}`)).toEqual([])
  expect(await get('/v1/transactions/search?page=0&size=1')).toMatchObject({ totalElements: 2, last: false })

  const { transactionReference } = await get('/v2/merchant/transactions/query?paymentReference=pay-1')
  const refund = { transactionReference, refundReference: 'R-1', refundAmount: 100 }
  await send('/v1/refunds/initiate-refund', { ...refund, refundReason: 'x', customerNote: 'Refund' })
  expect((await get('/v1/refunds?page=0&size=10')).content).toMatchObject([{ refundReference: 'R-1' }])
  expect((await get('/v1/refunds?refundStatus=FAILED')).content).toEqual([])

  const account = await send('/v2/bank-transfer/reserved-accounts', {
    ...customer,
    accountReference: 'ACC-1',
    accountName: 'ADA',
    contractCode: '1234567890',
    bvn: '22222222222',
    getAllAvailableBanks: true,
  })
  expect(account).toMatchObject({ accountReference: 'ACC-1', restrictPaymentSource: true })
})

test('VTpass accepts legacy Basic authentication for reads and purchases', async () => {
  const { request, post } = await simulators()
  const basicOf = (password: string) => ({
    authorization: `Basic ${Buffer.from(`merchant@sanwo.example:${password}`).toString('base64')}`,
  })
  const headers = basicOf('simulated-password')
  expect((await request('/vtpass/api/balance', { headers })).json()).toMatchObject({ code: 1 })
  expect((await post('/vtpass/api/pay', power(), headers)).json()).toMatchObject({ code: '000' })
  expect((await post('/vtpass/api/pay', power(), basicOf('wrong'))).json()).toMatchObject({ code: '087' })
})

test('iRecharge serves only price lists without a vendor code', async () => {
  const { url } = await simulators()
  const get = async (path: string) => (await fetch(`${url}/irecharge/v2/${path}`)).json()
  expect(await get('get_data_bundles.php?data_network=MTN')).toMatchObject({ status: '00' })
  expect(await get('get_tv_bouquet.php?tv_network=DSTV')).toMatchObject({ status: '00' })
  const { bundles } = await get('get_electric_disco.php')
  expect(bundles[0]).toMatchObject({ code: 'Ikeja_Token_Purchase', minimum_value: '500' })
  expect(await get('get_wallet_balance.php')).not.toMatchObject({ status: '00' })
})
