import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Patch } from '../../server/database/index.ts'
import { payerTokenOf } from '../../server/purchase/payment-request.ts'
import type { ManagedRequest } from '../../shared/management/payment-requests.ts'
import { payerOrderPageUrl } from '../../shared/pages.ts'
import type { PayerOrder, PaymentRequest, PublicRequest } from '../../shared/payment-requests.ts'
import { expectLedgerMatchesProviders, isOrderFinal } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { servicePurchases } from '../support/purchases.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createPhone, linkPhone, newPhone } from '../ussd/support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

type Guest = Pick<ReturnType<TestApp['createGuest']>, 'postJson' | 'fetchJson' | 'payAtCheckout'>

async function createRequest({ meter = prepaidMeter(), ...body }: Record<string, unknown> = {}) {
  const requester = await createUser(app)
  const { data: info } = await requester.lookUpMeter({ meter_number: meter })
  const response = await requester.post<PaymentRequest>('/account/payment-requests', {
    order_reference: info.order_reference,
    days: 3,
    ...body,
  })
  return { requester, info, meter: meter as string, response, request: response.data }
}

const open = (code: string, guest: Guest = app.createGuest()) =>
  guest.fetchJson<PublicRequest>(`/payment-requests/${code}`)

const orderOf = (code: string, payer: Guest, body: object = {}) =>
  payer.postJson<{ reference: string }>(`/payment-requests/${code}/order`, body)

const showOrder = (reference: string, payer: Guest, token?: string) =>
  payer.postJson<PayerOrder>(`/payment-requests/orders/${reference}`, token ? { token } : {})

const checkout = (order: PayerOrder, payer: Guest, overrides: object = {}) =>
  payer.postJson<{ checkoutUrl: string }>('/payments/initiate', {
    order_reference: order.reference,
    amount: order.total_amount,
    payment_for: 'electricity',
    payment_method: 'CARD',
    ...overrides,
  })

async function startCheckout(code: string, payer: Guest, overrides: object = {}) {
  const { data } = await orderOf(code, payer)
  const { data: order } = await showOrder(data.reference, payer)
  const response = await checkout(order, payer, overrides)
  return { reference: data.reference, order, response, url: response.data?.checkoutUrl }
}

const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })

async function untilRefunded(reference: string): Promise<void> {
  const { id } = await app.orderRow(reference)
  await app.runDueJobsUntil(
    async () => {
      const refund = await app.db.q
        .selectFrom('refunds')
        .selectAll()
        .where('order_id', '=', id)
        .executeTakeFirst()
      return refund?.state === 'processed'
    },
    { stepSeconds: 60 },
  )
}

const changeUser = (id: string, values: Patch<'users'>) =>
  app.db.q.updateTable('users').set(values).where('id', '=', id).execute()

async function tokenOf(reference: string): Promise<string> {
  const { tokens } = await app.db.q
    .selectFrom('deliveries')
    .innerJoin('orders', 'orders.id', 'deliveries.order_id')
    .select('deliveries.tokens')
    .where('orders.reference', '=', reference)
    .executeTakeFirstOrThrow()
  return tokens[0]!.digits
}

test('the payer sees whom and what: a first name, the last four digits, the amount and the note', async () => {
  const { request, meter } = await createRequest({ note: 'The meter at home, please' })
  const { data } = await open(request.code)
  expect(data).toEqual({
    state: 'open',
    requester: 'Ada',
    service: 'power',
    title: request.title,
    number: `****${meter.slice(-4)}`,
    amount: 2000,
    note: 'The meter at home, please',
    expires_at: request.expires_at,
  })
  const row = await app.db.q
    .selectFrom('payment_requests')
    .selectAll()
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  expect(row.code_hash).toHaveLength(32)
  expect(Object.values(row).map(String).join(' ')).not.toContain(request.code)
})

test('the order of a payer names the request that it pays', async () => {
  const { request } = await createRequest()
  const payer = app.createGuest()
  const { data } = await orderOf(request.code, payer)
  expect((await showOrder(data.reference, payer)).data.request_code).toBe(request.code)
})

