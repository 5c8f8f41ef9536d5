import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import { sha256 } from '../../server/payments/index.ts'
import { claimGuestOrders } from '../../server/purchase/index.ts'
import type { Review } from '../../shared/operations.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import {
  collectOrderRecords,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
  isOrderFinal,
} from '../support/consistency.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
beforeEach(() => app.resetClock())
afterAll(() => app.close())

type Guest = ReturnType<TestApp['createGuest']>
type OrderAccess = Pick<MeterInfo, 'order_reference' | 'access_token'>
/** The simulators have an account holder for this number. */
const account = { bank_code: '058', account_number: '0123456789' }
const otherAccount = { bank_code: '058', account_number: '0123456781' }

/** Pays for an order that no vendor delivers; its refund needs attention because the bank rejected it. */
async function createOrderAwaitingAccount(
  guest: Guest,
  input: Record<string, unknown> = {},
  checkoutOptions: Record<string, unknown> = {},
) {
  await app.injectFault('paystack', 'refund_needs_attention')
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter('failed') })
  const { data } = await guest.initiatePayment(info, input)
  await guest.payAtCheckout(data.checkoutUrl, checkoutOptions)
  await guest.processOrder(info)
  await app.runDueJobsUntil(async () => (await refundOf(info))?.state === 'needs_attention')
  return info
}
const refundOf = async ({ order_reference }: Pick<OrderAccess, 'order_reference'>) =>
  (await collectOrderRecords(app, order_reference)).refunds[0]
const runUntilFinal = ({ order_reference }: OrderAccess) =>
  app.runDueJobsUntil(isOrderFinal(app, order_reference), { stepSeconds: 60 })

const withLink = ({ access_token }: OrderAccess) => ({ access_token })
const send = <T = OrderStatus>(guest: Guest, info: OrderAccess, pathSuffix: string, more: object = {}) =>
  guest.postJson<T>(`/orders/${info.order_reference}/refund-account${pathSuffix}`, {
    ...withLink(info),
    ...more,
  })
const submitAccount = (guest: Guest, info: OrderAccess, more: object = {}) =>
  send(guest, info, '', { ...account, ...more })
const resolveAccountName = (guest: Guest, info: OrderAccess) =>
  send<{ account_name: string }>(guest, info, '/check', account)
const getRequirement = async (guest: Guest, info: OrderAccess) =>
  (
    await guest.fetchJson<OrderStatus>(
      `/orders/${info.order_reference}/state?access_token=${info.access_token}`,
    )
  ).data.refund_account?.requires
const mailsTo = async (address: string) => {
  await app.runDueJobs()
  return (await app.emails()).filter(({ to }) => to.includes(address))
}
const mailTo = (address: string, subject: string) =>
  eventually(async () => (await mailsTo(address)).findLast((mail) => mail.subject.includes(subject)))

test("a guest's order link opens the order, but cannot submit a refund account", async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada)
  const linkHolder = app.createGuest()
  expect(await getRequirement(linkHolder, info)).toBe('paying_browser')
  expect(await resolveAccountName(linkHolder, info)).toMatchObject({ httpStatus: 403 })
  expect(await submitAccount(linkHolder, info)).toMatchObject({
    httpStatus: 403,
    message: expect.stringContaining('in the browser that you paid with'),
  })
  const other = await createCustomer(app)
  expect((await submitAccount(other, info)).httpStatus).toBe(403)
  expect(await refundOf(info)).toMatchObject({ payout_account_encrypted: null, payout_account_set_at: null })

  expect(await getRequirement(ada, info)).toBe('nothing')
  expect((await submitAccount(ada, info)).httpStatus).toBe(200)
  await runUntilFinal(info)
  expect(await refundOf(info)).toMatchObject({ state: 'processed', payout_account_last4: '6789' })
  await expectOrderConsistent(app, info.order_reference)
  await expectLedgerMatchesProviders(app)
})

test("a signed-in buyer's refund account needs their session, not the order link", async () => {
  const ada = await createCustomer(app)
  const info = await createOrderAwaitingAccount(ada)
  // The browser that made the order is rejected too, once the user is signed out there.
  const sameBrowser = app.createGuest(ada.session)
  for (const guest of [app.createGuest(), sameBrowser, await createCustomer(app)]) {
    expect(await getRequirement(guest, info)).toBe('sign_in')
    expect(await submitAccount(guest, info)).toMatchObject({
      httpStatus: 403,
      message: 'Please sign in to the account that paid.',
    })
    expect((await send(guest, info, '/code')).httpStatus).toBe(403)
  }
  expect((await submitAccount(ada, info)).httpStatus).toBe(200)
  await runUntilFinal(info)
})

