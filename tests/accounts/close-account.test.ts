import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { createCampaign } from '../../server/campaigns/store.ts'
import {
  account,
  findPostedEntry,
  post,
  referralEarned,
  trialBalance,
  vendorReversed,
} from '../../server/ledger/index.ts'
import { createRefund, findAppliedPayment } from '../../server/payments/index.ts'
import type { ClosingState } from '../../shared/account-closing.ts'
import type { PaymentRequest } from '../../shared/payment-requests.ts'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { fundWallet } from '../support/customer.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createAccountHolder, transferTo } from '../virtual-accounts/setup.ts'

const password = 'Correct-Horse-1'
const path = '/account/user/close'
let app: TestApp
let passwordHash: string
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  passwordHash = await hashSecret(password)
})
afterAll(() => app.close())

const withPassword = (user: { id: string }) =>
  app.db.q.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
async function userWithPassword(options: Parameters<typeof createUser>[1] = {}): Promise<TestUser> {
  const user = await createUser(app, options)
  await withPassword(user)
  return user
}
const close = (user: Pick<TestUser, 'email' | 'postJson'>, body: object = {}) =>
  user.postJson(path, { password, email: user.email, ...body })
const rowOf = (id: string) =>
  app.db.q.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a user closes the account: personal data is gone, the session ends, and the e-mail is free', async () => {
  const ada = await userWithPassword()
  await app.db.q.updateTable('users').set({ phone: '+2348031239999' }).where('id', '=', ada.id).execute()
  await app.db.q.insertInto('verified_phones').values({ phone: '+2348031239999', user_id: ada.id }).execute()
  const state = await ada.get<ClosingState>(path)
  expect(state.data).toMatchObject({ unmet: [], wallet_balance: 0 })
  expect(state.data.kept).toContainEqual({ name: 'tickets', kept_days: 730 })
  expect((await close(ada)).httpStatus).toBe(200)
  expect((await ada.get(path)).httpStatus).toBe(401)
  const row = await rowOf(ada.id)
  expect(row).toMatchObject({ name: 'Closed account', phone: null, password_hash: null, referral_code: null })
  expect(row.email).not.toBe(ada.email)
  expect(
    await app.db.q.selectFrom('verified_phones').selectAll().where('user_id', '=', ada.id).execute(),
  ).toEqual([])
  const [event] = await app.db.q
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .where('data_subject_id', '=', ada.id)
    .where('action', '=', 'account.close')
    .execute()
  expect(event).toEqual({ action: 'account.close', subject: row.uniqueid })
  await app.db.q
    .insertInto('users')
    .values({ uniqueid: 'after-closing', name: 'Ada', email: ada.email })
    .execute()
})

test('closing an account deletes its schedules and alerts and ends its payment requests', async () => {
  const ada = await userWithPassword({ walletKobo: 50_000n })
  const order = await ada.buy('airtime', { phone_number: '08010000091' })
  await app.runDueJobsUntil(async () => (await ada.walletKobo()) === 500n)
  const { q } = app.db
  const schedule = {
    ...{ user_id: ada.id, state: 'active', service: 'airtime', number: '+2348010000091', provider: 'mtn' },
    ...{ type: '', plan: '', quantity: 1, phone: '+2348010000091', title: 'MTN', amount_kobo: 50_000n },
    ...{ frequency: 'weekly', start_on: '2026-01-05', next_on: '2026-01-05', payment_method: 'WALLET' },
    ...{ max_run_kobo: 50_000n, max_month_kobo: 50_000n, remind_by: 'email' },
  }
  const { id: schedule_id } = await q
    .insertInto('schedules')
    .values(schedule as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: order_id } = await app.orderRow(order)
  await q
    .insertInto('schedule_runs')
    .values({ schedule_id, period: '2026-01-05', state: 'paid', order_id } as never)
    .execute()
  await q
    .insertInto('low_units_alerts')
    .values({ user_id: ada.id, number: '11000000091', channel: 'email' } as never)
    .execute()
  const { data: info } = await ada.lookUpMeter()
  const { data: request } = await ada.post<PaymentRequest>('/account/payment-requests', {
    ...{ order_reference: info.order_reference, days: 3, note: 'For the flat' },
  })
  expect(await close(ada, { give_up_balance: 5 })).toMatchObject({ httpStatus: 200 })
  for (const table of ['schedules', 'low_units_alerts'] as const)
    expect(await q.selectFrom(table).selectAll().where('user_id', '=', ada.id).execute(), table).toEqual([])
  expect((await app.createGuest().fetchJson(`/payment-requests/${request.code}`)).httpStatus).toBe(404)
  const stored = await q
    .selectFrom('payment_requests')
    .select(['selection', 'note'])
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ selection: { number: '', phone: '', email: null }, note: null })
})

