import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer } from '../support/customer.ts'
import { postgresUrl } from '../support/database.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app?.close())

test.runIf(postgresUrl)(
  'a charge locks the owner of the saved card before the card, as closing the account does (needs PostgreSQL)',
  async () => {
    const ada = await createCustomer(app)
    const card = await ada.saveCard()
    const { data: info } = await ada.lookUpMeter()
    const { response } = await app.db.inTransaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ada.id).forUpdate().execute()
      const response = ada.payWithSavedCard(info, card.uniqueid)
      await eventually(async () => {
        const { rows } =
          await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
            tx,
          )
        return rows.length > 0
      })
      const cards = tx.selectFrom('payment_cards').select('uniqueid').where('uniqueid', '=', card.uniqueid)
      expect(await cards.forUpdate().noWait().execute()).toHaveLength(1)
      return { response }
    })
    expect((await response).httpStatus).toBe(200)
  },
)
