import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import type { Config } from '../../server/config.ts'
import { findViolations } from '../../server/operations/index.ts'
import { reviewReasonTexts } from '../../server/operations/review-texts.ts'
import { verifyPayment } from '../../server/payments/index.ts'
import { listPayments } from '../../server/payments/store.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import type { Review } from '../../shared/operations.ts'
import { scopes } from '../../shared/scopes.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createAllShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

const pin = '246810'
const reasons = Object.keys(reviewReasonTexts)

/** The current faults of the providers; everything else is the real adapter on the real protocol. */
const overrides = {
  chargedBackPayments: new Set<string>(),
  lookupDown: false,
  balanceBroken: false,
  vendHangs: false,
  refundLost: false,
  refundPending: false,
}

function createFaultyProviders(config: Config) {
  const realProviders = createAllShortTimeoutProviders(config)
  const { paystack } = realProviders.gateways
  const { vtpass, irecharge } = realProviders.vendors
  return {
    gateways: {
      ...realProviders.gateways,
      paystack: {
        ...paystack,
        verify: async (reference: string) =>
          overrides.chargedBackPayments.has(reference)
            ? { type: 'reversed' as const }
            : paystack.verify(reference),
        refund: async (request: Parameters<typeof paystack.refund>[0]) =>
          overrides.refundLost
            ? { type: 'unknown' as const, reason: 'timeout' as const }
            : paystack.refund(request),
        async listRefunds(query: Parameters<typeof paystack.listRefunds>[0]) {
          if (overrides.refundLost) return null
          const gatewayRefunds = await paystack.listRefunds(query)
          return overrides.refundPending
            ? (gatewayRefunds?.map((refund) => ({ ...refund, state: 'pending' as const })) ?? null)
            : gatewayRefunds
        },
      },
    },
    vendors: {
      ...realProviders.vendors,
      vtpass: {
        ...vtpass,
        get capabilities() {
          return {
            ...vtpass.capabilities,
            requiresLookup: overrides.lookupDown ? vtpass.capabilities.services : [],
          }
        },
        lookUp: async (product: Parameters<typeof vtpass.lookUp>[0]) =>
          overrides.lookupDown ? { type: 'unavailable' as const, reason: 'down' } : vtpass.lookUp(product),
        vend: (request: Parameters<typeof vtpass.vend>[0]) =>
          overrides.vendHangs ? new Promise<never>(() => {}) : vtpass.vend(request),
      },
      irecharge: {
        ...irecharge,
        async balance() {
          if (overrides.balanceBroken) throw new Error('The balance cannot be read')
          return irecharge.balance()
        },
      },
    },
  }
}

let app: TestApp
let manager: Awaited<ReturnType<typeof createManager>>
let secondManager: Awaited<ReturnType<typeof createManager>>
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createFaultyProviders })
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
  manager = await createManager()
  secondManager = await createManager()
})
beforeEach(async () => {
  Object.assign(overrides, {
    lookupDown: false,
    balanceBroken: false,
    vendHangs: false,
    refundLost: false,
    refundPending: false,
  })
  for (const party of ['paystack', 'vtpass', 'buypower', 'irecharge']) await app.injectFault(party, 'none')
  await app.resetClock()
})
afterAll(() => app.close())

async function createManager() {
  const person = await createCustomer(app)
  await app.db.q
    .updateTable('users')
    .set({ role: 'manager', scopes: [...scopes], pin_hash: await hashSecret(pin) })
    .where('id', '=', person.id)
    .execute()
  return person
}

const minute = 60
const hour = 60 * minute
const waitForState = (reference: string, state: string) =>
  eventually(async () => (await app.orderRow(reference)).state === state)
const fetchRefunds = async (reference: string) => {
  const { id } = await app.orderRow(reference)
  return app.db.q.selectFrom('refunds').selectAll().where('order_id', '=', id).execute()
}
const runUntilRefundsAre = (reference: string, ...states: string[]) =>
  app.runDueJobsUntil(
    async () => {
      const refunds = await fetchRefunds(reference)
      return refunds.map((item) => item.state).join() === states.join()
    },
    { stepSeconds: 10 * minute },
  )