test('an account is not closed with a wrong password or e-mail, and a user with a PIN must enter it', async () => {
  const ada = await userWithPassword()
  expect(await close(ada, { password: 'Wrong-Horse-1' })).toMatchObject({
    errors: { password: [expect.any(String)] },
  })
  expect(await close(ada, { email: 'other@example.com' })).toMatchObject({
    errors: { email: [expect.any(String)] },
  })
  const pinHash = await hashSecret('461830')
  await app.db.q.updateTable('users').set({ pin_hash: pinHash }).where('id', '=', ada.id).execute()
  expect(await close(ada)).toMatchObject({ httpStatus: 422, errors: { auth_pin: [expect.any(String)] } })
  expect((await close(ada, { auth_pin: '461830' })).httpStatus).toBe(200)
})

test('a user whose bank disputes a payment cannot close the account before the decision', async () => {
  const ada = await userWithPassword({ walletKobo: 50_000n })
  await ada.buy('airtime')
  const { id: payment_id } = await app.db.q
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  await app.db.q
    .insertInto('disputes')
    .values({ gateway: 'paystack', gateway_dispute_id: `closing-${ada.id}`, payment_id, state: 'open' })
    .execute()
  expect((await ada.get<ClosingState>(path)).data.unmet.map(({ condition }) => condition)).toContain(
    'dispute',
  )
  expect(await close(ada)).toMatchObject({
    httpStatus: 409,
    code: 'CANNOT_CLOSE',
    errors: { dispute: [expect.stringContaining('Your bank is still deciding')] },
  })
  await app.db.q.updateTable('disputes').set({ state: 'won' }).where('payment_id', '=', payment_id).execute()
  expect((await ada.get<ClosingState>(path)).data.unmet.map(({ condition }) => condition)).not.toContain(
    'dispute',
  )
})

test('a user with money, an open order or a running bulk purchase cannot close the account and sees the reason; a manager cannot either', async () => {
  const ada = await userWithPassword({ walletKobo: 500_000n })
  expect(await close(ada)).toMatchObject({
    httpStatus: 409,
    errors: { wallet: [expect.stringContaining('5,000')] },
  })
  const bola = await userWithPassword()
  const { data: info } = await bola.lookUpMeter()
  await bola.initiatePayment(info)
  await app.db.q
    .insertInto('bulk_purchases')
    .values({ user_id: bola.id, file_name: 'a.csv', state: 'running' } as never)
    .execute()
  const response = await close(bola)
  expect(response).toMatchObject({
    httpStatus: 409,
    errors: { orders: [expect.stringContaining(info.order_reference)], bulk_purchase: [expect.any(String)] },
  })
  const musa = await userWithPassword()
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: ['support'] })
    .where('id', '=', musa.id)
    .execute()
  expect((await close(musa)).httpStatus).toBe(403)
  expect((await rowOf(musa.id)).closed_at).toBeNull()
})

test('a balance below the price of any purchase can be forfeited, and the bonus is forfeited', async () => {
  const [ada, bola] = [await userWithPassword({ walletKobo: 350n }), await createUser(app)]
  const reference = await (await createUser(app, { walletKobo: 100_000n })).buy('airtime')
  const { id: orderId } = await app.orderRow(reference)
  await app.db.inTransaction((tx) =>
    post(tx, referralEarned({ orderId, referredId: bola.id, referrerId: ada.id, amountKobo: 20_000n })),
  )
  expect((await ada.get<ClosingState>(path)).data).toMatchObject({ bonus: 200, can_give_up_balance: true })
  expect((await close(ada)).httpStatus).toBe(409)
  expect((await close(ada, { give_up_balance: 3 })).httpStatus).toBe(409)
  expect((await close(ada, { give_up_balance: 3.5 })).httpStatus).toBe(200)
  expect([await ada.walletKobo(), await ada.bonusKobo()]).toEqual([0n, 0n])
  expect(await app.ledgerSum()).toBe(0n)
})

