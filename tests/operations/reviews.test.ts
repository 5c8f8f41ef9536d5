import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { findViolations } from '../../server/operations/index.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { AuditEntry, Review } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { scopes } from '../../shared/scopes.ts'
import { isOrderFinal } from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { postgresUrl } from '../support/database.ts'
import { postpaidMeter, prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const pin = '246810'
const token = '1234 5678 9012 3456 7890'
const reason = 'The vendor said so on the telephone'

let app: TestApp
let manager: Awaited<ReturnType<typeof createManager>>
let second: Awaited<ReturnType<typeof createManager>>
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
  // These tests are about orders with an unknown outcome, so no vendor may be paused.
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
  manager = await createManager(app)
  second = await createManager(app)
})
afterAll(() => app.close())

async function createManager(app: TestApp, { withPin = true } = {}) {
  const manager = await createCustomer(app)
  const pin_hash = withPin ? await hashSecret(pin) : null
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes], pin_hash })
    .where('id', '=', manager.id)
    .execute()
  const act = <T = OrderStatus>(
    reference: string,
    action: string,
    extraBody: Record<string, unknown> = {},
    headers = {},
  ) =>
    manager.postJson<T>(
      `/management/orders/${reference}/${action}`,
      { auth_pin: pin, reason, ...extraBody },
      headers,
    )
  return { ...manager, act }
}

/** A paid order whose vendor never responded. */
async function createOrderOfUnknownOutcome(input: Record<string, unknown> = {}): Promise<string> {
  const { info } = await app
    .createGuest()
    .buyElectricity({ meter_number: prepaidMeter('noAnswer'), ...input })
  await app.runDueJobsUntil(async () => {
    const [attempt] = await fetchAttempts(info.order_reference)
    return attempt?.state === 'unknown'
  })
  return info.order_reference
}
const fetchAttempts = (reference: string) =>
  app.db.q
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .selectAll('attempts')
    .where('reference', '=', reference)
    .execute()
const flag = (reference: string) =>
  sql`update orders set review_reason = 'overdue', review_since = app_now(), review_due = app_now() + interval '1 day'
    where reference = ${reference}`.execute(app.db.q)
const waitingRefunds = async () =>
  (await second.fetchJson<Approval[]>('/management/approvals/all?kind=refund')).data.filter(
    (item) => item.state === 'pending',
  )
/** The second manager decides the refund that waits for one order. */
async function decideRefund(reference: string, action: 'approve' | 'reject' = 'approve', decider = second) {
  const approval = (await waitingRefunds()).find((item) => item.order_reference === reference)
  return decider.postJson(`/management/approvals/${approval?.id}/${action}`, { auth_pin: pin })
}
const queue = async (query = '') =>
  (
    await manager.fetchJson<{ list: Review[]; next: string | null; count: number }>(
      `/management/reviews/all${query}`,
    )
  ).data
const inQueue = async (reference: string) => (await queue()).list.find((item) => item.reference === reference)
const auditEventsFor = async (subject: string) =>
  (await manager.fetchJson<{ list: AuditEntry[] }>(`/management/audit-logs/all?subject=${subject}`)).data.list
const evidence = { vendor_reference: 'VT-778', tokens: [{ kind: 'main', digits: token }], units: '34.5' }

test('an order whose outcome stays unknown for 30 minutes enters the review queue, with its allowed actions', async () => {
  const reference = await createOrderOfUnknownOutcome()
  expect(await inQueue(reference)).toBeUndefined()
  await app.advanceClock(31 * 60)
  await app.runDueJobs()
  expect(await inQueue(reference)).toMatchObject({
    reason: 'overdue',
    state: 'vending',
    late: false,
    allowed_actions: ['requery', 'deliver', 'refund'],
    attempt: { vendor: 'vtpass', state: 'unknown' },
  })
  await app.advanceClock(25 * 60 * 60)
  expect((await queue('?late=1')).list.map((item) => item.reference)).toContain(reference)
  await app.resetClock()
})