async function createOrder(ending: Parameters<typeof prepaidMeter>[0] = 'good'): Promise<string> {
  return (await app.createGuest().buyElectricity({ meter_number: prepaidMeter(ending) })).info.order_reference
}
async function chargeBack(reference: string): Promise<void> {
  const [payment] = await listPayments(app.db.q, (await app.orderRow(reference)).id)
  overrides.chargedBackPayments.add(payment!.reference)
  await verifyPayment(app.features.orderProcessor.deps.payments, payment!)
}
async function createDeliveredOrder(): Promise<string> {
  const reference = await createOrder()
  await waitForState(reference, 'delivered')
  return reference
}
async function createReversedOrder(): Promise<string> {
  await app.injectFault('vtpass', 'delivered_then_webhook')
  const reference = await createDeliveredOrder()
  await eventually(async () => (await app.orderRow(reference)).vendor_reversed)
  return reference
}
async function createOrderOfUnknownOutcome(): Promise<string> {
  const reference = await createOrder('noAnswer')
  await app.runDueJobsUntil(async () => (await attemptOf(reference))?.state === 'unknown')
  return reference
}
async function attemptsOf(reference: string) {
  const { id } = await app.orderRow(reference)
  return app.db.q.selectFrom('attempts').selectAll().where('order_id', '=', id).orderBy('id').execute()
}
const attemptOf = async (reference: string) => (await attemptsOf(reference))[0]
async function createRefundedOrder(): Promise<string> {
  const reference = await createOrder('failed')
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'refunded')
  return reference
}
/** An order with an open checkout that is never paid. */
async function createUnpaidOrder(): Promise<string> {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  await guest.initiatePayment(info)
  return info.order_reference
}

const evidence = { bank_reference: 'NIP-1' }

interface Situation {
  readonly arrange: () => Promise<string>
  /** The action that every order in this state has. */
  readonly endingAction: 'refund' | 'close'
  /** True when nothing is left to refund: the order is closed after the attempt is written off. */
  readonly needsCloseAfterwards?: boolean
}

/** Every state in which an order can be flagged, with the situation that keeps it there. */
const states: Record<string, Situation> = {
  'awaiting payment': { arrange: createUnpaidOrder, endingAction: 'close' },
  expired: {
    async arrange() {
      const reference = await createUnpaidOrder()
      await app.advanceClock(2 * hour)
      await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'expired', {
        stepSeconds: hour,
      })
      return reference
    },
    endingAction: 'close',
  },
  'paid, and not vended': {
    async arrange() {
      const guest = app.createGuest()
      const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
      const { data } = await guest.initiatePayment(info)
      overrides.lookupDown = true
      await guest.payAtCheckout(data.checkoutUrl)
      await waitForState(info.order_reference, 'paid')
      return info.order_reference
    },
    endingAction: 'refund',
  },
  'vending, with an unknown outcome': { arrange: createOrderOfUnknownOutcome, endingAction: 'refund' },
  'vending, charged back, with an unknown outcome': {
    async arrange() {
      const reference = await createOrderOfUnknownOutcome()
      await chargeBack(reference)
      return reference
    },
    endingAction: 'refund',
    needsCloseAfterwards: true,
  },
  'vending, with an attempt whose sender crashed': {
    async arrange() {
      overrides.vendHangs = true
      const reference = await createOrder()
      await waitForState(reference, 'vending')
      await app.restart()
      overrides.vendHangs = false
      await app.advanceClock(minute)
      await app.injectFault('vtpass', 'requery_500', 2)
      return reference
    },
    endingAction: 'refund',
  },
  'failed at the vendor, and stuck before its refund': {
    async arrange() {
      overrides.balanceBroken = true
      await app.injectFault('vtpass', 'float_empty')
      await app.injectFault('buypower', 'float_empty')
      const reference = await createOrder()
      // The order is in this state between two vendors too: only after both have failed does it stay there.
      await eventually(async () => {
        const vendors = (await attemptsOf(reference)).filter((attempt) => attempt.state === 'failed')
        return vendors.length === 2 && (await app.orderRow(reference)).state === 'vend_failed'
      })
      return reference
    },
    endingAction: 'refund',
  },
  'failed at the vendor after its payment was charged back': {
    async arrange() {
      const reference = await createOrderOfUnknownOutcome()
      await chargeBack(reference)
      await app.advanceClock(6 * minute)
      // The order is closed in the ledger a step after it failed, and stays in this state.
      await app.runDueJobsUntil(
        async () => {
          const { state, due_at: dueAt } = await app.orderRow(reference)
          return state === 'vend_failed' && dueAt === null
        },
        { stepSeconds: 2 * minute },
      )
      return reference
    },
    endingAction: 'close',
  },
  'refunding, accepted by the gateway': {
    async arrange() {
      overrides.refundPending = true
      const reference = await createOrder('failed')
      await eventually(async () => (await fetchRefunds(reference))[0]?.state === 'sent')
      return reference
    },
    endingAction: 'close',
  },
  'refunding, waiting for an account': {
    async arrange() {
      await app.injectFault('paystack', 'refund_needs_attention')
      const reference = await createOrder('failed')
      await runUntilRefundsAre(reference, 'needs_attention')
      return reference
    },
    endingAction: 'refund',
  },
  'refunding, failed twice': {
    async arrange() {
      await app.injectFault('paystack', 'refund_fails', 2)
      const reference = await createOrder('failed')
      await runUntilRefundsAre(reference, 'failed', 'failed')
      return reference
    },
    endingAction: 'refund',
  },
  'refunding, with an unknown outcome for an hour': {
    async arrange() {
      overrides.refundLost = true
      const reference = await createOrder('failed')
      await runUntilRefundsAre(reference, 'unknown')
      await app.advanceClock(61 * minute)
      return reference
    },
    endingAction: 'refund',
  },
  'refunding, with its refund missing': {
    async arrange() {
      const reference = await createRefundedOrder()
      const { id } = await app.orderRow(reference)
      await app.db.q.deleteFrom('refunds').where('order_id', '=', id).execute()
      await sql`alter table orders disable trigger state_transition_guard`.execute(app.db.q)
      await sql`update orders set state = 'refunding' where id = ${id}`.execute(app.db.q)
      await sql`alter table orders enable trigger state_transition_guard`.execute(app.db.q)
      return reference
    },
    endingAction: 'refund',
  },
  delivered: { arrange: createDeliveredOrder, endingAction: 'close' },
  'delivered, and charged back': {
    async arrange() {
      const reference = await createDeliveredOrder()
      await chargeBack(reference)
      return reference
    },
    endingAction: 'close',
  },
  'delivered, and reversed by the vendor': { arrange: createReversedOrder, endingAction: 'refund' },
  'delivered, reversed by the vendor and charged back': {
    async arrange() {
      const reference = await createReversedOrder()
      await chargeBack(reference)
      return reference
    },
    endingAction: 'close',
  },
  refunded: { arrange: createRefundedOrder, endingAction: 'close' },
}