test('a user who owes money after a chargeback adds it to the wallet, which pays it when the account is closed', async () => {
  const ada = await userWithPassword({ walletKobo: 350n })
  await app.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${ada.id}:charged_back`,
      orderId: null,
      postings: [
        [account.receivable(ada.id), 200_000n],
        [account.adjustment, -200_000n],
      ],
    }),
  )
  const owedKobo = async () => (await trialBalance(app.db.q)).get(`receivable:${ada.id}`) ?? 0n
  expect(await close(ada, { give_up_balance: 3.5 })).toMatchObject({
    httpStatus: 409,
    errors: { debt: [expect.stringMatching(/₦2,000.*Add at least ₦1,996.50/)] },
  })
  await fundWallet(app, ada.id, 200_000n)
  expect((await ada.get<ClosingState>(path)).data).toMatchObject({
    wallet_balance: 3.5,
    can_give_up_balance: true,
  })
  expect((await close(ada, { give_up_balance: 3.5 })).httpStatus).toBe(200)
  expect([await ada.walletKobo(), await owedKobo()]).toEqual([0n, 0n])
  expect(await app.ledgerSum()).toBe(0n)
})

test('of two concurrent requests exactly one closes the account', async () => {
  const ada = await userWithPassword()
  const responses = await Promise.all([close(ada), close(ada)])
  expect(responses.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1)
  const mails = await app.db.q.selectFrom('outbox').select('id').where('recipient', '=', ada.email).execute()
  expect(mails).toHaveLength(1)
})

test('an account is not closed while an order is paid from its wallet', async () => {
  const ada = await userWithPassword({ walletKobo: 500_000n })
  const { data: info } = await ada.lookUpMeter()
  const [paid, closed] = await Promise.all([ada.payFromWallet(info), close(ada)])
  expect([paid.httpStatus, closed.httpStatus]).toEqual([200, 409])
  expect((await rowOf(ada.id)).closed_at).toBeNull()
  // The next test compares the ledger: its order must not be on its way to the vendor.
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
})

test('a top-up that is paid after the account was closed is refunded to its payer', async () => {
  const ada = await userWithPassword()
  const { data } = await ada.topUp(5_000)
  expect((await close(ada)).httpStatus).toBe(200)
  await ada.payAtCheckout(data.checkoutUrl)
  await app.runDueJobsUntil(async () => {
    const refund = await app.db.q
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refunds.state', 'refunds.amount_kobo'])
      .where('payments.user_id', '=', ada.id)
      .executeTakeFirst()
    return refund?.state === 'processed' && refund.amount_kobo === 500_000n
  })
  expect(await ada.walletKobo()).toBe(0n)
  await expectLedgerMatchesProviders(app)
})

test('a refund into the wallet of a closed account fails and stays payable, for a manager to resolve', async () => {
  const ada = await userWithPassword({ walletKobo: 50_000n })
  const { id: orderId } = await app.orderRow(await ada.buy('airtime', { phone_number: '08010000098' }))
  await app.runDueJobsUntil(async () => (await ada.walletKobo()) === 500n)
  expect(await close(ada, { give_up_balance: 5 })).toMatchObject({ httpStatus: 200 })
  const states: string[] = []
  const paymentEvents = {
    onRefundStateChanged: async (_tx: unknown, _order: string, { state }: { state: string }) =>
      states.push(state),
  } as never
  await app.db.inTransaction(async (tx) => {
    const deliveryEntry = await findPostedEntry(tx, `order:${orderId}:delivered`)
    const payment = await findAppliedPayment(tx, orderId)
    if (!deliveryEntry || !payment) throw new Error('The order is delivered')
    await post(tx, vendorReversed({ orderId, deliveryEntry }))
    for (const _repeat of [1, 2])
      await createRefund(paymentEvents, tx, payment, {
        ...{ cause: 'not_delivered', amountKobo: 50_000n, from: 'order' },
      })
  })
  expect(states).toEqual(['failed'])
  expect(await ada.walletKobo()).toBe(0n)
  expect((await trialBalance(app.db.q)).get('refund_payable')).toBe(-50_000n)
})

test('a transfer to a virtual account number of a closed account becomes unallocated funds', async () => {
  const ada = await createAccountHolder(app)
  await withPassword(ada)
  const { account: bank } = await ada.reserveAccountForNewMeter()
  expect(await close(ada)).toMatchObject({ httpStatus: 200 })
  const reference = await transferTo(app, bank.account_number, 1000)
  await eventually(async () => {
    const deposit = await app.db.q
      .selectFrom('deposits')
      .select(['state', 'failure_reason'])
      .where('gateway_reference', '=', reference)
      .executeTakeFirst()
    return deposit?.state === 'unmatched' && deposit.failure_reason === 'account_closed'
  })
  expect(await ada.walletKobo()).toBe(0n)
  expect((await trialBalance(app.db.q)).get('unapplied')).toBe(-100_000n)
})

test('a pending campaign message is not sent after its recipient closed the account', async () => {
  const ada = await userWithPassword()
  const campaign = {
    channel: 'email',
    service: 'power',
    subject: 'News',
    body: 'News',
    html: '<p>News</p>',
  } as const
  const { id } = await app.db.inTransaction((tx) =>
    createCampaign(
      tx,
      { ...campaign, file: null, sentBy: ada.id, sendAt: null },
      { type: 'addresses', addresses: [ada.email] },
    ),
  )
  expect((await close(ada)).httpStatus).toBe(200)
  await app.runDueJobsUntil(async () => {
    const row = await app.db.q
      .selectFrom('campaign_recipients')
      .select(['state', 'failure_reason'])
      .where('campaign_id', '=', id)
      .executeTakeFirst()
    return row?.state === 'failed' && row.failure_reason === 'account_closed'
  })
})