test('an order that another person paid counts as an order of its requester, and not as money spent', async () => {
  const { requester, request } = await createRequest()
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { reference } = await startCheckout(request.code, payer, { payment_method: 'WALLET' })
  await runUntilFinal(reference)
  const { data } = await requester.get<{ services: object[] }>('/account/summary')
  expect(data.services).toMatchObject([{ service: 'power', orders: 1, spent: 0 }])
  const manager = await createManager('support')
  const { uniqueid } = (await requester.get<{ uniqueid: string }>('/account/user/profile')).data
  expect((await manager.get(`/management/users/${uniqueid}`)).data).toMatchObject({ orders: 1, spent: 0 })
})

test('the token goes to the requester, and no surface shows the payer the token or the full number', async () => {
  const { requester, request, meter } = await createRequest()
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { reference, response } = await startCheckout(request.code, payer, { payment_method: 'WALLET' })
  expect(response.httpStatus).toBe(200)
  expect(response.data.checkoutUrl).not.toContain('order=')
  await runUntilFinal(reference)
  const row = await app.orderRow(reference)
  const token = await tokenOf(reference)
  expect(row.user_id).toBe(requester.id)

  const tried = `/orders/${reference}`
  const responses = await Promise.all([
    showOrder(reference, payer),
    payer.get(`${tried}/state`),
    payer.get('/account/transactions/all'),
    payer.get('/account/wallet/movements/all'),
    payer.get('/account/notifications/all'),
    payer.get('/account/payment-requests'),
    payer.post(`${tried}/again`),
    payer.post('/orders/find', { reference, phone: row.phone, last_four: meter.slice(-4) }),
    payer.post(`${tried}/report`, { message: 'Where is the token?' }),
    payer.post('/services/electricity/process-subscription', { serviceId: reference, accessToken: null }),
    payer.get(`/services/electricity/get-customer-info/${reference}`),
    payer.post('/payments/return', { gateway: 'paystack', reference: 'unknown' }),
    open(request.code, payer),
    orderOf(request.code, payer),
  ])
  const files = await Promise.all(
    [
      `/services/transaction/power/${reference}`,
      `${tried}/receipt`,
      `/account/transactions/${reference}/receipt`,
      '/account/user/data/export',
    ].map(payer.fetchFile),
  )
  await app.runDueJobs()
  const messages = [
    ...(await app.emails()).filter(({ to }) => to === payer.email),
    ...(await app.db.q.selectFrom('notifications').selectAll().where('user_id', '=', payer.id).execute()),
  ]
  const textsOfPayer = JSON.stringify([responses, messages], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const text of [textsOfPayer, ...files.map(({ bytes }) => bytes.toString('latin1'))]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(token.replace(/(\d{4})(?=\d)/g, '$1 '))
    expect(text).not.toContain(token.replace(/(\d{4})(?=\d)/g, '$1-'))
    expect(text).not.toContain(meter)
    expect(text).not.toContain(row.access_token)
    expect(text).not.toContain(row.view_token)
  }
  for (const { httpStatus, headers } of files.slice(0, 3)) {
    expect(headers.get('content-type')).not.toContain('pdf')
    expect(httpStatus).toBe(404)
  }

  const { data: own } = await requester.get<PaymentRequest[]>('/account/payment-requests')
  expect(own[0]).toMatchObject({ state: 'paid', order: { reference, state: 'delivered' } })
  expect(own[0]!.order!.link).toContain(row.access_token)
  const sms = await eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages()).find(({ text }) => text.includes(token.slice(0, 4)))
  })
  expect(`+${sms.to}`).toBe(row.phone)
  const mail = await eventually(async () => (await app.emails()).find(({ to }) => to === payer.email))
  expect(mail.text).toContain(reference)
  const { data: payerNotices } = await payer.get<unknown[]>('/account/notifications/all')
  expect(payerNotices).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({ service: 'other', link: payerOrderPageUrl(reference) }),
    }),
  )
  const { data: notifications } = await requester.get<unknown[]>('/account/notifications/all')
  expect(JSON.stringify(notifications)).toContain('Your payment request was paid')
  await expectLedgerMatchesProviders(app)
})