test('a signed-in buyer who has a PIN submits a refund account with only the PIN', async () => {
  const ada = await createCustomer(app)
  await app.db.q
    .updateTable('users')
    .set({ pin_hash: await hashSecret(correctPin) })
    .where('id', '=', ada.id)
    .execute()
  const info = await createOrderAwaitingAccount(ada)
  expect(await getRequirement(ada, info)).toBe('pin')
  expect((await resolveAccountName(ada, info)).httpStatus).toBe(200)
  expect(await submitAccount(ada, info)).toMatchObject({
    httpStatus: 422,
    errors: { auth_pin: ['Please enter the PIN.'] },
  })
  expect(await submitAccount(ada, info, { auth_pin: '135791' })).toMatchObject({ httpStatus: 422 })
  expect((await refundOf(info))?.payout_account_encrypted).toBeNull()
  expect((await submitAccount(ada, info, { auth_pin: correctPin })).httpStatus).toBe(200)
  await runUntilFinal(info)
})

test('an order that a user claims after payment accepts a refund account only from that user', async () => {
  const browser = app.createGuest()
  const info = await createOrderAwaitingAccount(browser)
  const ada = await createCustomer(app)
  await app.db.inTransaction((tx) => claimGuestOrders(tx, sha256(browser.session), ada.id))
  expect(await getRequirement(ada, info)).toBe('nothing')
  expect(await getRequirement(app.createGuest(), info)).toBe('sign_in')
  expect((await submitAccount(app.createGuest(), info)).httpStatus).toBe(403)
  expect((await submitAccount(ada, info)).httpStatus).toBe(200)
  await runUntilFinal(info)
})

test('a code e-mailed to the payer lets one other browser submit the refund account', async () => {
  const email = 'payer-of-a-code@example.com'
  const info = await createOrderAwaitingAccount(app.createGuest(), { email })
  const phone = app.createGuest()
  expect(await getRequirement(phone, info)).toBe('email_code')
  expect(await submitAccount(phone, info)).toMatchObject({
    httpStatus: 403,
    message: expect.stringContaining('confirm the code'),
  })
  expect(await send(phone, info, '/code')).toMatchObject({
    httpStatus: 200,
    data: { email: 'p***@example.com', minutes: 10 },
  })
  const mail = await mailTo(email, 'your code')
  const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
  const wrong = code === '000000' ? '111111' : '000000'
  expect((await send(phone, info, '/confirm', { code: wrong })).httpStatus).toBe(422)
  // Another browser with the same link may not enter the code.
  expect((await send(app.createGuest(), info, '/confirm', { code })).httpStatus).toBe(422)
  expect(await send(phone, info, '/confirm', { code })).toMatchObject({
    httpStatus: 200,
    data: { refund_account: { requires: 'nothing' } },
  })
  expect((await send(phone, info, '/confirm', { code })).httpStatus).toBe(422)
  expect((await submitAccount(phone, info)).httpStatus).toBe(200)
  await runUntilFinal(info)
  const bodies = await app.db.q.selectFrom('outbox').select('body').where('recipient', '=', email).execute()
  expect(bodies.some(({ body }) => body.includes(code))).toBe(false)
})

test('a refund code allows five attempts, and five codes are sent per day', async () => {
  const email = 'five-tries@example.com'
  const info = await createOrderAwaitingAccount(app.createGuest(), { email })
  const eve = app.createGuest()
  expect((await send(eve, info, '/code')).httpStatus).toBe(200)
  const code = /\b\d{6}\b/.exec((await mailTo(email, 'your code')).text)?.[0] ?? ''
  const wrong = code === '000000' ? '111111' : '000000'
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await send(eve, info, '/confirm', { code: wrong })).httpStatus).toBe(422)
  expect((await send(eve, info, '/confirm', { code })).httpStatus).toBe(422)
  for (let codes = 1; codes < 5; codes++) expect((await send(eve, info, '/code')).httpStatus).toBe(200)
  expect((await send(eve, info, '/code')).httpStatus).toBe(429)
  expect((await submitAccount(eve, info)).httpStatus).toBe(403)
})

