import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { issueSessionToken } from '../../server/http/index.ts'
import { type Gateway, respondToDispute } from '../../server/payments/index.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { ManagedDispute } from '../../shared/management/money.ts'
import { correctPin, countAuditEvents, createTestManager } from '../management/setup.ts'
import { collectOrderRecords, expectLedgerMatchesProviders } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { withPaystack } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

type SendToGateway = NonNullable<Gateway['respondToDispute']>
/** Runs directly before a response is sent to the gateway. */
const hooks = { beforeSending: () => {} }
const providerOverrides = withPaystack((paystack) => ({
  respondToDispute(response: Parameters<SendToGateway>[0]) {
    hooks.beforeSending()
    if (!paystack.respondToDispute) throw new Error('Paystack takes responses to disputes')
    return paystack.respondToDispute(response)
  },
}))

let app: TestApp
let musa: TestUser
let sessionToken: string
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides })
  musa = await createTestManager(app)
  sessionToken = await issueSessionToken(app.db.q, musa.id)
})
afterAll(() => app.close())

const disputes = async () => (await musa.get<ManagedDispute[]>('/management/money/disputes')).data
const disputeOf = async (id: string) => (await disputes()).find((row) => row.id === id)

/** A dispute of a delivered order. */
async function createDispute(purchase: { email?: string } = {}): Promise<ManagedDispute> {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter(), ...purchase })
  await app.runDueJobsUntil(async () => (await app.orderRow(info.order_reference)).state === 'delivered')
  return openDispute(info.order_reference)
}

/** The payer's bank opens a dispute of the order's payment. */
async function openDispute(reference: string): Promise<ManagedDispute> {
  const order = await app.orderRow(reference)
  const payment = await app.db.q
    .selectFrom('payments')
    .select('reference')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: payment.reference }),
  })
  const find = async () => (await disputes()).find((row) => row.payment_reference === payment.reference)
  await eventually(async () => (await find()) !== undefined)
  const dispute = await find()
  if (!dispute) throw new Error('No dispute')
  return dispute
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

