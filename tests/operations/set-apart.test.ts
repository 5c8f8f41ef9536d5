import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenRules } from '../../server/operations/index.ts'
import { gatewaysOf } from '../../server/providers.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { AuditEntry, Difference } from '../../shared/operations.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { managerOf, rightPin } from '../management/house.ts'
import { type Person, personOf } from '../support/account.ts'
import { postgres } from '../support/database.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'
import { goodBvn, transfers } from '../virtual-accounts/house.ts'

let shop: Shop
let musa: Person
let ngozi: Person
let ada: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
  ngozi = await managerOf(shop)
  ada = await personOf(shop)
})
afterAll(() => shop.close())

const why = 'The payer telephoned'
const uniqueidOf = async ({ id }: Person) =>
  (await shop.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid
const listed = async () => {
  await shop.features.operations.unstick()
  const { data } = await musa.get<{ list: Difference[] }>('/management/reconciliation/all?kind=set_apart')
  return data.list
}
const itemOf = async (subject: string, isOpen = true) =>
  (await listed()).find((it) => it.subject === subject && (it.resolved_at === null) === isOpen)
/** What money of no order comes to, kobo. */
const apart = async () => (await shop.books()).get('unapplied') ?? 0n
const payable = async () => (await shop.books()).get('refund_payable') ?? 0n

/** Somebody's transfer to an account that a gateway made and nobody here holds. @returns its line on the list */
async function stranger(naira = 2_000, gateway: GatewayName = 'monnify'): Promise<Difference> {
  const reserved = await gatewaysOf(shop.config)[gateway]!.banking!.reserve!({
    accountReference: `VA-${randomUUID()}`,
    accountName: 'Sanwo Elsewhere',
    customerName: 'Ada Okafor',
    customerEmail: `${randomUUID()}@example.com`,
    bvn: goodBvn,
  })
  if (reserved.is !== 'reserved') throw new Error(`${gateway} reserved nothing: ${reserved.is}`)
  const reference = await transfers(shop, reserved.accounts[0]!.accountNumber, naira)
  return eventually(() => itemOf(reference))
}

const acts = (
  by: Person,
  it: Pick<Difference, 'id'>,
  act: 'credit' | 'return' | 'resolve',
  more: object = {},
) => by.post(`/management/reconciliation/${it.id}/${act}`, { auth_pin: rightPin, reason: why, ...more })
const credits = async (by: Person, it: Pick<Difference, 'id'>, to = ada, more: object = {}) =>
  acts(by, it, 'credit', { user_id: await uniqueidOf(to), ...more })
const returns = (by: Person, it: Pick<Difference, 'id'>, bank_reference?: string) =>
  acts(by, it, 'return', bank_reference ? { bank_reference } : {})

const isLawful = async () => {
  expect(await shop.ledgerSum()).toBe(0n)
  expect(await brokenRules(shop.db)).toEqual([])
}

test('a transfer to nobody’s account goes into the wallet of whoever it was meant for, and they are told', async () => {
  const before = await apart()
  const item = await stranger()
  expect(item).toMatchObject({
    ours: 2_000,
    may: ['credit', 'return', 'explain'],
    return_by: ['gateway', 'transfer'],
  })
  expect(await apart()).toBe(before - 200_000n)
  const wallet = await ada.walletKobo()
  expect(await credits(musa, item)).toMatchObject({ http: 200, message: 'The wallet was credited.' })
  expect(await ada.walletKobo()).toBe(wallet + 200_000n)
  expect(await apart()).toBe(before)
  expect(await itemOf(item.subject, false)).toMatchObject({
    resolution: `Credited to Ada Okafor: ${why}`,
    may: [],
    return_by: [],
  })
  const { data: news } = await ada.get<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(news)).toContain('We found ₦2,000.00 of yours and added it to your wallet.')
  const { data: moved } = await ada.get<{ list: object[] }>('/account/wallet/movements/all')
  expect(moved.list[0]).toMatchObject({ amount: 2_000, description: 'a transfer that was meant for you' })
  const { data: deeds } = await musa.get<{ list: AuditEntry[] }>(
    '/management/audit-logs/all?action=set_apart',
  )
  expect(deeds.list[0]).toMatchObject({
    action: 'set_apart.credit',
    role: 'manager',
    detail: { why, amount: 'NGN 2000', to: await uniqueidOf(ada), difference: item.id },
  })
  await isLawful()
})

test.each(['monnify', 'paystack', 'flutterwave'] as const)(
  'a transfer to nobody’s account at %s goes back to its payer as a refund there, once',
  async (gateway) => {
    const before = await apart()
    const item = await stranger(1_500, gateway)
    expect((await returns(musa, item)).http).toBe(200)
    expect(await apart()).toBe(before)
    expect((await returns(musa, item)).http).toBe(409)
    expect((await credits(musa, item)).http).toBe(409)
    await shop.sweepUntil(async () => (await payable()) === 0n)
    const { refunds } = await shop.truth()
    expect(refunds.filter((it) => it.party === gateway).map((it) => it.amountKobo)).toEqual([150_000])
    expect(await itemOf(item.subject, false)).toMatchObject({
      resolution: `Returned through the gateway: ${why}`,
    })
    await isLawful()
  },
)