test('two payers at the same moment: one order is delivered, and the other payer gets the money back', async () => {
  const { requester, request } = await createRequest()
  const [first, second] = [app.createGuest(), app.createGuest()]
  const [one, two] = await Promise.all([
    startCheckout(request.code, first),
    startCheckout(request.code, second, { email: 'second@example.com' }),
  ])
  expect(one.reference).not.toBe(two.reference)
  await Promise.all([first.payAtCheckout(one.url!), second.payAtCheckout(two.url!)])
  const references = [one.reference, two.reference]
  await app.runDueJobsUntil(
    async () => {
      const rows = await Promise.all(references.map(app.orderRow))
      const { count } = await app.db.q
        .selectFrom('refunds')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where(
          'order_id',
          'in',
          rows.map(({ id }) => id),
        )
        .where('state', '=', 'processed')
        .executeTakeFirstOrThrow()
      return count === 1n && rows.some(({ state }) => state === 'delivered')
    },
    { stepSeconds: 60 },
  )
  const rows = await Promise.all(references.map(app.orderRow))
  expect(rows.filter(({ state }) => state === 'delivered')).toHaveLength(1)
  const lost = rows.find(({ state }) => state !== 'delivered')!
  expect(lost.user_id).toBeNull()
  const loser = lost.reference === one.reference ? first : second
  const { data } = await showOrder(lost.reference, loser)
  expect(data).toMatchObject({ can_pay: false, request: 'paid' })
  expect(data.refunds).toHaveLength(1)
  expect(await requester.walletKobo()).toBe(0n)
  expect((await checkout(data, app.createGuest())).httpStatus).toBe(409)
  await expectLedgerMatchesProviders(app)
})

test('a second checkout is rejected before money moves once the request is paid', async () => {
  const { request } = await createRequest()
  const [first, second] = [app.createGuest(), app.createGuest()]
  const { data: late } = await orderOf(request.code, second)
  const { data: order } = await showOrder(late.reference, second)
  const paid = await startCheckout(request.code, first)
  await first.payAtCheckout(paid.url!)
  await runUntilFinal(paid.reference)
  const response = await checkout(order, second)
  expect(response).toMatchObject({ httpStatus: 409, message: expect.stringContaining('already paid') })
  expect((await orderOf(request.code, app.createGuest())).httpStatus).toBe(409)
})

test('a payment that arrives after the requester cancelled is returned to the payer', async () => {
  const { requester, request } = await createRequest()
  const payer = await createUser(app)
  const { url, reference } = await startCheckout(request.code, payer)
  expect((await requester.post(`/account/payment-requests/${request.id}/cancel`)).httpStatus).toBe(200)
  expect((await requester.post(`/account/payment-requests/${request.id}/cancel`)).httpStatus).toBe(200)
  await payer.payAtCheckout(url!)
  await untilRefunded(reference)
  expect((await app.orderRow(reference)).state).not.toBe('delivered')
  expect((await app.providerRecords()).deliveries.filter((row) => row.orderReference === reference)).toEqual(
    [],
  )
  expect((await open(request.code)).data.state).toBe('cancelled')
  expect((await orderOf(request.code, payer)).httpStatus).toBe(409)
  const mail = await eventually(async () => {
    await app.runDueJobs()
    return (await app.emails()).find(({ to }) => to === payer.email)
  })
  expect(mail.text).toContain(reference)
  await expectLedgerMatchesProviders(app)
})

