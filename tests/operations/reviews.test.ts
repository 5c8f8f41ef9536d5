import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { brokenRules } from '../../server/operations/index.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { AuditEntry, Review } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import { isOver } from '../support/audit.ts'
import { impatient } from '../support/counterparties.ts'
import { customerOf } from '../support/customer.ts'
import { postgres } from '../support/database.ts'
import { postpaid, prepaid } from '../support/meters.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

const pin = '246810'
const token = '1234 5678 9012 3456 7890'
const reason = 'The vendor said so on the telephone'

let shop: Shop
let manager: Awaited<ReturnType<typeof managerOf>>
beforeAll(async () => {
  shop = await openShop({ shared: true, counterparties: impatient })
  // Unclear orders are what these stories are about.
  await shop.parts.settings.change('vendor_pause_silent', 0)
  await shop.parts.settings.change('vendor_pause_bad_of_ten', 0)
  manager = await managerOf(shop)
})
afterAll(() => shop.close())

async function managerOf(shop: Shop, { withPin = true } = {}) {
  const person = await customerOf(shop)
  const pin_hash = withPin ? await hashSecret(pin) : null
  await shop.db.q
    .updateTable('users')
    .set({ role: 'manager', pin_hash })
    .where('id', '=', person.id)
    .execute()
  const act = <T = OrderStatus>(
    reference: string,
    what: string,
    more: Record<string, unknown> = {},
    headers = {},
  ) => person.send<T>(`/management/orders/${reference}/${what}`, { auth_pin: pin, reason, ...more }, headers)
  return { ...person, act }
}

/** A paid order whose vendor never answered. */
async function unclear(wish: Record<string, unknown> = {}): Promise<string> {
  const { info } = await shop.guest().buys({ meter_number: prepaid('noAnswer'), ...wish })
  await shop.sweepUntil(async () => {
    const [attempt] = await triesOf(info.order_reference)
    return attempt?.state === 'unknown'
  })
  return info.order_reference
}
const triesOf = (reference: string) =>
  shop.db.q
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .selectAll('attempts')
    .where('reference', '=', reference)
    .execute()
const flag = (reference: string) =>
  sql`update orders set review_reason = 'overdue', review_since = business_now(), review_due = business_now() + interval '1 day'
    where reference = ${reference}`.execute(shop.db.q)
const queue = async (query = '') =>
  (
    await manager.ask<{ list: Review[]; next: string | null; count: number }>(
      `/management/reviews/all${query}`,
    )
  ).data
const inQueue = async (reference: string) => (await queue()).list.find((it) => it.reference === reference)
const deeds = async (subject: string) =>
  (await manager.ask<{ list: AuditEntry[] }>(`/management/audit-logs/all?subject=${subject}`)).data.list
const evidence = { vendor_reference: 'VT-778', tokens: [{ kind: 'main', digits: token }], units: '34.5' }

test('an order that stays unclear for half an hour comes into the queue, with what can be done', async () => {
  const reference = await unclear()
  expect(await inQueue(reference)).toBeUndefined()
  await shop.clockAhead(31 * 60)
  await shop.sweep()
  expect(await inQueue(reference)).toMatchObject({
    reason: 'overdue',
    state: 'vending',
    late: false,
    may: ['requery', 'deliver', 'refund'],
    attempt: { vendor: 'vtpass', state: 'unknown' },
  })
  await shop.clockAhead(25 * 60 * 60)
  expect((await queue('?late=1')).list.map((it) => it.reference)).toContain(reference)
  await shop.clockToStart()
})

test('a manager delivers an unclear order with the evidence: token, books and news are those of any delivery', async () => {
  const ada = shop.guest()
  const { info } = await ada.buys({ meter_number: prepaid('noAnswer'), phone_number: '08031117788' })
  await shop.sweepUntil(async () => (await triesOf(info.order_reference))[0]?.state === 'unknown')
  const reply = await manager.act(info.order_reference, 'deliver', { evidence })
  expect(reply).toMatchObject({ http: 200, data: { state: 'delivered', page: 'success' } })
  expect((await ada.seesOrder(info)).data).toMatchObject({ token: '12345678901234567890', units: '34.5' })
  await shop.sweep()
  await eventually(async () => (await shop.texts()).some((it) => it.to.endsWith('8031117788')))
  expect(await brokenRules(shop.db)).toEqual([])
  const [deed] = await deeds(info.order_reference)
  expect(deed).toMatchObject({
    action: 'order.deliver',
    role: 'manager',
    detail: { reason, vendor_reference: 'VT-778' },
  })
  expect(JSON.stringify(deed)).not.toContain('7890')
})