test('a transfer that was sent back by bank is written down with its reference', async () => {
  const item = await stranger(700)
  const before = (await shop.books()).get('bank') ?? 0n
  expect(await returns(musa, item, 'NIP-77')).toMatchObject({
    http: 200,
    message: 'The money is going back.',
  })
  expect((await shop.books()).get('bank') ?? 0n).toBe(before - 70_000n)
  expect(await itemOf(item.subject, false)).toMatchObject({
    resolution: `Returned by bank transfer NIP-77: ${why}`,
  })
  await isLawful()
})

test('what was explained and still stands here can be given to somebody later', async () => {
  const item = await stranger(300)
  expect((await acts(musa, item, 'resolve')).http).toBe(200)
  await shop.clockAhead(8 * 24 * 60 * 60)
  expect(await itemOf(item.subject, false)).toMatchObject({ resolution: why, may: ['credit', 'return'] })
  expect((await credits(musa, item)).http).toBe(200)
  await shop.clockToStart()
  await isLawful()
})

describe('a refund of no order that its gateway could not give', () => {
  test('of a transfer stands on the list again, and is paid by us', async () => {
    const item = await stranger(900)
    await shop.fault('monnify', 'refund_fails')
    expect((await returns(musa, item)).http).toBe(200)
    const failed = async () =>
      (await listed()).find((it) => it.resolved_at === null && it.subject === item.subject)
    await shop.sweepUntil(async () => (await failed()) !== undefined)
    const again = await failed()
    expect(again).toMatchObject({
      ours: 900,
      note: expect.stringContaining('to be given back: they could not.'),
      return_by: ['transfer'],
    })
    expect(await returns(musa, again!)).toMatchObject({
      http: 422,
      errors: { bank_reference: [expect.any(String)] },
    })
    expect((await returns(musa, again!, 'NIP-78')).http).toBe(200)
    expect(await payable()).toBe(0n)
    await isLawful()
  })

  test('of a top-up comes onto the list when it failed twice, and may go into its owner’s wallet', async () => {
    await shop.fault('paystack', 'refund_fails', 2)
    await shop.fault('paystack', 'wrong_unit')
    const bola = await personOf(shop)
    const { data } = await bola.topsUp(5_000)
    await bola.paysAt(data.checkoutUrl)
    const refunds = () =>
      shop.db.q
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.state', 'payments.reference'])
        .where('payments.user_id', '=', bola.id)
        .execute()
    await shop.sweepUntil(async () => (await refunds()).some((it) => it.state === 'failed'))
    const reference = (await refunds())[0]!.reference
    expect(await itemOf(reference), 'it is asked for once more').toBeUndefined()
    await shop.clockAhead(61 * 60)
    await shop.sweepUntil(async () => (await refunds()).every((it) => it.state === 'failed'))
    const item = await itemOf(reference)
    expect(item).toMatchObject({ ours: 500_000, may: ['credit', 'return', 'explain'] })
    expect((await credits(musa, item!, bola)).http).toBe(200)
    expect(await bola.walletKobo()).toBe(50_000_000n)
    expect(await payable()).toBe(0n)
    await shop.clockToStart()
    await isLawful()
  })
})

test('money of another currency is no wallet’s: its gateway gives it back', async () => {
  await shop.fault('monnify', 'wrong_currency')
  const item = await stranger()
  expect(item).toMatchObject({ may: ['return', 'explain'], return_by: ['gateway'] })
  expect((await credits(musa, item)).http).toBe(409)
  expect((await returns(musa, item, 'NIP-79')).http).toBe(422)
  expect((await returns(musa, item)).http).toBe(200)
  await shop.sweepUntil(async () =>
    (await shop.truth()).refunds.some((it) => it.reference === item.subject && it.currency === 'USD'),
  )
  await isLawful()
})

test('money that never came, or was charged back, can only be explained', async () => {
  const { gateway_reference } = await shop.db.q
    .insertInto('inflows')
    .values({
      ...{ gateway: 'monnify', gateway_reference: `MNFY-${randomUUID()}`, state: 'noted', because: null },
      ...{
        paid_kobo: null,
        currency: null,
        virtual_account_id: null,
        fee_kobo: null,
        funding_fee_kobo: null,
      },
      ...{ payer_name: null, paid_at: null, buying: null, order_id: null, due_at: null },
    })
    .returning('gateway_reference')
    .executeTakeFirstOrThrow()
  await shop.db.q
    .updateTable('inflows')
    .set({ state: 'unconfirmed' })
    .where('gateway_reference', '=', gateway_reference)
    .execute()
  const item = (await itemOf(gateway_reference))!
  expect(item.may).toEqual(['explain'])
  expect((await credits(musa, item)).http).toBe(409)
  expect((await returns(musa, item, 'NIP-80')).http).toBe(409)
  expect((await acts(musa, item, 'resolve')).http).toBe(200)
})