test('a manager delivers an order with an unknown outcome with evidence: token, ledger and notifications match any delivery', async () => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({
    meter_number: prepaidMeter('noAnswer'),
    phone_number: '08031117788',
  })
  await app.runDueJobsUntil(async () => (await fetchAttempts(info.order_reference))[0]?.state === 'unknown')
  const response = await manager.act(info.order_reference, 'deliver', { evidence })
  expect(response).toMatchObject({ httpStatus: 200, data: { state: 'delivered', page: 'success' } })
  expect((await ada.getOrder(info)).data).toMatchObject({ token: '12345678901234567890', units: '34.5' })
  await app.runDueJobs()
  await eventually(async () => (await app.smsMessages()).some((item) => item.to.endsWith('8031117788')))
  expect(await findViolations(app.db)).toEqual([])
  const [event] = await auditEventsFor(info.order_reference)
  expect(event).toMatchObject({
    action: 'order.deliver',
    role: 'manager',
    detail: { reason, vendor_reference: 'VT-778' },
  })
  expect(JSON.stringify(event)).not.toContain('1234567890')
})

test('a delivery without a required value is rejected, and nothing changes', async () => {
  const reference = await createOrderOfUnknownOutcome()
  for (const wrong of [
    { vendor_reference: 'VT-1' },
    { ...evidence, tokens: [{ kind: 'main', digits: '123' }] },
    { ...evidence, vendor_reference: '' },
  ]) {
    expect(await manager.act(reference, 'deliver', { evidence: wrong })).toMatchObject({ httpStatus: 422 })
  }
  expect((await app.orderRow(reference)).state).toBe('vending')
  expect((await auditEventsFor(reference)).filter((item) => item.action === 'order.deliver')).toEqual([])
})

test('a postpaid bill is delivered with only the vendor’s reference', async () => {
  const reference = await createOrderOfUnknownOutcome({
    meter_number: postpaidMeter('noAnswer'),
    meter_type: 'postpaid',
  })
  const response = await manager.act(reference, 'deliver', {
    evidence: { vendor_reference: 'VT-9', cost: '1970' },
  })
  expect(response.data.state).toBe('delivered')
  expect((await fetchAttempts(reference))[0]).toMatchObject({ state: 'delivered', cost_kobo: 197_000n })
})

test('a manager refunds an order with an unknown outcome, even above the daily cap', async () => {
  await app.context.settings.change('write_off_daily_cap_kobo', 0)
  const reference = await createOrderOfUnknownOutcome()
  expect(await manager.act(reference, 'refund')).toMatchObject({
    httpStatus: 202,
    data: { state: 'vending' },
  })
  expect(await decideRefund(reference)).toMatchObject({ httpStatus: 200 })
  await app.runDueJobsUntil(isOrderFinal(app, reference))
  expect((await app.orderRow(reference)).state).toBe('refunded')
  expect((await fetchAttempts(reference))[0]).toMatchObject({ state: 'written_off' })
  expect(await findViolations(app.db)).toEqual([])
})

test('a refund while the vendor’s outcome is unknown waits for a second manager, and happens once on approval', async () => {
  const reference = await createOrderOfUnknownOutcome()
  await flag(reference)
  expect(await inQueue(reference)).toMatchObject({
    refund_risk: { type: 'vendor_may_deliver', amount: 2_000 },
  })
  expect(await manager.act(reference, 'refund')).toMatchObject({ httpStatus: 202, status: 'pending' })
  expect((await manager.act(reference, 'refund')).httpStatus).toBe(202)
  expect((await app.orderRow(reference)).state).toBe('vending')
  const [pending, ...extraBody] = await waitingRefunds()
  expect(extraBody).toEqual([])
  expect(pending).toMatchObject({ order_reference: reference, amount: 2_100, subject: reason, user: null })
  expect((await decideRefund(reference, 'approve', manager)).httpStatus).toBe(403)
  const approve = () => second.postJson(`/management/approvals/${pending?.id}/approve`, { auth_pin: pin })
  const decided = await Promise.all([1, 2, 3].map(approve))
  expect(decided.map((item) => item.httpStatus).sort()).toEqual([200, 409, 409])
  await app.runDueJobsUntil(isOrderFinal(app, reference))
  expect((await app.orderRow(reference)).state).toBe('refunded')
  expect(
    (await app.providerRecords()).refunds.filter((item) => item.orderReference === reference),
  ).toHaveLength(1)
  expect((await auditEventsFor(reference)).map((item) => item.action)).toEqual(
    expect.arrayContaining(['refund.ask', 'refund.approve', 'order.refund']),
  )

  // An order that is delivered before the decision can only be rejected, not approved.
  const other = await createOrderOfUnknownOutcome()
  await manager.act(other, 'refund')
  await manager.act(other, 'deliver', { evidence })
  expect((await decideRefund(other)).httpStatus).toBe(409)
  expect((await decideRefund(other, 'reject')).httpStatus).toBe(200)
  expect((await app.orderRow(other)).state).toBe('delivered')
})