test('a delivery without what the order needs is refused, and nothing moves', async () => {
  const reference = await unclear()
  for (const wrong of [
    { vendor_reference: 'VT-1' },
    { ...evidence, tokens: [{ kind: 'main', digits: '123' }] },
    { ...evidence, vendor_reference: '' },
  ]) {
    expect(await manager.act(reference, 'deliver', { evidence: wrong })).toMatchObject({ http: 422 })
  }
  expect((await shop.orderRow(reference)).state).toBe('vending')
  expect((await deeds(reference)).filter((it) => it.action === 'order.deliver')).toEqual([])
})

test('a postpaid bill is delivered by the vendor’s reference alone', async () => {
  const reference = await unclear({ meter_number: postpaid('noAnswer'), meter_type: 'postpaid' })
  const reply = await manager.act(reference, 'deliver', {
    evidence: { vendor_reference: 'VT-9', cost: '1970' },
  })
  expect(reply.data.state).toBe('delivered')
  expect((await triesOf(reference))[0]).toMatchObject({ state: 'delivered', cost_kobo: 197_000n })
})

test('a manager refunds an unclear order, whatever the cap of the day says', async () => {
  await shop.parts.settings.change('write_off_daily_cap_kobo', 0)
  const reference = await unclear()
  const reply = await manager.act(reference, 'refund')
  expect(reply).toMatchObject({ http: 200, data: { state: expect.stringMatching(/^refund/) } })
  await shop.sweepUntil(isOver(shop, reference))
  expect((await shop.orderRow(reference)).state).toBe('refunded')
  expect((await triesOf(reference))[0]).toMatchObject({ state: 'written_off' })
  expect(await brokenRules(shop.db)).toEqual([])
})

test('above the configured sum a refund waits for a second manager, and happens once when that one agrees', async () => {
  await shop.parts.settings.change('refund_second_manager_kobo', 1_000_00)
  const ngozi = await managerOf(shop)
  const waiting = async () =>
    (await ngozi.ask<Approval[]>('/management/approvals/all?kind=refund')).data.filter(
      (it) => it.state === 'waiting',
    )
  const decides = (who: typeof manager, what: string, id?: string) =>
    who.send(`/management/approvals/${id}/${what}`, { auth_pin: pin })
  const reference = await unclear()
  expect(await manager.act(reference, 'refund')).toMatchObject({ http: 202, status: 'pending' })
  expect((await manager.act(reference, 'refund')).http).toBe(202)
  expect((await shop.orderRow(reference)).state).toBe('vending')
  const [asked, ...more] = await waiting()
  expect(more).toEqual([])
  expect(asked).toMatchObject({ order_reference: reference, amount: 2_100, subject: reason, user: null })
  expect((await decides(manager, 'approve', asked?.id)).http).toBe(403)
  const decided = await Promise.all([1, 2, 3].map(() => decides(ngozi, 'approve', asked?.id)))
  expect(decided.map((it) => it.http).sort()).toEqual([200, 409, 409])
  await shop.sweepUntil(isOver(shop, reference))
  expect((await shop.orderRow(reference)).state).toBe('refunded')
  expect((await shop.truth()).refunds.filter((it) => it.orderReference === reference)).toHaveLength(1)
  expect((await deeds(reference)).map((it) => it.action)).toEqual(
    expect.arrayContaining(['refund.ask', 'refund.approve', 'order.refund']),
  )

  // One that is delivered meanwhile cannot be agreed to any more, only refused.
  const other = await unclear()
  await manager.act(other, 'refund')
  await manager.act(other, 'deliver', { evidence })
  const [late] = await waiting()
  expect((await decides(ngozi, 'approve', late?.id)).http).toBe(409)
  expect((await decides(ngozi, 'reject', late?.id)).http).toBe(200)
  expect((await shop.orderRow(other)).state).toBe('delivered')
  await shop.parts.settings.change('refund_second_manager_kobo', null)
})