test('the same press twice is one act, and nothing is given without reason, PIN or a user', async () => {
  const item = await stranger(400)
  const wallet = await ada.walletKobo()
  for (const more of [{ reason: '' }, { auth_pin: '000000' }, { auth_pin: undefined }, { user_id: '' }])
    expect((await credits(musa, item, ada, more)).http, JSON.stringify(more)).toBe(422)
  expect((await credits(musa, item, ada, { user_id: 'nobody' })).http).toBe(404)
  expect((await credits(musa, { id: '999999' })).http).toBe(404)
  expect(await ada.walletKobo()).toBe(wallet)
  const body = { auth_pin: rightPin, reason: why, user_id: await uniqueidOf(ada) }
  const key = { 'Idempotency-Key': randomUUID() }
  const path = `/management/reconciliation/${item.id}/credit`
  expect((await musa.post(path, body, key)).http).toBe(200)
  expect((await musa.post(path, body, key)).http).toBe(200)
  expect(await ada.walletKobo()).toBe(wallet + 40_000n)
})

test('above the sum for refunds a second manager must agree, and the one who asked may not', async () => {
  await shop.parts.settings.change('refund_second_manager_kobo', 1_000_00)
  const item = await stranger(3_000)
  const wallet = await ada.walletKobo()
  expect(await credits(musa, item)).toMatchObject({ http: 202, status: 'pending' })
  expect((await returns(ngozi, item, 'NIP-81')).http, 'one waits already').toBe(409)
  expect(await ada.walletKobo()).toBe(wallet)
  const { data } = await ngozi.get<Approval[]>('/management/approvals/all?kind=set_apart')
  const [asked] = data as [Approval]
  expect(asked).toMatchObject({
    amount: 3_000,
    subject: why,
    order_reference: null,
    user: { uniqueid: await uniqueidOf(ada) },
    set_apart: { note: expect.stringContaining('an account of nobody here'), goes: 'into a wallet' },
  })
  const decide = (by: Person, deed: string) =>
    by.post(`/management/approvals/${asked.id}/${deed}`, { auth_pin: rightPin })
  expect((await decide(musa, 'approve')).http).toBe(403)
  expect((await decide(ngozi, 'approve')).http).toBe(200)
  expect((await decide(ngozi, 'approve')).http).toBe(409)
  expect(await ada.walletKobo()).toBe(wallet + 300_000n)
  const { data: deeds } = await musa.get<{ list: AuditEntry[] }>(
    '/management/audit-logs/all?action=set_apart',
  )
  expect(deeds.list.slice(0, 3).map((it) => it.action)).toEqual([
    'set_apart.credit',
    'set_apart.approve',
    'set_apart.ask',
  ])

  const other = await stranger(3_000)
  expect((await returns(musa, other)).http).toBe(202)
  const [waits] = (await ngozi.get<Approval[]>('/management/approvals/all?kind=set_apart')).data
  expect(waits).toMatchObject({ user: null, set_apart: { goes: 'back through the gateway' } })
  expect((await ngozi.post(`/management/approvals/${waits!.id}/reject`, { auth_pin: rightPin })).http).toBe(
    200,
  )
  expect((await itemOf(other.subject))?.may).toContain('credit')
  await shop.parts.settings.change('refund_second_manager_kobo', null)
  expect((await returns(ngozi, other, 'NIP-82')).http).toBe(200)
  await isLawful()
})

test.runIf(postgres)('of what two managers do with the same money at once, one thing happens', async () => {
  for (const [one, two] of [
    ['credit', 'credit'],
    ['credit', 'return'],
    ['credit', 'transfer'],
    ['return', 'transfer'],
    ['return', 'return'],
  ] as const) {
    const item = await stranger(250)
    const before = await apart()
    const wallet = await ada.walletKobo()
    const does = (by: Person, act: string) =>
      act === 'credit' ? credits(by, item) : returns(by, item, act === 'transfer' ? 'NIP-83' : undefined)
    const replies = await Promise.all([does(musa, one), does(ngozi, two), does(musa, two), does(ngozi, one)])
    expect(replies.map((it) => it.http).sort(), `${one} and ${two}`).toEqual([200, 409, 409, 409])
    expect(await apart()).toBe(before + 25_000n)
    const gained = (await ada.walletKobo()) - wallet
    await shop.sweepUntil(async () => (await payable()) === 0n)
    const back = (await shop.truth()).refunds.filter((it) => it.reference === item.subject)
    expect([0n, 25_000n]).toContain(gained)
    expect(back.length).toBeLessThanOrEqual(gained === 0n ? 1 : 0)
  }
  await isLawful()
})
