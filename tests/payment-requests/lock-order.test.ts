import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../server/database/index.ts'
import type { PayerOrder, PaymentRequest } from '../../shared/payment-requests.ts'
import { isOrderFinal } from '../support/consistency.ts'
import { postgresUrl } from '../support/database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

/**
 * A payment locks its order, the requester and the request. Closing an account locks the user before the requests, so a
 * payment that locked the request first would wait for the closing, which waits for it.
 */
describe.runIf(postgresUrl)(
  'transactions of a payment request lock the requester before the request (needs PostgreSQL)',
  () => {
    let app: TestApp
    beforeAll(async () => {
      app = await startTestApp({ shared: true })
    })
    afterAll(() => app?.close())

    async function createRequest() {
      const requester = await createUser(app)
      const { data: info } = await requester.lookUpMeter({ meter_number: prepaidMeter() })
      const create = () =>
        requester.post<PaymentRequest>('/account/payment-requests', {
          ...{ order_reference: info.order_reference, days: 3 },
        })
      return { requester, create, request: (await create()).data }
    }

    /** Resolves when another transaction waits for the locks of `tx`. */
    const untilAnotherWaits = (tx: Tx) =>
      eventually(async () => {
        const { rows } =
          await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
            tx,
          )
        return rows.length > 0
      })

    test('a payment that arrives while the account of the requester is closed', async () => {
      const { requester, request } = await createRequest()
      const payer = app.createGuest()
      const { data } = await payer.postJson<{ reference: string }>(
        `/payment-requests/${request.code}/order`,
        {},
      )
      const { data: order } = await payer.postJson<PayerOrder>(
        `/payment-requests/orders/${data.reference}`,
        {},
      )
      const checkout = await payer.postJson<{ checkoutUrl: string }>('/payments/initiate', {
        ...{ order_reference: data.reference, amount: order.total_amount },
        ...{ payment_for: 'electricity', payment_method: 'CARD' },
      })
      await app.db.inTransaction(async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', requester.id).forUpdate().execute()
        await payer.payAtCheckout(checkout.data.checkoutUrl)
        await untilAnotherWaits(tx)
        const requests = tx.selectFrom('payment_requests').select('state').where('id', '=', request.id)
        expect(await requests.forUpdate().noWait().execute()).toEqual([{ state: 'open' }])
      })
      await app.runDueJobsUntil(isOrderFinal(app, data.reference), { stepSeconds: 60 })
      expect(await app.orderRow(data.reference)).toMatchObject({ state: 'delivered', user_id: requester.id })
    })

    test('a request that is created again while an earlier one is paid', async () => {
      const { requester, create, request } = await createRequest()
      const { response } = await app.db.inTransaction(async (tx) => {
        await tx
          .selectFrom('payment_requests')
          .select('id')
          .where('id', '=', request.id)
          .forUpdate()
          .execute()
        const response = create()
        await untilAnotherWaits(tx)
        const users = tx.selectFrom('users').select('id').where('id', '=', requester.id)
        expect(await users.forKeyShare().noWait().execute()).toHaveLength(1)
        return { response }
      })
      expect((await response).data).toMatchObject({ id: request.id })
    })
  },
)
