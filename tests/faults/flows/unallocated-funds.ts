import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { listUnallocatedFunds } from '../../../server/operations/reconciliation/unallocated-funds.ts'
import { createCustomer } from '../../support/customer.ts'
import { eventually } from '../../support/test-app.ts'
import { createAccountHolder, transferTo } from '../../virtual-accounts/setup.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { createManager, pin, uniqueidOf } from './manager.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly act: 'credit' | 'transfer' | 'gateway'
  /** Final state of the refund. */
  readonly refund?: 'processed' | 'failed'
}

const gatewayRefund = (fault?: string, refund: FlowOptions['refund'] = 'processed'): FlowOptions => ({
  act: 'gateway',
  refund,
  ...(fault && { faults: [['monnify', fault]] }),
})

const cases: Record<string, FlowOptions> = {
  credit: { act: 'credit' },
  transfer: { act: 'transfer' },
  refund: gatewayRefund(),
  refund_500: gatewayRefund('refund_500'),
  refund_timeout_accepted: gatewayRefund('refund_timeout_accepted'),
  refund_fails: gatewayRefund('refund_fails', 'failed'),
  webhook_lost: gatewayRefund('webhook_lost'),
}

const amount = { naira: 2_000, kobo: 200_000n }

/** Deposit to an unknown account: a manager allocates it completely and once. */
export const unallocatedDeposit: Flow = flow('unallocated deposit', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const musa = await createManager(app)
  const ada = await createCustomer(app)
  const holder = await createAccountHolder(app)
  const { account } = await holder.reserveAccountForNewMeter()
  await app.db.q
    .updateTable('virtual_accounts')
    .set({ reference: `VA-${randomUUID()}` })
    .where('user_id', '=', holder.id)
    .execute()
  const reference = await transferTo(app, account.account_number, amount.naira)
  const deposit = await eventually(() =>
    app.db.q
      .selectFrom('deposits')
      .select('id')
      .where('gateway_reference', '=', reference)
      .where('state', '=', 'unmatched')
      .executeTakeFirst(),
  )
  await listUnallocatedFunds(app)
  const fetchBreak = () =>
    app.db.q
      .selectFrom('reconciliation_breaks')
      .select(['id', 'resolved_at'])
      .where('subject', '=', deposit.id)
      .executeTakeFirstOrThrow()
  const { id } = await fetchBreak()
  const refunds = () =>
    app.db.q.selectFrom('refunds').select('state').where('deposit_id', '=', deposit.id).execute()
  const user_id = await uniqueidOf(app, ada.id)
  const key = { 'idempotency-key': randomUUID() }
  return {
    async run() {
      env.arm()
      const body = {
        auth_pin: pin,
        reason: 'The payer telephoned',
        ...(options.act === 'credit' && { user_id }),
        ...(options.act === 'transfer' && { bank_reference: 'NIP-1' }),
      }
      const path = `/management/reconciliation/${id}/${options.act === 'credit' ? 'credit' : 'return'}`
      await env.retryUntilSuccess(
        () => musa.postJson(path, body, key),
        async () => (await fetchBreak()).resolved_at !== null,
      )
    },
    hasEnded: async () =>
      (await refunds()).every(({ state }) => state === options.refund) &&
      (await fetchBreak()).resolved_at !== null,
    async verify(label) {
      expect((await refunds()).length, label).toBe(options.act === 'gateway' ? 1 : 0)
      expect(await ada.walletKobo(), label).toBe(options.act === 'credit' ? amount.kobo : 0n)
      const gatewayRefunds = (await app.providerRecords()).refunds.filter(
        (entry) => entry.reference === reference,
      )
      expect(gatewayRefunds.length, label).toBe(options.refund === 'processed' ? 1 : 0)
      const remaining = await app.db.q
        .selectFrom('ledger_entries')
        .select('id')
        .where('event', '=', `inflow:${deposit.id}:left`)
        .execute()
      expect(remaining.length, label).toBe(options.act === 'gateway' ? 0 : 1)
    },
  }
}