test('two guests who pay for one order have separate checkouts, so that each refund belongs to its payer', async () => {
  const ada = app.createGuest()
  const eve = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const first = await eve.initiatePayment(info)
  const second = await ada.initiatePayment(info)
  expect([first.httpStatus, second.httpStatus]).toEqual([200, 200])
  expect(second.data.checkoutUrl).not.toBe(first.data.checkoutUrl)
  expect((await ada.initiatePayment(info)).data.checkoutUrl).toBe(second.data.checkoutUrl)
})

test("an account in the payer's own name is paid immediately; the name may be written differently", async () => {
  const ada = app.createGuest()
  const { account_name } = (await resolveAccountName(ada, await createOrderAwaitingAccount(ada))).data
  const [first = '', last = ''] = account_name.split(' ')
  const info = await createOrderAwaitingAccount(
    ada,
    { payment_method: 'ACCOUNT_TRANSFER' },
    { payer: `MR ${last}, ${first} Oluwaseun` },
  )
  expect((await submitAccount(ada, info)).data.refund_account).toBeUndefined()
  await runUntilFinal(info)
  expect(await refundOf(info)).toMatchObject({ state: 'processed', payout_account_review: null })
})

const asManager = async () => {
  const manager = await createTestManager(app)
  const act = (info: OrderAccess, action: string, more: object = {}) =>
    manager.postJson<OrderStatus>(`/management/orders/${info.order_reference}/${action}`, {
      auth_pin: correctPin,
      reason: 'I called the payer',
      ...more,
    })
  const review = async (info: OrderAccess) =>
    (await manager.fetchJson<{ list: Review[] }>('/management/reviews/all')).data.list.find(
      ({ reference }) => reference === info.order_reference,
    )
  return { act, review }
}
const transferByAnotherPerson = [
  { payment_method: 'ACCOUNT_TRANSFER', email: 'transfer-payer@example.com' },
  { payer: 'ANOTHER PERSON ALTOGETHER' },
] as const

test("an account in another name than the payer's waits for a manager, who pays it or requests another", async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada, ...transferByAnotherPerson)
  const response = await submitAccount(ada, info)
  expect(response).toMatchObject({ httpStatus: 200, data: { state: 'refunding', review: true } })
  expect(response.data.refund_account).toBeUndefined()
  expect(response.data.money.message).toContain('We are checking the bank account ending 6789')
  expect(await refundOf(info)).toMatchObject({
    state: 'needs_attention',
    payout_account_review: 'name_mismatch',
  })
  // Nothing is sent to the gateway, however long the account waits for a manager.
  await app.advanceClock(60 * 60)
  await app.runDueJobs()
  expect(await refundOf(info)).toMatchObject({
    state: 'needs_attention',
    payout_account_review: 'name_mismatch',
  })
  expect((await submitAccount(ada, info, otherAccount)).httpStatus).toBe(409)

  const manager = await asManager()
  expect(await manager.review(info)).toMatchObject({
    reason: 'refund_account_review',
    refund: {
      account: {
        reason: 'name_mismatch',
        last4: '6789',
        name: expect.stringMatching(/\w/),
        payer_name: 'ANOTHER PERSON ALTOGETHER',
      },
    },
    allowed_actions: ['requery', 'refund', 'reject_account'],
  })
  expect((await manager.act(info, 'refund-account/reject')).httpStatus).toBe(200)
  expect((await manager.act(info, 'refund-account/reject')).httpStatus).toBe(409)
  expect(await getRequirement(ada, info)).toBe('nothing')
  await eventually(
    async () =>
      (await mailsTo('transfer-payer@example.com')).filter(({ subject }) => subject.includes('account'))
        .length >= 3,
  )

  // A second account so soon after the first is reviewed too; this time the manager approves it.
  expect((await submitAccount(ada, info, otherAccount)).httpStatus).toBe(200)
  expect((await manager.act(info, 'refund')).httpStatus).toBe(200)
  await runUntilFinal(info)
  expect(await refundOf(info)).toMatchObject({ state: 'processed', payout_account_last4: '6781' })
  expect(await app.orderRow(info.order_reference)).toMatchObject({ state: 'refunded', review_reason: null })
  await expectOrderConsistent(app, info.order_reference)
  await expectInvariantsHold(app)
})