async function respond(
  { id }: ManagedDispute,
  fields: Record<string, string> = {},
  { bytes = pdf as Buffer | null, key = randomUUID() as string } = {},
) {
  const form = new FormData()
  const values = {
    auth_pin: correctPin,
    decision: 'contest',
    reason: 'Delivered, see the receipt.',
    ...fields,
  }
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  if (bytes) form.set('file', new Blob([new Uint8Array(bytes)]), 'receipt.pdf')
  const response = await fetch(`${app.origin}/api/v1/management/money/disputes/${id}/respond`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sessionToken}`,
      'idempotency-key': key,
    },
    body: form,
  })
  return {
    httpStatus: response.status,
    ...((await response.json()) as { data?: { state: string }; code?: string; message: string }),
  }
}

test('a contested dispute sends its evidence once, and the gateway decides', async () => {
  const dispute = await createDispute()
  expect(dispute).toMatchObject({ state: 'open', overdue: false, can_respond: true, response: null })
  expect((await respond(dispute, {}, { bytes: null })).httpStatus).toBe(422)
  expect(await respond(dispute, {}, { bytes: Buffer.from('no document') })).toMatchObject({
    httpStatus: 422,
    code: 'FILE_REFUSED',
  })
  expect((await respond(dispute, { auth_pin: '000000' })).httpStatus).not.toBe(200)
  const results = await Promise.all([respond(dispute), respond(dispute)])
  expect(results.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  expect(await disputeOf(dispute.id)).toMatchObject({
    state: 'open',
    can_respond: false,
    response: { decision: 'contest', state: 'received', file_name: 'receipt.pdf', failure: null },
  })
  expect(await countAuditEvents(app, 'dispute.respond', dispute.id)).toBe(1)
})

test('an accepted dispute is lost for what remains of the payment, once', async () => {
  const dispute = await createDispute()
  expect(await respond(dispute, { decision: 'accept' }, { bytes: null })).toMatchObject({
    data: { state: 'received' },
  })
  await eventually(async () => (await disputeOf(dispute.id))?.state === 'lost')
  expect(await disputeOf(dispute.id)).toMatchObject({ amount: dispute.amount, can_respond: false })
  await expectLedgerMatchesProviders(app)
})

const acceptedKobo = async (id: string) =>
  (
    await app.db.q
      .selectFrom('dispute_responses')
      .select('amount_kobo')
      .where('dispute_id', '=', id)
      .executeTakeFirstOrThrow()
  ).amount_kobo

test('an accepted dispute of a payment that the gateway has refunded returns nothing, and is closed', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'refunded')
  const dispute = await openDispute(reference)
  const balances = await app.accountBalances()
  expect(await respond(dispute, { decision: 'accept' }, { bytes: null })).toMatchObject({
    data: { state: 'received' },
  })
  expect(await acceptedKobo(dispute.id)).toBe(0n)
  await eventually(async () => (await disputeOf(dispute.id))?.state === 'lost')
  expect(await disputeOf(dispute.id)).toMatchObject({ amount: 0 })
  expect(await app.accountBalances()).toEqual(balances)
  await expectLedgerMatchesProviders(app)
})

test('an accepted dispute does not return what a manager has paid by bank transfer', async () => {
  await app.injectFault('paystack', 'refund_fails', 2)
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  const reference = info.order_reference
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason === 'refund_failed')
  await app.advanceClock(2 * 60 * 60)
  await app.runDueJobsUntil(async () => {
    const { refunds } = await collectOrderRecords(app, reference)
    return refunds.filter(({ state }) => state === 'failed').length === 2
  })
  await app.resetClock()
  const paid = await musa.postJson(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The customer called' },
    evidence: { bank_reference: `NIP-${reference}` },
  })
  expect(paid.httpStatus).toBe(200)
  const dispute = await openDispute(reference)
  await respond(dispute, { decision: 'accept' }, { bytes: null })
  expect(await acceptedKobo(dispute.id)).toBe(0n)
  await eventually(async () => (await disputeOf(dispute.id))?.state === 'lost')
  await expectLedgerMatchesProviders(app)
})

/** Accepts a dispute of ₦2,100 above a limit of ₦1,000. */
async function requestAcceptance(dispute: ManagedDispute, key: string = randomUUID()) {
  await app.context.settings.change('refund_second_manager_kobo', 1_000_00)
  try {
    return await respond(dispute, { decision: 'accept' }, { bytes: null, key })
  } finally {
    await app.context.settings.change('refund_second_manager_kobo', 50_000_00)
  }
}
const decide = (manager: TestUser, id: string | undefined, decision: 'approve' | 'reject') =>
  manager.post(`/management/approvals/${id}/${decision}`, { auth_pin: correctPin })
const pendingAcceptance = async ({ order_reference }: ManagedDispute) =>
  (await musa.get<Approval[]>('/management/approvals/all?kind=dispute_acceptance')).data.find(
    (item) => item.order_reference === order_reference && item.state === 'pending',
  )

test('above the refund limit a dispute is accepted when a second manager approves, once', async () => {
  const ngozi = await createTestManager(app)
  const dispute = await createDispute()
  const key = randomUUID()
  for (const attempt of [1, 2])
    expect(await requestAcceptance(dispute, key), `attempt ${attempt}`).toMatchObject({
      httpStatus: 202,
      data: { state: 'awaiting_approval' },
    })
  expect((await requestAcceptance(dispute)).httpStatus).toBe(409)
  const { name: manager } = await app.db.q
    .selectFrom('users')
    .select('name')
    .where('id', '=', musa.id)
    .executeTakeFirstOrThrow()
  expect(await disputeOf(dispute.id)).toMatchObject({
    ...{ state: 'open', response: null, acceptance_requested_by: manager },
  })
  const approval = await pendingAcceptance(dispute)
  expect(approval).toMatchObject({ amount: dispute.amount, can_decide: false })
  expect((await decide(musa, approval?.id, 'approve')).httpStatus).toBe(403)
  const responses = await Promise.all([
    decide(ngozi, approval?.id, 'approve'),
    decide(ngozi, approval?.id, 'approve'),
  ])
  expect(responses.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409])
  await eventually(async () => (await disputeOf(dispute.id))?.state === 'lost')
  expect(await disputeOf(dispute.id)).toMatchObject({ acceptance_requested_by: null })
  expect(await countAuditEvents(app, 'dispute.respond', dispute.id)).toBe(1)
  await expectLedgerMatchesProviders(app)
})

test('a dispute that was contested after the request is not accepted on approval, and the request can be rejected', async () => {
  const ngozi = await createTestManager(app)
  const dispute = await createDispute()
  expect((await requestAcceptance(dispute)).httpStatus).toBe(202)
  expect((await respond(dispute)).httpStatus).toBe(200)
  const approval = await pendingAcceptance(dispute)
  expect((await decide(ngozi, approval?.id, 'approve')).httpStatus).toBe(409)
  expect(await disputeOf(dispute.id)).toMatchObject({ response: { decision: 'contest', state: 'received' } })
  expect((await decide(ngozi, approval?.id, 'reject')).httpStatus).toBe(200)
  expect((await requestAcceptance(dispute)).httpStatus).toBe(409)
})

/** Requeries the responses that were sent more than 5 minutes ago. */
async function requery() {
  await app.advanceClock(300)
  await app.features.operations.jobs.find(({ name }) => name === 'requery-disputes')?.run()
  await app.resetClock()
}

/** Lets this process be suspended for some time: its clock advances by that time. */
function createSuspension() {
  const now = performance.now.bind(performance)
  let suspendedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + suspendedMs)
  onTestFinished(() => clock.mockRestore())
  return (minutes: number) => (suspendedMs += minutes * 60_000)
}

test('a process that is suspended after it stored a response sends nothing, and a manager sends another one', async () => {
  const dispute = await createDispute()
  const suspend = createSuspension()
  const { payments } = app.features.orderProcessor.deps
  const suspendedDb: typeof app.db = {
    ...app.db,
    async inTransaction(work) {
      const result = await app.db.inTransaction(work)
      suspend(20)
      await requery()
      return result
    },
  }
  const response = { disputeId: dispute.id, decision: 'accept', reason: 'Not delivered', file: null } as const
  const state = await respondToDispute(
    { ...payments, db: suspendedDb },
    { ...response, id: randomUUID() },
    { managerId: musa.id, authoriseAcceptance: async () => true, audit: async () => {} },
  )
  expect(state).toBe('failed')
  expect(await respond(dispute)).toMatchObject({ data: { state: 'received' } })
  expect(await disputeOf(dispute.id)).toMatchObject({
    ...{ state: 'open', response: { decision: 'contest', state: 'received' } },
  })
})

test('a process that is suspended while it uploads the evidence does not contest the dispute', async () => {
  const dispute = await createDispute()
  const suspend = createSuspension()
  hooks.beforeSending = () => suspend(20)
  onTestFinished(() => {
    hooks.beforeSending = () => {}
  })
  expect(await respond(dispute)).toMatchObject({ data: { state: 'failed' } })
  hooks.beforeSending = () => {}
  expect(await respond(dispute)).toMatchObject({ data: { state: 'received' } })
})

test('a dispute response whose result is lost is queried: it is accepted if it arrived, and can be sent again if not', async () => {
  const [received, lost] = [await createDispute(), await createDispute()]
  await app.injectFault('paystack', 'resolve_500')
  expect(await respond(lost)).toMatchObject({ data: { state: 'unknown' } })
  expect(await respond(lost)).toMatchObject({ httpStatus: 409 })
  await requery()
  expect(await disputeOf(lost.id)).toMatchObject({
    can_respond: true,
    response: { state: 'failed', failure: 'The gateway did not receive the response.' },
  })
  expect(await respond(lost)).toMatchObject({ data: { state: 'received' } })
  await app.db.q
    .insertInto('dispute_responses')
    .values({
      ...{
        id: randomUUID(),
        dispute_id: received.id,
        decision: 'accept',
        state: 'requested',
        reason: 'Crashed',
      },
      ...{ amount_kobo: 1n, file_name: null, file_type: null, file: null, uploaded_as: null },
      ...{ failure_reason: null, requested_by: musa.id },
    })
    .execute()
  await app.injectFault('paystack', 'dispute_500')
  await requery()
  expect(await disputeOf(received.id)).toMatchObject({ response: { state: 'requested' } })
  await requery()
  expect(await disputeOf(received.id)).toMatchObject({ response: { state: 'failed' }, can_respond: true })
})

test('a dispute past its deadline cannot be accepted or contested', async () => {
  const dispute = await createDispute()
  const due = sql<Date>`app_now() - interval '1 minute'`
  await app.db.q.updateTable('disputes').set({ evidence_due_at: due }).where('id', '=', dispute.id).execute()
  expect(await disputeOf(dispute.id)).toMatchObject({ state: 'open', overdue: true, can_respond: false })
  for (const decision of ['contest', 'accept'])
    expect(await respond(dispute, { decision })).toMatchObject({
      httpStatus: 409,
      code: 'NOT_NOW',
      message: 'The deadline of this dispute has passed. A response is no longer possible.',
    })
  expect(await disputeOf(dispute.id)).toMatchObject({ response: null })
})

test('a manager does not respond to a dispute of their own payment, which returns the money when it is lost', async () => {
  const dispute = await createDispute({ email: musa.email })
  for (const decision of ['accept', 'contest'])
    expect(await respond(dispute, { decision }), decision).toMatchObject({
      httpStatus: 403,
      code: 'NOT_ALLOWED',
    })
  expect(await disputeOf(dispute.id)).toMatchObject({ state: 'open', can_respond: true, response: null })
})
