import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { account } from '../../server/ledger/index.ts'
import { applyDispute } from '../../server/payments/dispute.ts'
import { reverseTopUp } from '../../server/payments/top-up.ts'
import type { Approval } from '../../shared/management/approvals.ts'
import { postgresUrl } from '../support/database.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

/**
 * Closing an account locks the user, then the balances. A change of a wallet that locked the balance first and then
 * its owner would wait for the closing, which waits for it.
 */
describe.runIf(postgresUrl)(
  'a change of a wallet locks its owner before the balance (needs PostgreSQL)',
  () => {
    let app: TestApp
    let musa: TestUser
    let ngozi: TestUser
    let ada: TestUser
    beforeAll(async () => {
      app = await startTestApp({ shared: true })
      musa = await createTestManager(app)
      ngozi = await createTestManager(app)
    })
    beforeEach(async () => {
      ada = await createUser(app, { walletKobo: 20_000_000n })
    })
    afterAll(() => app?.close())

    async function connectAgain(): Promise<pg.Client> {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db.q)
      const url = Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${rows[0]?.name}` }).href
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }

    /** Runs `change` while another connection locks the user, then the balance, as the closing of the account does. */
    async function runDuringClosing<T>({ id }: TestUser, change: () => Promise<T>): Promise<T> {
      const closing = await connectAgain()
      const { rows } = await closing.query<{ pid: number }>('select pg_backend_pid() as pid')
      await closing.query('begin')
      await closing.query('select from users where id = $1 for update', [id])
      const result = change()
      await Promise.race([
        result,
        eventually(async () => {
          const { rows: waiting } = await sql`
          select from pg_stat_activity where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`.execute(
            app.db.q,
          )
          return waiting.length > 0
        }),
      ])
      await closing.query('select from balances where account = $1 for update', [account.wallet(id)])
      await closing.query('rollback')
      return result
    }

    const approve = (id: string | null | undefined) =>
      ngozi.post(`/management/approvals/${id}/approve`, { auth_pin: correctPin })

    test('an approved top-up', async () => {
      const { uniqueid } = await app.db.q
        .selectFrom('users')
        .select('uniqueid')
        .where('id', '=', ada.id)
        .executeTakeFirstOrThrow()
      const { data } = await musa.post<{ approval_id: string | null }>('/management/wallet/top-up', {
        ...{ amount: 90_000, subject: 'Collected by telephone', auth_pin: correctPin, user_id: uniqueid },
      })
      expect(await runDuringClosing(ada, () => approve(data.approval_id))).toMatchObject({ httpStatus: 200 })
      expect(await ada.walletKobo()).toBe(29_000_000n)
    })

    test('approved goodwill', async () => {
      const reference = await ada.buy('power', { meter_number: '11000008891', amount: 90_000 })
      await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
      await musa.post(`/management/orders/${reference}/goodwill`, {
        ...{ auth_pin: correctPin, amount: '60000', reason: 'Bought for the wrong meter' },
      })
      const { data } = await ngozi.get<Approval[]>('/management/approvals/all?kind=goodwill')
      const approval = data.find((item) => item.order_reference === reference && item.state === 'pending')
      const before = await ada.walletKobo()
      expect(await runDuringClosing(ada, () => approve(approval?.id))).toMatchObject({ httpStatus: 200 })
      expect(await ada.walletKobo()).toBeGreaterThan(before)
    })

    async function createTopUp() {
      const { data } = await ada.topUp(5_000)
      await ada.payAtCheckout(data.checkoutUrl)
      await eventually(async () => (await ada.walletKobo()) === 20_500_000n)
      return app.db.q
        .selectFrom('payments')
        .selectAll()
        .where('user_id', '=', ada.id)
        .$castTo<Parameters<typeof reverseTopUp>[2]>()
        .executeTakeFirstOrThrow()
    }

    test('a chargeback of a top-up', async () => {
      const topUp = await createTopUp()
      const { payments } = app.features.orderProcessor.deps
      await runDuringClosing(ada, () => app.db.inTransaction((tx) => reverseTopUp(payments, tx, topUp)))
      expect(await ada.walletKobo()).toBe(20_000_000n)
    })

    test('a partial chargeback of a top-up', async () => {
      const topUp = await createTopUp()
      const dispute = {
        disputeId: '424243',
        status: {
          type: 'lost',
          paymentReference: topUp.reference,
          amountKobo: 150_000n,
          evidenceDueAt: null,
        },
      } as const
      const { payments } = app.features.orderProcessor.deps
      await runDuringClosing(ada, () =>
        applyDispute(payments, topUp.gateway as 'paystack', dispute, async () => undefined),
      )
      expect(await ada.walletKobo()).toBe(20_350_000n)
    })
  },
)