test('a second manager does not approve an account that the customer gave after the request', async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada, ...transferByAnotherPerson)
  expect((await submitAccount(ada, info)).httpStatus).toBe(200)
  await app.context.settings.change('refund_second_manager_kobo', 0)
  const [manager, second] = [await asManager(), await createTestManager(app)]
  expect((await manager.act(info, 'refund')).httpStatus).toBe(202)
  await app.context.settings.change('refund_second_manager_kobo', 50_000_00)
  expect((await manager.act(info, 'refund-account/reject')).httpStatus).toBe(200)
  await app.advanceClock(60)
  expect((await submitAccount(ada, info, otherAccount)).httpStatus).toBe(200)
  const { id } = await app.db.q
    .selectFrom('approvals')
    .select('id')
    .where('refund_id', '=', (await refundOf(info))?.id ?? '')
    .executeTakeFirstOrThrow()
  const decide = (decision: string, body: object = {}) =>
    second.postJson(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin, ...body })
  expect(await decide('approve')).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('another bank account'),
  })
  expect(await refundOf(info)).toMatchObject({ payout_account_review: 'name_mismatch' })
  expect((await decide('reject', { reason: 'Another account' })).httpStatus).toBe(200)
  expect((await manager.act(info, 'refund')).httpStatus).toBe(200)
  await runUntilFinal(info)
})

/** Submits an account that the gateway fails to accept, and waits until its list of refunds shows that. */
async function submitAccountAndFail(guest: Guest, info: OrderAccess) {
  await app.injectFault('paystack', 'refund_account_500')
  await submitAccount(guest, info)
  expect(await refundOf(info)).toMatchObject({ state: 'needs_attention', payout_account_last4: '6789' })
  await app.runDueJobsUntil(async () => (await refundOf(info))?.failure_reason === null)
}

test('a second account within 24 hours of the first waits for a manager', async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada)
  await submitAccountAndFail(ada, info)
  expect((await submitAccount(ada, info, otherAccount)).httpStatus).toBe(200)
  expect(await refundOf(info)).toMatchObject({
    payout_account_review: 'recent_change',
    payout_account_last4: '6781',
  })
  const manager = await asManager()
  expect((await manager.act(info, 'refund')).httpStatus).toBe(200)
  await runUntilFinal(info)
})

test('submitting the same account again after a failure is not a change', async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada)
  await submitAccountAndFail(ada, info)
  expect((await submitAccount(ada, info)).httpStatus).toBe(200)
  expect((await refundOf(info))?.payout_account_review).toBeNull()
  await runUntilFinal(info)
})

test('a day after the first account, a different account is paid immediately', async () => {
  const ada = app.createGuest()
  const info = await createOrderAwaitingAccount(ada)
  await submitAccountAndFail(ada, info)
  await app.advanceClock(24 * 60 * 60 + 1)
  expect((await submitAccount(ada, info, otherAccount)).httpStatus).toBe(200)
  expect((await refundOf(info))?.payout_account_review).toBeNull()
  await runUntilFinal(info)
})

test('every contact of the order and the payer is notified of a new refund account, with its number masked', async () => {
  const owner = await createCustomer(app)
  await app.db.q.updateTable('users').set({ phone: '+2348055500011' }).where('id', '=', owner.id).execute()
  const info = await createOrderAwaitingAccount(owner, { email: 'from-the-dialog@example.com' })
  expect((await submitAccount(owner, info)).httpStatus).toBe(200)
  const subject = 'Bank account added for your refund'
  for (const address of ['from-the-dialog@example.com', owner.email]) {
    const { text } = await mailTo(address, subject)
    expect(text).toContain('account ending 6789 at Guaranty Trust Bank')
    expect(text).not.toContain(account.account_number)
    expect(text).toContain(`/orders/report?reference=${info.order_reference}`)
  }
  const texts = await eventually(async () => {
    const all = (await app.smsMessages()).filter(
      ({ text }) => text.includes(info.order_reference) && text.includes('Not you?'),
    )
    return all.length >= 2 && all
  })
  expect(new Set(texts.map(({ to }) => to.replace(/\D/g, '').slice(-10)))).toEqual(
    new Set(['8031234567', '8055500011']),
  )
  const { data } = await owner.fetchJson<{ list: object[] }>('/account/notifications/all')
  expect(JSON.stringify(data)).toContain(subject)
  await runUntilFinal(info)
})
