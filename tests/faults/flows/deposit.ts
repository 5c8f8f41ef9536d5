import { expect } from 'vitest'
import { prepaidMeter } from '../../support/meters.ts'
import { createAccountHolder, transferTo } from '../../virtual-accounts/setup.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  /** Automatic purchase is on. */
  readonly buys?: boolean
  /** The vendor confirms that the vend failed. */
  readonly fails?: boolean
  /** The deposit is not credited to a wallet. */
  readonly apart?: boolean
}

const fault = (name: string): FlowOptions => ({ faults: [['monnify', name]] })

const cases: Record<string, FlowOptions> = {
  credited: {},
  webhook_lost: fault('webhook_lost'),
  webhook_duplicate: fault('webhook_duplicate'),
  webhook_forged: fault('webhook_forged'),
  verify_pending: fault('verify_pending'),
  verify_html: fault('verify_html'),
  wrong_currency: { ...fault('wrong_currency'), apart: true },
  reserve_pending: fault('reserve_pending'),
  bought: { buys: true },
  not_delivered: { buys: true, fails: true },
}

const sum = { naira: 2_000, kobo: 200_000n }
/** 1% of the purchase of ₦1,900. */
const cashback = 1_900n

/**
 * Virtual account deposit: account reserved, deposit credited once, and spent once when automatic purchase is on. The
 * reservation is retried until the account exists.
 */
export const deposit: Flow = flow('deposit', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const ada = await createAccountHolder(app)
  const meter = prepaidMeter(options.fails ? 'failed' : 'good')
  const uniqueid = await ada.saveMeter(meter)
  let reference = ''
  const row = () =>
    app.db.q.selectFrom('deposits').selectAll().where('gateway_reference', '=', reference).executeTakeFirst()
  // A process slower than its lease may have created another order that was never paid.
  const paidOrders = () =>
    app.db.q
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', ada.id)
      .where('paid_at', 'is not', null)
      .execute()
  return {
    async run() {
      env.arm()
      await env.retryUntilSuccess(() => ada.verifyBvn())
      await env.retryUntilSuccess(async () => {
        const response = await ada.reserve(uniqueid)
        return response.data?.virtual_account
          ? response
          : { ...response, httpStatus: Math.max(response.httpStatus, 300) }
      })
      if (options.buys) await env.retryUntilSuccess(() => ada.setAutoPurchase(uniqueid, true))
      const account = await app.db.q
        .selectFrom('virtual_accounts')
        .select('account_number')
        .where('user_id', '=', ada.id)
        .executeTakeFirstOrThrow()
      reference = await transferTo(app, account.account_number ?? '', sum.naira)
    },
    async hasEnded() {
      const { state, auto_purchase_status: buying } = (await row()) ?? {}
      if (options.apart) return state === 'unmatched'
      const selected = options.fails ? 'refunded' : 'delivered'
      const isBought = buying === 'bought' && (await paidOrders()).every((entry) => entry.state === selected)
      return state === 'credited' && (options.buys !== true || isBought)
    },
    async verify(label) {
      const { captures } = await app.providerRecords()
      expect(captures.filter((entry) => entry.reference === reference).length, label).toBe(1)
      const accounts = await app.db.q
        .selectFrom('virtual_accounts')
        .select('state')
        .where('user_id', '=', ada.id)
        .execute()
      expect(accounts, label).toEqual([{ state: 'reserved' }])
      const requested = await app.db.q
        .selectFrom('bvn_checks')
        .select('consent')
        .where('user_id', '=', ada.id)
        .where('outcome', 'in', ['match', 'mismatch'])
        .execute()
      expect(requested.length, label).toBe(1)
      const spent = options.buys && !options.fails
      expect(await ada.walletKobo(), label).toBe(options.apart ? 0n : spent ? cashback : sum.kobo)
      expect((await paidOrders()).length, label).toBe(options.buys ? 1 : 0)
    },
  }
}