test('a wallet order that a manager refunds is back in the wallet at once', async () => {
  const ada = await customerOf(shop, { walletKobo: 1_000_000n })
  const { data } = await ada.looksUp({ meter_number: prepaid('noAnswer') })
  await ada.paysFromWallet(data)
  await shop.sweepUntil(async () => (await triesOf(data.order_reference))[0]?.state === 'unknown')
  await manager.act(data.order_reference, 'refund')
  await eventually(async () => (await ada.walletKobo()) === 1_000_000n)
  expect((await shop.orderRow(data.order_reference)).state).toBe('refunded')
})

test('asking again moves an order only by what the vendor answers', async () => {
  const { info } = await shop.guest().buys({ meter_number: prepaid('timeoutThenDelivered') })
  await shop.sweepUntil(async () => (await triesOf(info.order_reference))[0]?.state === 'unknown', {
    stepSeconds: 1,
  })
  const delivered = await eventually(async () => {
    const { data } = await manager.act(info.order_reference, 'requery')
    return data.state === 'delivered'
  })
  expect(delivered).toBe(true)
  const silent = await unclear()
  expect((await manager.act(silent, 'requery')).data.state).toBe('vending')
  expect((await triesOf(silent))[0]).toMatchObject({ sends: 1 })
})

test('an order that is not unclear can be neither delivered nor refunded by hand', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  const { data: unpaid } = await guest.looksUp({ meter_number: prepaid() })
  for (const reference of [info.order_reference, unpaid.order_reference]) {
    expect(await manager.act(reference, 'deliver', { evidence })).toMatchObject({ http: 409 })
    expect(await manager.act(reference, 'refund')).toMatchObject({ http: 409 })
    expect(await manager.act(reference, 'close-review')).toMatchObject({ http: 409 })
  }
  expect((await shop.orderRow(info.order_reference)).state).toBe('delivered')
})

test('a second delivery or refund of the same order changes nothing', async () => {
  const reference = await unclear()
  const key = { 'Idempotency-Key': randomUUID() }
  const first = await manager.act(reference, 'refund', {}, key)
  expect(await manager.act(reference, 'refund', {}, key)).toEqual(first)
  expect(await manager.act(reference, 'refund')).toMatchObject({ http: 409 })
  await shop.sweepUntil(isOver(shop, reference))
  expect((await shop.truth()).refunds.filter((it) => it.orderReference === reference)).toHaveLength(1)
})

describe('a refund that the gateway could not give', () => {
  async function failed(customer?: Awaited<ReturnType<typeof customerOf>>): Promise<string> {
    await shop.fault('paystack', 'refund_fails')
    const { info } = await (customer ?? shop.guest()).buys({ meter_number: prepaid('failed') })
    await shop.sweepUntil(async () => {
      const { state, review_reason } = await shop.orderRow(info.order_reference)
      return review_reason !== null || state === 'refunded'
    })
    return info.order_reference
  }

  test('is in the wallet of who paid without anybody’s help, and cannot be paid once more', async () => {
    const ada = await customerOf(shop)
    const reference = await failed(ada)
    expect(await manager.act(reference, 'refund')).toMatchObject({ http: 409 })
    const order = await shop.orderRow(reference)
    expect(order).toMatchObject({ state: 'refunded', review_reason: null })
    expect(await ada.walletKobo()).toBe(order.total_kobo)
    expect(await brokenRules(shop.db)).toEqual([])
  })

  test('of a guest is paid by a bank transfer, whose reference is asked for', async () => {
    const reference = await failed()
    expect((await inQueue(reference))?.may, 'it is asked for once more').not.toContain('refund')
    expect(await manager.act(reference, 'refund', { evidence: { bank_reference: 'NIP-0' } })).toMatchObject({
      http: 409,
    })
    await shop.fault('paystack', 'refund_fails')
    await shop.clockAhead(61 * 60)
    const { id } = await shop.orderRow(reference)
    const tries = shop.db.q.selectFrom('refunds').select('state').where('order_id', '=', id)
    await shop.sweepUntil(async () => (await tries.execute()).every((it) => it.state === 'failed'))
    expect((await inQueue(reference))?.may).toContain('refund')
    const nameless = await manager.act(reference, 'refund')
    expect(nameless).toMatchObject({ http: 422, errors: { 'evidence.bank_reference': [expect.any(String)] } })
    const paid = await manager.act(reference, 'refund', { evidence: { bank_reference: 'NIP-1' } })
    expect(paid).toMatchObject({
      http: 200,
      data: {
        state: 'refunded',
        money: { says: expect.stringContaining('returned to your bank account by a transfer from us.') },
      },
    })
    expect((await shop.books()).get('refund_payable') ?? 0n).toBe(0n)
    expect(await brokenRules(shop.db)).toEqual([])
  })
})