test('a request cannot be paid while its requester is blocked, and a started payment is returned', async () => {
  const { requester, request } = await createRequest()
  const payer = await createUser(app)
  const { url, reference, order } = await startCheckout(request.code, payer)
  await changeUser(requester.id, { blocked_at: sql<Date>`app_now()`, blocked_reason: 'Fraud' })
  expect((await open(request.code)).httpStatus).toBe(404)
  expect((await orderOf(request.code, app.createGuest())).httpStatus).toBe(404)
  expect((await checkout(order, payer)).httpStatus).toBe(409)
  expect((await showOrder(reference, payer)).data).toMatchObject({ request: 'blocked', can_pay: false })
  await payer.payAtCheckout(url!)
  await untilRefunded(reference)
  expect((await app.orderRow(reference)).state).not.toBe('delivered')
  await changeUser(requester.id, { blocked_at: null, blocked_reason: null })
  expect((await open(request.code)).data.state).toBe('open')
  await expectLedgerMatchesProviders(app)
})

test('a payment that was started before the expiry is delivered, and no new one starts after it', async () => {
  const { request } = await createRequest()
  const payer = app.createGuest()
  const { url, reference } = await startCheckout(request.code, payer)
  await app.db.q
    .updateTable('payment_requests')
    .set({ expires_at: sql<Date>`app_now()` })
    .where('id', '=', request.id)
    .execute()
  expect((await open(request.code)).data.state).toBe('expired')
  expect((await orderOf(request.code, app.createGuest())).httpStatus).toBe(409)
  await payer.payAtCheckout(url!)
  await runUntilFinal(reference)
  expect((await app.orderRow(reference)).state).toBe('delivered')
})

test('an order that cannot be delivered is refunded to the payer wallet, not to the requester', async () => {
  const { requester, request } = await createRequest({ meter: prepaidMeter('failed') })
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { reference } = await startCheckout(request.code, payer, { payment_method: 'WALLET' })
  await runUntilFinal(reference)
  expect((await app.orderRow(reference)).state).toBe('refunded')
  expect(await payer.walletKobo()).toBe(1_000_000n)
  expect(await requester.walletKobo()).toBe(0n)
})

test('the requester reads that the payer gets the money back, and the payer where to', async () => {
  const { requester, request } = await createRequest({ meter: prepaidMeter('failed') })
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { reference } = await startCheckout(request.code, payer, { payment_method: 'WALLET' })
  await runUntilFinal(reference)
  const message = 'We could not deliver this order. The person who paid got the money back.'
  const forRequester = { money: { status: 'returned', message }, extra_refunds: [] }
  expect((await requester.get(`/orders/${reference}/state`)).data).toMatchObject(forRequester)
  const { data } = await requester.get<{ list: object[] }>('/account/transactions/all')
  expect(data.list).toMatchObject([forRequester])
  expect((await showOrder(reference, payer)).data.money.message).toContain('your wallet')
  const forPayer = await payer.get<{ money: { message: string } }>(`/orders/${reference}/state`)
  expect(forPayer.data.money.message).toContain('your wallet')
})

test('by USSD the requester reads that the payer gets the money back', async () => {
  const { requester, request } = await createRequest({ meter: prepaidMeter('failed') })
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { reference } = await startCheckout(request.code, payer, { payment_method: 'WALLET' })
  await runUntilFinal(reference)
  const handset = createPhone(app, newPhone())
  await app.db.q.updateTable('users').set({ phone: handset.phone }).where('id', '=', requester.id).execute()
  await linkPhone(app, requester, handset.phone)
  await handset.dial()
  expect(await handset.send('5')).toContain('1. Power')
  expect(await handset.send('1')).toBe(
    'END We could not deliver this order. The person who paid got the money back.',
  )
})

test('only the payer is asked for the bank account of a refund', async () => {
  const { requester, request } = await createRequest({ meter: prepaidMeter('failed') })
  const payer = app.createGuest()
  const { reference, url } = await startCheckout(request.code, payer)
  await app.injectFault('paystack', 'refund_needs_attention')
  await payer.payAtCheckout(url!)
  const { id } = await app.orderRow(reference)
  await app.runDueJobsUntil(
    async () =>
      (
        await app.db.q
          .selectFrom('refunds')
          .select('state')
          .where('order_id', '=', id)
          .where('state', '=', 'needs_attention')
          .execute()
      ).length > 0,
    { stepSeconds: 60 },
  )
  expect((await showOrder(reference, payer)).data.needs_account).toBe(true)
  const { data } = await requester.get<{ money: object }>(`/orders/${reference}/state`)
  expect(data).not.toHaveProperty('refund_account')
  expect(data.money).toMatchObject({
    message: 'We could not deliver this order. The person who paid gets the money back.',
  })
})

