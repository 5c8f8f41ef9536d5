import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectOrderConsistent } from '../../support/consistency.ts'
import { cashbackKoboOf, createCustomer, type TestCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import type { MeterEnding } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { plainCard, takeCardHolder } from './saved-card.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly method?: 'WALLET' | 'SAVED_CARD'
  readonly ending?: MeterEnding
  /** Expected states of the run with its order. */
  readonly expectedStates: readonly string[]
}

const initialWalletKobo = 2_000_000n

const cases: Record<string, FlowOptions> = {
  wallet: { expectedStates: ['delivered'] },
  failed: { ending: 'failed', expectedStates: ['refunded'] },
  error_500: { faults: [['vtpass', 'error_500']], expectedStates: ['delivered'] },
  // After a crash before the charge is sent, the card is not charged again.
  card: { method: 'SAVED_CARD', expectedStates: ['delivered', 'failed'] },
  token_declined: {
    method: 'SAVED_CARD',
    faults: [['paystack', 'token_declined']],
    expectedStates: ['failed', 'delivered'],
  },
  token_lost: {
    method: 'SAVED_CARD',
    faults: [['paystack', 'token_lost']],
    expectedStates: ['delivered', 'failed'],
  },
}

/** A scheduled purchase: one run and at most one paid order per period, by any process. */
export const schedule: Flow = flow('schedule', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const method = options.method ?? 'WALLET'
  const holder = method === 'SAVED_CARD' ? await takeCardHolder(app, plainCard) : null
  const ada: TestCustomer = holder?.ada ?? (await createCustomer(app, { walletKobo: initialWalletKobo }))
  const { rows } = await sql<{ day: string }>`
    select to_char((app_now() at time zone 'Africa/Lagos')::date - 1, 'YYYY-MM-DD') as day`.execute(app.db.q)
  const day = rows[0]?.day ?? ''
  const { id } = await app.db.q
    .insertInto('schedules')
    .values({
      user_id: ada.id,
      state: 'active',
      service: 'power',
      number: prepaidMeter(options.ending),
      provider: 'ikeja',
      type: 'prepaid',
      plan: '',
      quantity: 1,
      phone: '+2348031234567',
      title: 'Ikeja Electric',
      amount_kobo: 200_000n,
      frequency: 'once',
      start_on: day,
      next_on: day,
      payment_method: method,
      card_uniqueid: holder?.cardId ?? null,
      max_run_kobo: 300_000n,
      max_month_kobo: 300_000n,
      remind_by: 'email',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const runs = () =>
    app.db.q
      .selectFrom('schedule_runs')
      .leftJoin('orders', 'orders.id', 'schedule_runs.order_id')
      .select(['schedule_runs.state', 'orders.state as order_state', 'orders.paid_at', 'orders.reference'])
      .where('schedule_id', '=', id)
      .execute()
  const endOf = (run: Awaited<ReturnType<typeof runs>>[number] | undefined) =>
    run?.paid_at ? run.order_state : run?.state
  return {
    async run() {
      env.arm()
      await app.db.q
        .updateTable('schedules')
        .set({ due_at: sql<Date>`app_now()` })
        .where('id', '=', id)
        .execute()
    },
    hasEnded: async () => options.expectedStates.includes(endOf((await runs())[0]) ?? ''),
    async verify(label) {
      const [run, ...others] = await runs()
      expect(others, label).toEqual([])
      expect(options.expectedStates, label).toContain(endOf(run))
      const paid = await app.db.q
        .selectFrom('orders')
        .select(['reference', 'state', 'total_kobo', 'amount_kobo'])
        .where('user_id', '=', ada.id)
        .where('paid_at', 'is not', null)
        .where('reference', '=', run?.reference ?? '')
        .execute()
      expect(paid.length, label).toBeLessThanOrEqual(1)
      for (const { reference } of paid) await expectOrderConsistent(app, reference, label)
      if (method === 'SAVED_CARD') return
      const all = await app.db.q
        .selectFrom('orders')
        .select('paid_at')
        .where('user_id', '=', ada.id)
        .execute()
      expect(all.filter(({ paid_at }) => paid_at !== null).length, label).toBe(1)
      const spentKobo = paid
        .filter(({ state }) => state === 'delivered')
        .reduce((sum, order) => sum + order.total_kobo - cashbackKoboOf(order.amount_kobo), 0n)
      expect({ wallet: await ada.walletKobo(), hold: await ada.holdKobo() }, label).toEqual({
        wallet: initialWalletKobo - spentKobo,
        hold: 0n,
      })
    },
  }
}