test('a delivery that its vendor takes back waits for its refund: nobody may close it while the money stands on it', async () => {
  await shop.fault('vtpass', 'delivered_then_webhook')
  const { info } = await shop.guest().buys({ meter_number: prepaid() })
  const reference = info.order_reference
  const waits = await eventually(() => inQueue(reference))
  expect(waits).toMatchObject({
    reason: 'vendor_reversed',
    state: 'delivered',
    may: ['requery', 'refund'],
  })
  expect((await manager.act(reference, 'close-review')).http).toBe(409)
  expect((await manager.act(reference, 'refund')).http).toBe(200)
  expect(await inQueue(reference)).toBeUndefined()
  expect((await manager.act(reference, 'refund')).http).toBe(409)
  await shop.sweepUntil(async () =>
    (await shop.truth()).refunds.some((it) => it.orderReference === reference && it.amountKobo === 210_000),
  )
  const { id } = await shop.orderRow(reference)
  expect((await shop.books()).get(`order:${id}`)).toBeUndefined()
  expect(await brokenRules(shop.db)).toEqual([])
})

test('an order that has ended leaves the queue when somebody has looked', async () => {
  const guest = shop.guest()
  const { info } = await guest.buys({ meter_number: prepaid() })
  await guest.processes(info)
  await flag(info.order_reference)
  expect((await inQueue(info.order_reference))?.may).toEqual(['requery', 'close'])
  expect((await manager.act(info.order_reference, 'close-review')).http).toBe(200)
  expect(await inQueue(info.order_reference)).toBeUndefined()
})

describe('who may', () => {
  const calls = ['requery', 'deliver', 'refund', 'close-review'] as const

  test('only managers with their own right PIN, on each call', async () => {
    const reference = await unclear()
    const ada = await customerOf(shop)
    const nobody = shop.guest()
    const pinless = await managerOf(shop, { withPin: false })
    for (const call of calls) {
      const path = `/management/orders/${reference}/${call}`
      const body = { auth_pin: pin, reason, evidence }
      expect(await nobody.send(path, body), call).toMatchObject({ http: 403 })
      expect(await ada.send(path, body), call).toMatchObject({ http: 403 })
      expect(await pinless.send(path, body), call).toMatchObject({ http: 422 })
      expect(await manager.send(path, { ...body, auth_pin: undefined }), call).toMatchObject({ http: 422 })
      expect(await manager.send(path, { ...body, reason: '' }), call).toMatchObject({ http: 422 })
    }
    for (const list of ['reviews', 'reconciliation', 'audit-logs']) {
      expect((await nobody.ask(`/management/${list}/all`)).http).toBe(403)
      expect((await ada.ask(`/management/${list}/all`)).http).toBe(403)
      expect((await manager.ask(`/management/${list}/all`)).http).toBe(200)
    }
    expect((await shop.orderRow(reference)).state).toBe('vending')
  })

  test('five wrong PINs lock it, the right one included, and no order moves', async () => {
    const reference = await unclear()
    const clumsy = await managerOf(shop)
    const replies = []
    for (let tries = 0; tries < 5; tries++)
      replies.push((await clumsy.act(reference, 'refund', { auth_pin: '000000' })).http)
    expect(replies).toEqual([422, 422, 422, 422, 422])
    expect((await clumsy.act(reference, 'refund')).http).toBe(429)
    expect((await shop.orderRow(reference)).state).toBe('vending')
  })

  test('an order that does not exist is not found', async () => {
    for (const call of calls)
      expect(await manager.act('ABCDEFGHJKLM', call, { evidence })).toMatchObject({ http: 404 })
    expect(await manager.act('short', 'refund')).toMatchObject({ http: 404 })
  })

  test('a PIN is kept nowhere with the key of a request', async () => {
    const reference = await unclear()
    await manager.act(reference, 'requery', {}, { 'Idempotency-Key': 'key-of-a-requery' })
    const rows = await shop.db.q
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', 'key-of-a-requery')
      .execute()
    expect(rows).toHaveLength(1)
    const again = await manager.act(
      reference,
      'requery',
      { auth_pin: '135790' },
      { 'Idempotency-Key': 'key-of-a-requery' },
    )
    expect(again.http).toBe(200)
  })
})