/** A paid order that was delivered, and whose vendor's response was lost. */
async function createUnconfirmedDelivery(): Promise<string> {
  await app.injectFault('vtpass', 'error_500')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await fetchAttempts(info.order_reference))[0]?.state === 'unknown')
  return info.order_reference
}
const refundsAtGateway = async (reference: string) =>
  (await app.providerRecords()).refunds.filter((item) => item.orderReference === reference)

test('a refund of an order that the vendor is processing requeries first, and refunds no delivered order', async () => {
  const reference = await createUnconfirmedDelivery()
  const response = await manager.act(reference, 'refund')
  expect(response).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('Nothing was refunded'),
  })
  expect((await app.orderRow(reference)).state).toBe('delivered')
  expect(await refundsAtGateway(reference)).toEqual([])
})

test('the vendor is requeried before a second manager’s approval refunds an order', async () => {
  await app.injectFault('vtpass', 'requery_500')
  const reference = await createUnconfirmedDelivery()
  expect(await manager.act(reference, 'refund')).toMatchObject({
    httpStatus: 202,
    data: { state: 'vending' },
  })
  expect(await decideRefund(reference)).toMatchObject({ httpStatus: 409 })
  expect((await app.orderRow(reference)).state).toBe('delivered')
  expect((await decideRefund(reference, 'reject')).httpStatus).toBe(200)
  expect(await refundsAtGateway(reference)).toEqual([])
})

test('a wallet order that a manager refunds is credited to the wallet immediately', async () => {
  const ada = await createCustomer(app, { walletKobo: 1_000_000n })
  const { data } = await ada.lookUpMeter({ meter_number: prepaidMeter('noAnswer') })
  await ada.payFromWallet(data)
  await app.runDueJobsUntil(async () => (await fetchAttempts(data.order_reference))[0]?.state === 'unknown')
  await manager.act(data.order_reference, 'refund')
  await decideRefund(data.order_reference)
  await eventually(async () => (await ada.walletKobo()) === 1_000_000n)
  expect((await app.orderRow(data.order_reference)).state).toBe('refunded')
})

test("a requery changes an order only by the vendor's response", async () => {
  const { info } = await app
    .createGuest()
    .buyElectricity({ meter_number: prepaidMeter('timeoutThenDelivered') })
  await app.runDueJobsUntil(async () => (await fetchAttempts(info.order_reference))[0]?.state === 'unknown', {
    stepSeconds: 1,
  })
  const delivered = await eventually(async () => {
    const { data } = await manager.act(info.order_reference, 'requery')
    return data.state === 'delivered'
  })
  expect(delivered).toBe(true)
  const silent = await createOrderOfUnknownOutcome()
  expect((await manager.act(silent, 'requery')).data.state).toBe('vending')
  expect((await fetchAttempts(silent))[0]).toMatchObject({ send_count: 1 })
})