test('the payer enters an open amount within the limits of the service', async () => {
  const { request } = await createRequest({ open_amount: true })
  const payer = app.createGuest()
  expect((await open(request.code)).data.amount).toBeNull()
  expect((await orderOf(request.code, payer)).errors).toHaveProperty('amount')
  expect((await orderOf(request.code, payer, { amount: 5 })).httpStatus).toBe(422)
  const { data } = await orderOf(request.code, payer, { amount: 3500 })
  expect((await showOrder(data.reference, payer)).data.amount).toBe(3500)
})

test.each(['cabletv', 'airtime', 'data', 'education'] as const)('%s can be requested', async (service) => {
  const requester = await createUser(app)
  const { data: info } = await servicePurchases[service].createOrder(requester)
  const { data: request } = await requester.post<PaymentRequest>('/account/payment-requests', {
    order_reference: info.order_reference,
    days: 1,
  })
  const payer = app.createGuest()
  const { data } = await orderOf(request.code, payer)
  const { data: order } = await showOrder(data.reference, payer)
  expect(order).toMatchObject({ service, total_amount: info.total_amount, can_pay: true })
  expect(order.number).toMatch(/^\*{4}.{4}$/)
})

test('only its payer sees the order of a request, and a payer gets the same order again', async () => {
  const { request } = await createRequest()
  const payer = app.createGuest()
  const [one, two] = await Promise.all([orderOf(request.code, payer), orderOf(request.code, payer)])
  expect(one.data.reference).toBe(two.data.reference)
  expect((await showOrder(one.data.reference, app.createGuest())).httpStatus).toBe(404)
})

test("the token of the payer's link opens the order in another browser; another order's token does not", async () => {
  const { request } = await createRequest()
  const { data } = await orderOf(request.code, app.createGuest())
  const { access_token } = await app.orderRow(data.reference)
  const another = app.createGuest()
  expect((await showOrder(data.reference, another, payerTokenOf(access_token))).httpStatus).toBe(200)
  expect((await showOrder(data.reference, another, payerTokenOf(`${access_token}x`))).httpStatus).toBe(404)
  expect((await showOrder(data.reference, another, access_token)).httpStatus).toBe(404)
})

test('an edited code, amount or total is rejected or ignored before money moves', async () => {
  const { request } = await createRequest()
  const payer = app.createGuest()
  const edited = `${request.code.startsWith('A') ? 'B' : 'A'}${request.code.slice(1)}`
  expect((await open(edited)).httpStatus).toBe(404)
  expect((await orderOf(edited, payer)).httpStatus).toBe(404)
  const { data } = await orderOf(request.code, payer, { amount: 500 })
  const { data: order } = await showOrder(data.reference, payer)
  expect(order.amount).toBe(2000)
  for (const amount of [order.total_amount - 1, order.total_amount + 1, 1])
    expect((await checkout(order, payer, { amount })).httpStatus, String(amount)).toBe(409)
  const { state } = await app.orderRow(data.reference)
  expect(state).toBe('quoted')
})