test('reading the queue, the differences and the log is written down, with who read', async () => {
  const reference = await unclear()
  await flag(reference)
  await queue()
  await manager.ask('/management/reconciliation/all')
  const { data } = await manager.ask<{ list: AuditEntry[] }>('/management/audit-logs/all?action=review')
  const read = data.list.find(
    (it) => it.action === 'review.read' && String(it.detail.orders).includes(reference),
  )
  expect(read).toMatchObject({ role: 'manager', by: { name: 'Ada Okafor' }, request: expect.any(String) })
  const actions = (await manager.ask<{ list: AuditEntry[] }>('/management/audit-logs/all')).data.list.map(
    (it) => it.action,
  )
  expect(actions).toEqual(expect.arrayContaining(['audit.read', 'difference.read']))
})

test('the queue comes in parts, each order once, the longest waiting first', async () => {
  await sql`update orders set review_reason = null, review_since = null, review_due = null`.execute(shop.db.q)
  const { data } = await shop.guest().looksUp({ meter_number: prepaid() })
  await sql`insert into orders (reference, access_token, view_token, service, code, variation, state, fingerprint, beneficiary,
      phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer, review_reason, review_since, review_due)
    select translate(lpad(n::text, 12, 'C'), '01', 'AB'), md5(n::text), md5('v' || n), service, code, variation, 'quoted', 'x', beneficiary,
      phone, amount_kobo, service_charge_kobo, total_kobo, vendor, customer, 'overdue', business_now() - make_interval(mins => n % 7), business_now()
    from orders, generate_series(1, 70) as n where reference = ${data.order_reference}`.execute(shop.db.q)
  const first = await queue()
  const second = await queue(`?cursor=${first.next}`)
  expect([first.count, first.list.length, second.list.length, second.next]).toEqual([70, 50, 20, null])
  const all = [...first.list, ...second.list]
  expect(new Set(all.map((it) => it.reference)).size).toBe(70)
  expect(all.map((it) => it.since)).toEqual(all.map((it) => it.since).sort())
  expect((await manager.ask('/management/reviews/all?cursor=nonsense')).http).toBe(422)
  await sql`delete from orders where review_reason = 'overdue' and state = 'quoted'`.execute(shop.db.q)
})

test.runIf(postgres)('of a delivery and a refund by two managers at once, one happens', async () => {
  for (let round = 0; round < 4; round++) {
    const reference = await unclear()
    const other = await managerOf(shop)
    const replies = await Promise.all([
      manager.act(reference, 'deliver', { evidence }),
      other.act(reference, 'refund'),
    ])
    await shop.sweepUntil(isOver(shop, reference))
    const { state } = await shop.orderRow(reference)
    expect(replies.filter((it) => it.http === 200).length).toBeGreaterThanOrEqual(1)
    const back = (await shop.truth()).refunds.filter((it) => it.orderReference === reference)
    expect(back).toHaveLength(state === 'delivered' ? 0 : 1)
  }
  expect(await brokenRules(shop.db)).toEqual([])
})