test('an order whose outcome is known can be neither delivered nor refunded manually', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  const { data: unpaid } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  for (const reference of [info.order_reference, unpaid.order_reference]) {
    expect(await manager.act(reference, 'deliver', { evidence })).toMatchObject({ httpStatus: 409 })
    expect(await manager.act(reference, 'refund')).toMatchObject({ httpStatus: 409 })
    expect(await manager.act(reference, 'close-review')).toMatchObject({ httpStatus: 409 })
  }
  expect((await app.orderRow(info.order_reference)).state).toBe('delivered')
})

test('a second delivery or refund of the same order changes nothing', async () => {
  const reference = await createOrderOfUnknownOutcome()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await manager.act(reference, 'refund', {}, key)
  expect(await manager.act(reference, 'refund', {}, key)).toEqual(first)
  await decideRefund(reference)
  expect(await manager.act(reference, 'refund')).toMatchObject({ httpStatus: 409 })
  await app.runDueJobsUntil(isOrderFinal(app, reference))
  expect(
    (await app.providerRecords()).refunds.filter((item) => item.orderReference === reference),
  ).toHaveLength(1)
})

describe('a refund that the gateway could not pay', () => {
  async function createFailedOrder(customer?: Awaited<ReturnType<typeof createCustomer>>): Promise<string> {
    await app.injectFault('paystack', 'refund_fails')
    const { info } = await (customer ?? app.createGuest()).buyElectricity({
      meter_number: prepaidMeter('failed'),
    })
    await app.runDueJobsUntil(async () => {
      const { state, review_reason } = await app.orderRow(info.order_reference)
      return review_reason !== null || state === 'refunded'
    })
    return info.order_reference
  }

  test("is credited automatically to the payer's wallet, and cannot be paid again", async () => {
    const ada = await createCustomer(app)
    const reference = await createFailedOrder(ada)
    expect(await manager.act(reference, 'refund')).toMatchObject({ httpStatus: 409 })
    const order = await app.orderRow(reference)
    expect(order).toMatchObject({ state: 'refunded', review_reason: null })
    expect(await ada.walletKobo()).toBe(order.total_kobo)
    expect(await findViolations(app.db)).toEqual([])
  })

  test('of a guest is paid by a bank transfer, whose reference is required', async () => {
    const reference = await createFailedOrder()
    expect((await inQueue(reference))?.allowed_actions, 'it is resent first').not.toContain('refund')
    expect(await manager.act(reference, 'refund', { evidence: { bank_reference: 'NIP-0' } })).toMatchObject({
      httpStatus: 409,
    })
    await app.injectFault('paystack', 'refund_fails')
    await app.advanceClock(61 * 60)
    const { id } = await app.orderRow(reference)
    const attempts = app.db.q.selectFrom('refunds').select('state').where('order_id', '=', id)
    await app.runDueJobsUntil(async () => (await attempts.execute()).every((item) => item.state === 'failed'))
    expect((await inQueue(reference))?.allowed_actions).toContain('refund')
    const nameless = await manager.act(reference, 'refund')
    expect(nameless).toMatchObject({
      httpStatus: 422,
      errors: { 'evidence.bank_reference': [expect.any(String)] },
    })
    const paid = await manager.act(reference, 'refund', { evidence: { bank_reference: 'NIP-1' } })
    expect(paid).toMatchObject({
      httpStatus: 200,
      data: {
        state: 'refunded',
        money: { message: expect.stringContaining('to your bank account by bank transfer.') },
      },
    })
    expect((await app.accountBalances()).get('refund_payable') ?? 0n).toBe(0n)
    expect(await findViolations(app.db)).toEqual([])
  })
})

test('a delivery that its vendor reverses waits for its refund: the review cannot be closed before', async () => {
  await app.injectFault('vtpass', 'delivered_then_webhook')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  const review = await eventually(() => inQueue(reference))
  expect(review).toMatchObject({
    reason: 'vendor_reversed',
    state: 'delivered',
    allowed_actions: ['requery', 'refund'],
  })
  expect((await manager.act(reference, 'close-review')).httpStatus).toBe(409)
  expect((await manager.act(reference, 'refund')).httpStatus).toBe(200)
  expect(await inQueue(reference)).toBeUndefined()
  expect((await manager.act(reference, 'refund')).httpStatus).toBe(409)
  await app.runDueJobsUntil(async () =>
    (await app.providerRecords()).refunds.some(
      (item) => item.orderReference === reference && item.amountKobo === 210_000,
    ),
  )
  const { id } = await app.orderRow(reference)
  expect((await app.accountBalances()).get(`order:${id}`)).toBeUndefined()
  expect(await findViolations(app.db)).toEqual([])
})