test('a payment that is replayed with its idempotency key, and its order opened again, are paid once', async () => {
  const { requester, request } = await createRequest()
  const payer = await createUser(app, { walletKobo: 1_000_000n })
  const { data } = await orderOf(request.code, payer)
  const { data: order } = await showOrder(data.reference, payer)
  const body = {
    order_reference: order.reference,
    amount: order.total_amount,
    payment_for: 'electricity',
    payment_method: 'WALLET',
  }
  const key = { 'idempotency-key': randomUUID() }
  const responses = [
    await payer.postJson('/payments/initiate', body, key),
    await payer.postJson('/payments/initiate', body, key),
    await payer.postJson('/payments/initiate', body, { 'idempotency-key': randomUUID() }),
  ]
  expect(responses.map(({ httpStatus }) => httpStatus).slice(0, 2)).toEqual([200, 200])
  await runUntilFinal(order.reference)
  expect(await payer.walletKobo()).toBe(1_000_000n - BigInt(order.total_amount * 100))
  expect((await orderOf(request.code, payer)).httpStatus).toBe(409)
  expect(await requester.walletKobo()).toBe(0n)
})

test('after a request has expired, its order can be requested again', async () => {
  const { requester, info, request } = await createRequest({ days: 1 })
  await app.db.q
    .updateTable('payment_requests')
    .set({ expires_at: sql<Date>`app_now() - interval '1 second'` })
    .where('id', '=', request.id)
    .execute()
  const { data } = await requester.post<PaymentRequest>('/account/payment-requests', {
    order_reference: info.order_reference,
    days: 3,
  })
  expect(data.state).toBe('open')
  expect(await open(request.code)).toMatchObject({ httpStatus: 200, data: { state: 'cancelled' } })
  expect(await open(data.code)).toMatchObject({ httpStatus: 200, data: { state: 'open' } })
})

test('notes with links, long notes, foreign orders and open amounts of fixed products are rejected', async () => {
  for (const note of ['See https://evil.example', 'go to evil.com now', 'x'.repeat(141), 'a‮b'])
    expect((await createRequest({ note })).response.httpStatus, note).toBe(422)
  const { info } = await createRequest()
  const stranger = await createUser(app)
  const foreign = { order_reference: info.order_reference, days: 3 }
  expect((await stranger.post('/account/payment-requests', foreign)).httpStatus).toBe(404)
  const { data: bouquet } = await servicePurchases.cabletv.createOrder(stranger)
  const requestOptions = { order_reference: bouquet.order_reference, days: 3, open_amount: true }
  expect((await stranger.post('/account/payment-requests', requestOptions)).httpStatus).toBe(422)
})

test('a double click creates one request, and a user has at most twenty open ones', async () => {
  const { requester, request, info } = await createRequest()
  const body = { order_reference: info.order_reference, days: 3 }
  const again = await requester.post<PaymentRequest>('/account/payment-requests', body)
  expect(again.data.code).toBe(request.code)
  await sql`insert into payment_requests (user_id, code_hash, encrypted_code, quoted_order_id, service, selection, state, expires_at)
    select user_id, sha256(n::text::bytea), encrypted_code, gen_random_uuid(), service, selection, 'open', expires_at
    from payment_requests, generate_series(1, 19) as n where id = ${request.id}`.execute(app.db.q)
  const { data: next } = await requester.lookUpMeter({ meter_number: prepaidMeter() })
  const response = await requester.post('/account/payment-requests', {
    order_reference: next.order_reference,
    days: 3,
  })
  expect(response.httpStatus).toBe(429)
})

test('one IPv6 network can report a request five times a day, from whichever of its addresses', async () => {
  const { request } = await createRequest()
  const report = async (address: string) => {
    const response = await fetch(`${app.origin}/api/v1/payment-requests/${request.code}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...app.headersForIp(address) },
      body: JSON.stringify({ reason: 'A scam' }),
    })
    return response.status
  }
  const statuses = []
  for (let host = 1; host <= 6; host++) statuses.push(await report(`2c0f:f5c0:1:2::${host}`))
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429])
  expect(await report('2c0f:f5c0:1:3::1')).toBe(200)
})

test('another person with the link uses up the limit of their own network, and not that of the payer', async () => {
  const { request } = await createRequest()
  const createOrder = async (address: string, authHeaders: Record<string, string> = {}) => {
    const response = await fetch(`${app.origin}/api/v1/payment-requests/${request.code}/order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...app.headersForIp(address), ...authHeaders },
      body: '{}',
    })
    return response.status
  }
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) statuses.push(await createOrder('41.7.7.7'))
  expect(statuses.at(-1)).toBe(429)
  expect(await createOrder('41.7.7.8')).toBe(200)
  const { authorization = '' } = (await createUser(app)).headers as Record<string, string>
  expect(await createOrder('41.7.7.7', { authorization })).toBe(200)
})

