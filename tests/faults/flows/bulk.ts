import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { BulkPurchase } from '../../../shared/bulk.ts'
import { expectOrderConsistent } from '../../support/consistency.ts'
import { cashbackKoboOf, createCustomer, type TestCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import { phoneNumber } from '../../support/purchases.ts'
import type { ApiResponse, TestClient } from '../../support/test-app.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  /** Fault under which the purchase that would fail is delivered. */
  readonly all?: boolean
}

const initialWalletKobo = 5_000_000n
export const bulkPath = '/account/bulk-purchases'

const cases: Record<string, FlowOptions> = {
  bought: {},
  error_500: { faults: [['vtpass', 'error_500', 2]], all: true },
}

/** Bulk purchase of a company: each row is purchased once or refunded, by any process. */
export const bulk: Flow = flow('bulk', cases, begin)

/** A company with money in its wallet. */
export async function companyIn(app: TestClient, walletKobo: bigint): Promise<TestCustomer> {
  const mills = await createCustomer(app, { walletKobo })
  await app.db.q
    .updateTable('users')
    .set({ is_company: true, company_name: 'Okafor Mills Ltd' })
    .where('id', '=', mills.id)
    .execute()
  return mills
}

/** Uploads a file with these rows. */
export async function uploadRows(
  app: TestClient,
  mills: TestCustomer,
  rows: readonly string[],
): Promise<ApiResponse<BulkPurchase>> {
  const form = new FormData()
  const csv = ['service,number,provider,type,plan,amount,phone', ...rows, ''].join('\n')
  form.set('file', new Blob([csv]), 'staff.csv')
  const response = await fetch(`${app.origin}/api/v1${bulkPath}/check`, {
    method: 'POST',
    headers: mills.headers,
    body: form,
  })
  return {
    httpStatus: response.status,
    ...((await response.json()) as Omit<ApiResponse<BulkPurchase>, 'httpStatus'>),
  }
}

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const mills = await companyIn(app, initialWalletKobo)
  const rows = [
    `power,${prepaidMeter()},ikeja,prepaid,,2000,08031234567`,
    `power,${prepaidMeter('failed')},ikeja,prepaid,,2000,08031234567`,
    `airtime,${phoneNumber('good')},mtn,,,500,`,
    `airtime,${phoneNumber('good')},glo,,,700,`,
  ]
  const { data: file } = await env.retryUntilSuccess(() => uploadRows(app, mills, rows))
  const key = { 'idempotency-key': randomUUID() }
  const orders = () => app.db.q.selectFrom('orders').selectAll().where('user_id', '=', mills.id).execute()
  const stateNow = () =>
    app.db.q.selectFrom('bulk_purchases').select('state').where('id', '=', file.id).executeTakeFirstOrThrow()
  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() => mills.postJson(`${bulkPath}/${file.id}/start`, {}, key))
    },
    hasEnded: async () => (await stateNow()).state === 'done',
    async verify(label) {
      const purchased = (await orders()).filter((entry) => entry.state !== 'quoted')
      const states = purchased.map((entry) => entry.state).sort()
      expect(states.slice(0, 3), label).toEqual(['delivered', 'delivered', 'delivered'])
      expect(states.slice(3), label).toEqual([
        options.all ? expect.stringMatching(/^(deliver|refund)ed$/) : 'refunded',
      ])
      for (const entry of purchased) await expectOrderConsistent(app, entry.reference, label)
      const spentKobo = purchased
        .filter((entry) => entry.state === 'delivered')
        .reduce((sum, entry) => sum + entry.total_kobo - cashbackKoboOf(entry.amount_kobo), 0n)
      expect({ wallet: await mills.walletKobo(), hold: await mills.holdKobo() }, label).toEqual({
        wallet: initialWalletKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