test('a finished order leaves the queue when a manager closes its review', async () => {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  await flag(info.order_reference)
  expect((await inQueue(info.order_reference))?.allowed_actions).toEqual(['requery', 'close'])
  expect((await manager.act(info.order_reference, 'close-review')).httpStatus).toBe(200)
  expect(await inQueue(info.order_reference)).toBeUndefined()
})

describe('access to review actions', () => {
  const calls = ['requery', 'deliver', 'refund', 'close-review'] as const

  test('requires a manager with their own correct PIN, in each request', async () => {
    const reference = await createOrderOfUnknownOutcome()
    const ada = await createCustomer(app)
    const guest = app.createGuest()
    const pinless = await createManager(app, { withPin: false })
    for (const call of calls) {
      const path = `/management/orders/${reference}/${call}`
      const body = { auth_pin: pin, reason, evidence }
      expect(await guest.postJson(path, body), call).toMatchObject({ httpStatus: 403 })
      expect(await ada.postJson(path, body), call).toMatchObject({ httpStatus: 403 })
      expect(await pinless.postJson(path, body), call).toMatchObject({ httpStatus: 422 })
      expect(await manager.postJson(path, { ...body, auth_pin: undefined }), call).toMatchObject({
        httpStatus: 422,
      })
      expect(await manager.postJson(path, { ...body, reason: '' }), call).toMatchObject({ httpStatus: 422 })
    }
    for (const list of ['reviews', 'reconciliation', 'audit-logs']) {
      expect((await guest.fetchJson(`/management/${list}/all`)).httpStatus).toBe(403)
      expect((await ada.fetchJson(`/management/${list}/all`)).httpStatus).toBe(403)
      expect((await manager.fetchJson(`/management/${list}/all`)).httpStatus).toBe(200)
    }
    expect((await app.orderRow(reference)).state).toBe('vending')
  })

  test('is locked by five wrong PINs, for the correct one too, and no order changes', async () => {
    const reference = await createOrderOfUnknownOutcome()
    const clumsy = await createManager(app)
    const responses = []
    for (let attempt = 0; attempt < 5; attempt++)
      responses.push((await clumsy.act(reference, 'refund', { auth_pin: '000000' })).httpStatus)
    expect(responses).toEqual([422, 422, 422, 422, 422])
    expect((await clumsy.act(reference, 'refund')).httpStatus).toBe(429)
    expect((await app.orderRow(reference)).state).toBe('vending')
  })

  test('returns not found for an unknown order', async () => {
    for (const call of calls)
      expect(await manager.act('ABCDEFGHJKLM', call, { evidence })).toMatchObject({ httpStatus: 404 })
    expect(await manager.act('short', 'refund')).toMatchObject({ httpStatus: 404 })
  })

  test('a PIN is never stored with an idempotency key', async () => {
    const reference = await createOrderOfUnknownOutcome()
    await manager.act(reference, 'requery', {}, { 'Idempotency-Key': 'key-of-a-requery' })
    const rows = await app.db.q
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'key-of-a-requery')
      .execute()
    expect(rows).toHaveLength(1)
    const repeated = await manager.act(
      reference,
      'requery',
      { auth_pin: '135790' },
      { 'Idempotency-Key': 'key-of-a-requery' },
    )
    expect(repeated.httpStatus, 'a repeat requires the same correct PIN').toBe(422)
  })
})

