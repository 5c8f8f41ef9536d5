import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database, Tx } from '../../server/database/index.ts'
import { findViolations } from '../../server/operations/index.ts'
import { applyDispute } from '../../server/payments/dispute.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { postgresUrl } from '../support/database.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'
import { createUnpaidTopUpRefund } from './unpaid-top-up-refund.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  await app.context.settings.change('refund_second_manager_kobo', null)
  musa = await createTestManager(app)
})
beforeEach(() => app.resetClock())
afterAll(() => app?.close())

type Response = Awaited<ReturnType<TestUser['post']>>

/** True when another transaction waits for the locks of `tx`. */
async function isAnotherWaiting(tx: Tx): Promise<boolean> {
  const { rows } =
    await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
      tx,
    )
  return rows.length > 0
}

/** Starts `request` before the transaction of `payments` commits, and lets it commit once the request waits or has ended. */
function paymentsDuring(request: () => Promise<Response>) {
  const { payments } = app.features.orderProcessor.deps
  const response = Promise.withResolvers<Response>()
  const inTransaction: Database['inTransaction'] = (work) =>
    payments.db.inTransaction(async (tx) => {
      const result = await work(tx)
      let hasEnded = false
      response.resolve(request().finally(() => (hasEnded = true)))
      await eventually(async () => {
        return hasEnded || (await isAnotherWaiting(tx))
      })
      return result
    })
  return { payments: { ...payments, db: { ...payments.db, inTransaction } }, response: response.promise }
}

test.runIf(postgresUrl).each(['open', 'lost'] as const)(
  'the failed refund of a top-up is not paid while its dispute is recorded as %s (needs PostgreSQL)',
  async (type) => {
    const { reference, item, retry, bola } = await createUnpaidTopUpRefund(app, musa)
    const bankKobo = async () => (await app.accountBalances()).get('bank') ?? 0n
    const before = await bankKobo()
    const { payments, response } = paymentsDuring(() =>
      musa.post(`/management/reconciliation/${item.id}/return`, {
        ...{ auth_pin: correctPin, reason: 'The payer telephoned', bank_reference: `NIP-${type}` },
      }),
    )
    const status = { paymentReference: reference, evidenceDueAt: null, amountKobo: 50_000_000n, type }
    await applyDispute(payments, 'paystack', { disputeId: `race-${type}`, status }, async () => undefined)
    expect(await response).toMatchObject({ httpStatus: 409 })
    expect(await bankKobo()).toBe(before)
    expect(await retry()).toMatchObject({ manual_payout: null })
    expect((await app.accountBalances()).get(`receivable:${bola.id}`)).toBeUndefined()
    expect(await findViolations(app.db)).toEqual([])
  },
)

test.runIf(postgresUrl)(
  'a request to allocate funds does not lock the item that the approval of an earlier request needs (needs PostgreSQL)',
  async () => {
    const { item } = await createUnpaidTopUpRefund(app, musa)
    const ngozi = await createTestManager(app)
    const requestReturn = () =>
      ngozi.post(`/management/reconciliation/${item.id}/return`, {
        ...{ auth_pin: correctPin, reason: 'The payer telephoned', bank_reference: 'NIP-86' },
      })
    await app.context.settings.change('refund_second_manager_kobo', 1_000_00)
    onTestFinished(() => app.context.settings.change('refund_second_manager_kobo', null))
    expect((await requestReturn()).httpStatus).toBe(202)
    const { response } = await app.db.inTransaction(async (tx) => {
      // As when a second manager approves the request.
      await tx
        .updateTable('approvals')
        .set({ state: sql`'approved'` })
        .where('reconciliation_break_id', '=', BigInt(item.id))
        .execute()
      const response = requestReturn()
      await eventually(() => isAnotherWaiting(tx))
      const locked = tx.selectFrom('reconciliation_breaks').select('id').where('id', '=', BigInt(item.id))
      expect(await locked.forUpdate().noWait().execute()).toHaveLength(1)
      return { response }
    })
    expect((await response).httpStatus).toBe(202)
  },
)