const flagForReview = (reference: string, reason: string) =>
  sql`update orders set review_reason = ${reason}, review_since = coalesce(review_since, app_now()),
    review_due = app_now() where reference = ${reference}`.execute(app.db.q)
async function reviewOf(reference: string): Promise<Review | undefined> {
  const { data } = await manager.fetchJson<{ list: Review[] }>('/management/reviews/all')
  return data.list.find((item) => item.reference === reference)
}
const requestAction = (reference: string, action: string, extraBody: object = {}) =>
  manager.postJson(`/management/orders/${reference}/${action}`, {
    auth_pin: pin,
    reason: 'Checked',
    ...extraBody,
  })
async function approveRefund(reference: string): Promise<void> {
  const { data } = await secondManager.fetchJson<Approval[]>('/management/approvals/all?kind=refund')
  const approval = data.find((item) => item.order_reference === reference && item.state === 'pending')
  const { http } = await secondManager.postJson(`/management/approvals/${approval?.id}/approve`, {
    auth_pin: pin,
  })
  expect(http).toBe(200)
}

describe('an order in review, whatever its reason, has an action that ends the review for good', () => {
  test.each(Object.entries(states))('%s', async (_, { arrange, endingAction, needsCloseAfterwards }) => {
    const reference = await arrange()
    for (const reason of reasons) {
      await flagForReview(reference, reason)
      expect((await reviewOf(reference))?.allowed_actions, reason).toContain(endingAction)
    }
    if (endingAction === 'close') expect((await requestAction(reference, 'close-review')).http).toBe(200)
    else {
      const { http } = await requestAction(reference, 'refund', { evidence })
      expect([200, 202]).toContain(http)
      if (http === 202) await approveRefund(reference)
    }
    if (endingAction === 'close') {
      await app.advanceClock(hour)
      await app.runDueJobs()
      expect(await reviewOf(reference)).toBeUndefined()
    }
    Object.assign(overrides, {
      lookupDown: false,
      balanceBroken: false,
      refundLost: false,
      refundPending: false,
    })
    if (needsCloseAfterwards) {
      await eventually(async () => (await reviewOf(reference))?.allowed_actions.includes('close'))
      expect((await requestAction(reference, 'close-review')).http).toBe(200)
    }
    await app.runDueJobsUntil(async () => !(await reviewOf(reference)), { stepSeconds: 10 * minute })
    for (const step of [hour, hour]) {
      await app.advanceClock(step)
      await app.runDueJobs()
      await app.features.operations.repairMissingDueTimes()
      expect(await reviewOf(reference)).toBeUndefined()
    }
    expect((await findViolations(app.db)).filter((item) => item.subject === reference)).toEqual([])
  })
})