test('a reported request can be blocked by support, and is then unknown to payers', async () => {
  const { requester, request } = await createRequest({ note: 'Send me money' })
  const payer = app.createGuest()
  const { url, reference } = await startCheckout(request.code, payer)
  expect((await payer.postJson(`/payment-requests/${request.code}/report`, { reason: '' })).httpStatus).toBe(
    422,
  )
  expect(
    (await payer.postJson(`/payment-requests/${request.code}/report`, { reason: 'A scam' })).httpStatus,
  ).toBe(200)
  const manager = await createManager('support')
  const finance = await createManager('finance')
  const path = `/management/payment-requests/${request.id}/block`
  expect((await finance.post(path, { reason: 'Abuse' })).httpStatus).toBe(403)
  expect((await manager.post(path, {})).errors).toHaveProperty('reason')
  const { data: listed } = await manager.get<{ list: { id: string; reports: object[] }[] }>(
    '/management/payment-requests/all?view=reported',
  )
  expect(listed.list.find(({ id }) => id === request.id)).toMatchObject({ reports: [{ reason: 'A scam' }] })
  expect((await manager.post(path, { reason: 'It asks strangers for money.' })).httpStatus).toBe(200)
  expect((await open(request.code)).httpStatus).toBe(404)
  await payer.payAtCheckout(url!)
  await app.runDueJobsUntil(async () => {
    const { id } = await app.orderRow(reference)
    const refunds = await app.db.q.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
    return refunds.some(({ state }) => state === 'processed')
  })
  const audited = await app.db.q
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('data_subject_id', '=', requester.id)
    .execute()
  expect(audited).toContainEqual({
    action: 'payment_request.block',
    detail: { reason: 'It asks strangers for money.' },
  })
})

test('managers list requests by state, with masked numbers, and every read is audited', async () => {
  const [open, cancelled, expired, reported] = [
    await createRequest(),
    await createRequest(),
    await createRequest(),
    await createRequest(),
  ]
  await cancelled.requester.post(`/account/payment-requests/${cancelled.request.id}/cancel`)
  await app.db.q
    .updateTable('payment_requests')
    .set({ expires_at: sql<Date>`app_now()` })
    .where('id', '=', expired.request.id)
    .execute()
  await app.createGuest().postJson(`/payment-requests/${reported.request.code}/report`, { reason: 'A scam' })
  const manager = await createManager('operations')
  const listed = async (view: string) =>
    (await manager.get<{ list: ManagedRequest[] }>(`/management/payment-requests/all?view=${view}`)).data.list
  const idsOf = async (view: string) => (await listed(view)).map(({ id }) => id)
  expect(await idsOf('open')).toEqual(expect.arrayContaining([open.request.id, reported.request.id]))
  expect(await idsOf('open')).not.toContain(expired.request.id)
  expect(await idsOf('cancelled')).toContain(cancelled.request.id)
  expect(await idsOf('expired')).toContain(expired.request.id)
  expect((await listed('reported')).find(({ id }) => id === reported.request.id)).toMatchObject({
    state: 'open',
    requester: 'Ada Okafor',
    title: reported.request.title,
    number: `****${reported.meter.slice(-4)}`,
    order_reference: null,
    reports: [{ reason: 'A scam' }],
  })
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select('subject')
    .where('actor_id', '=', manager.id)
    .where('action', '=', 'payment_request.read')
    .execute()
  expect(reads.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['open', 'reported']))
})

async function createManager(scope: 'support' | 'finance' | 'operations'): Promise<TestUser> {
  const manager = await createUser(app)
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [scope] })
    .where('id', '=', manager.id)
    .execute()
  return manager
}