test('reading the queue, the breaks and the log is audited with the reader', async () => {
  const reference = await createOrderOfUnknownOutcome()
  await flag(reference)
  await queue()
  await manager.fetchJson('/management/reconciliation/all')
  const { data } = await manager.fetchJson<{ list: AuditEntry[] }>('/management/audit-logs/all?action=review')
  const read = data.list.find(
    (item) => item.action === 'review.read' && String(item.detail.orders).includes(reference),
  )
  expect(read).toMatchObject({
    role: 'manager',
    actor: { name: 'Ada Okafor' },
    request_id: expect.any(String),
  })
  const actions = (
    await manager.fetchJson<{ list: AuditEntry[] }>('/management/audit-logs/all')
  ).data.list.map((item) => item.action)
  expect(actions).toEqual(expect.arrayContaining(['audit.read', 'difference.read']))
})

test('the audit log without reads lists only what was done', async () => {
  for (const action of ['order.note', 'payment_request.read_reports', 'orders.file.read'])
    await app.db.q
      .insertInto('audit_log')
      .values({ role: 'system', action, subject: 'reads', detail: '{}' })
      .execute()
  const actionsOf = async (query: string) =>
    (
      await manager.fetchJson<{ list: AuditEntry[] }>(`/management/audit-logs/all?subject=reads${query}`)
    ).data.list.map((item) => item.action)
  expect(await actionsOf('&reads=exclude')).toEqual(['order.note'])
  expect(await actionsOf('')).toHaveLength(3)
})

test('an audit event that release 0.1.0 stored is shown under the current keys', async () => {
  const detail = JSON.stringify({ because: 'silent', naira: 5 })
  await app.db.q
    .insertInto('audit_log')
    .values({ role: 'system', action: 'vendor.pause', subject: 'an older release', detail })
    .execute()
  const { data } = await manager.fetchJson<{ list: AuditEntry[] }>(
    '/management/audit-logs/all?subject=an%20older%20release',
  )
  expect(data.list.map((item) => item.detail)).toEqual([{ reason: 'silent', naira: 5 }])
})

test('the queue is paginated, each order once, the longest waiting first', async () => {
  await sql`update orders set review_reason = null, review_since = null, review_due = null`.execute(app.db.q)
  const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  await sql`insert into orders (reference, access_token, view_token, service, code, variation, state, dedupe_hash, beneficiary,
      phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, review_reason, review_since, review_due)
    select translate(lpad(n::text, 12, 'C'), '01', 'AB'), md5(n::text), md5('v' || n), service, code, variation, 'quoted', 'x', beneficiary,
      phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot, 'overdue', app_now() - make_interval(mins => n % 7), app_now()
    from orders, generate_series(1, 70) as n where reference = ${data.order_reference}`.execute(app.db.q)
  const first = await queue()
  const second = await queue(`?cursor=${first.next}`)
  expect([first.count, first.list.length, second.list.length, second.next]).toEqual([70, 50, 20, null])
  const all = [...first.list, ...second.list]
  expect(new Set(all.map((item) => item.reference)).size).toBe(70)
  expect(all.map((item) => item.since)).toEqual(all.map((item) => item.since).sort())
  expect((await manager.fetchJson('/management/reviews/all?cursor=nonsense')).httpStatus).toBe(422)
  await sql`delete from orders where review_reason = 'overdue' and state = 'quoted'`.execute(app.db.q)
})

test.runIf(postgresUrl)(
  'of a concurrent delivery and refund by two managers, one happens (needs PostgreSQL)',
  async () => {
    for (let round = 0; round < 4; round++) {
      const reference = await createOrderOfUnknownOutcome()
      await manager.act(reference, 'refund')
      const responses = await Promise.all([
        manager.act(reference, 'deliver', { evidence }),
        decideRefund(reference),
      ])
      await app.runDueJobsUntil(isOrderFinal(app, reference))
      const { state } = await app.orderRow(reference)
      expect(responses.filter((item) => item.httpStatus === 200).length).toBeGreaterThanOrEqual(1)
      const gatewayRefunds = (await app.providerRecords()).refunds.filter(
        (item) => item.orderReference === reference,
      )
      expect(gatewayRefunds).toHaveLength(state === 'delivered' ? 0 : 1)
    }
    expect(await findViolations(app.db)).toEqual([])
  },
)
