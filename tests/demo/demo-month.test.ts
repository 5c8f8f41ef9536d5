import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seedDemoUsers } from '../../server/accounts/index.ts'
import { findAuditEvents } from '../../server/audit/index.ts'
import { beforeDemoMonth, loadDemoMonth, sendOpeningFloats } from '../../server/demo/index.ts'
import { findViolations } from '../../server/operations/invariants/index.ts'
import { openFloats } from '../../server/operations/reconciliation/float.ts'
import { feeKobo } from '../../server/simulators/paystack/fees.ts'
import { TicketNumber } from '../../shared/tickets.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const timeoutMs = 120_000

const load = (app: TestApp) =>
  loadDemoMonth({
    db: app.db,
    settings: app.context.settings,
    log: app.context.log,
    simulatorsUrl: app.simulators.url,
    guestEmail: app.config.guestEmail,
  })

async function startEmptyApp(): Promise<TestApp> {
  const app = await startTestApp()
  await seedDemoUsers(app.db, beforeDemoMonth())
  await app.features.catalogue.refresh()
  await sendOpeningFloats(app.db, app.simulators.url)
  await openFloats({ db: app.db, vendors: app.features.orderProcessor.deps.vendors }, beforeDemoMonth())
  return app
}

const ordersByState = async (app: TestApp) => {
  const rows = await app.db.q
    .selectFrom('orders')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, Number(count)]))
}

test(
  'the demo month has 400 orders in all states, holds every invariant and agrees with the providers',
  async () => {
    const app = await startEmptyApp()
    await load(app)

    const states = await ordersByState(app)
    expect([...states.values()].reduce((sum, count) => sum + count, 0)).toBe(400)
    const expected = [
      'awaiting_payment',
      'delivered',
      'expired',
      'quoted',
      'refunded',
      'refunding',
      'vending',
    ]
    expect([...states.keys()].sort()).toEqual(expected)
    expect(await findViolations(app.db)).toEqual([])
    const tickets = await app.db.q
      .selectFrom('tickets')
      .select(['number', sql<boolean>`coalesce(answered_at, created_at) < now()`.as('is_past')])
      .execute()
    expect(tickets.filter(({ number }) => !TicketNumber.safeParse(number).success)).toEqual([])
    expect(tickets.filter(({ is_past }) => !is_past)).toEqual([])
    const { rows: sentMessages } = await sql`select actor_id = sent_by as is_sender,
        occurred_at = campaigns.created_at as is_then, action = 'message.' || channel as is_named
      from campaigns left join audit_log on audit_log.subject = campaigns.id::text`.execute(app.db.q)
    const isComplete = { is_sender: true, is_then: true, is_named: true }
    expect(sentMessages, 'the audit log has each campaign').toEqual([isComplete, isComplete])
    const auditLog = await findAuditEvents(app.db, { limit: 100 })
    const times = auditLog.map(({ occurred_at }) => occurred_at.getTime())
    expect(times.length).toBeGreaterThan(4)
    expect(times, 'the audit log is in the order of its dates').toEqual(times.toSorted((a, b) => b - a))
    const { rows: unexplained } =
      await sql`select reference from orders where state = 'expired' and not exists (
      select from state_history where entity = 'order' and order_id = orders.id and state = 'expired'
        and occurred_at = state_since and occurred_at < now())`.execute(app.db.q)
    expect(unexplained, 'the timeline of an expired order says when it expired').toEqual([])
    const paid = await app.db.q
      .selectFrom('payments')
      .select(['paid_kobo', 'fee_kobo'])
      .where('gateway', '=', 'paystack')
      .where('paid_kobo', 'is not', null)
      .execute()
    expect(paid.length).toBeGreaterThan(100)
    expect(
      paid.filter(({ paid_kobo, fee_kobo }) => Number(fee_kobo) !== feeKobo(Number(paid_kobo))),
      'the stored fee is the one that the gateway deducts from its payout',
    ).toEqual([])
    const { rows: early } =
      await sql`select orders.reference from orders join users on users.id = orders.user_id
      where orders.created_at < users.created_at`.execute(app.db.q)
    expect(early).toEqual([])
    const { rows: joined } = await sql<{ days: number }>`
      select count(distinct created_at::date)::int as days from users`.execute(app.db.q)
    expect(joined[0]?.days, 'accounts were opened on many days').toBeGreaterThan(10)
    const { rows: sentBeforeJoining } = await sql`
      select recipient from campaign_recipients
      join campaigns on campaigns.id = campaign_id
      join users on recipient in (users.email, users.phone)
      where campaigns.created_at < users.created_at`.execute(app.db.q)
    expect(sentBeforeJoining).toEqual([])
    const { rows: overdrawn } = await sql`
      select account, posted_at from (
        select account, ledger_entries.posted_at,
          sum(amount_kobo) over (partition by account order by ledger_entries.posted_at, ledger_entries.id) as balance
        from ledger_postings join ledger_entries on ledger_entries.id = entry_id where account like 'vendor_float:%') as floats
      where balance < 0`.execute(app.db.q)
    expect(overdrawn, 'each float was funded before its first order').toEqual([])

    const { rows: floats } = await sql<{ account: string; naira: number }>`
      select account, (sum(amount_kobo) / 100)::float8 as naira from ledger_postings
      where account like 'vendor_float:%' group by account order by account`.execute(app.db.q)
    expect(floats).toMatchObject([
      { account: 'vendor_float:buypower', naira: 2_150_000 },
      { account: 'vendor_float:irecharge', naira: 1_400_000 },
      { account: 'vendor_float:vtpass' },
    ])
    expect(floats[2]?.naira).toBeGreaterThan(2_000_000)
    expect(floats[2]?.naira).toBeLessThan(4_800_000)

    await app.features.operations.reconcile()
    const breaks = await app.db.q.selectFrom('reconciliation_breaks').selectAll().execute()
    expect(breaks).toEqual([])
    const reconciled = await app.db.q.selectFrom('reconciled_items').select('kind').execute()
    expect(new Set(reconciled.map(({ kind }) => kind))).toEqual(new Set(['payment', 'attempt', 'refund']))

    const { rows: disputes } = await sql<{ state: string; late_hours: number }>`
      select state, extract(epoch from now() - evidence_due_at)::float8 / 3600 as late_hours
      from disputes order by state, evidence_due_at`.execute(app.db.q)
    expect(disputes.map(({ state }) => state)).toEqual(['lost', 'open', 'open', 'won'])
    expect(disputes[1]?.late_hours).toBeGreaterThan(0)
    expect(disputes[1]?.late_hours).toBeLessThan(24)
    expect(disputes[2]?.late_hours).toBeLessThan(0)
  },
  timeoutMs,
)

test(
  'the demo month is loaded once, and never into a database with orders',
  async () => {
    const app = await startEmptyApp()
    await load(app)
    const [{ at } = { at: null }] = await app.db.q
      .selectFrom('orders')
      .select((eb) => eb.fn.max('created_at').as('at'))
      .execute()
    await load(app)
    const states = await ordersByState(app)
    expect([...states.values()].reduce((sum, count) => sum + count, 0)).toBe(400)

    await app.db.q.deleteFrom('app_metadata').where('name', '=', 'demo_month').execute()
    await load(app)
    const [latest] = await app.db.q
      .selectFrom('orders')
      .select((eb) => eb.fn.max('created_at').as('at'))
      .execute()
    expect(latest?.at).toEqual(at)
  },
  timeoutMs,
)

test(
  'a load that was interrupted after the simulators knew its payments continues with the same plan',
  async () => {
    const app = await startEmptyApp()
    const plannedAt = new Date(Date.now() - 60_000).toISOString()
    await app.db.q.insertInto('app_metadata').values({ name: 'demo_month', value: plannedAt }).execute()
    // The first attempt reaches the simulators; its transaction is rolled back.
    await app.db.q.schema.alterTable('tickets').renameTo('tickets_unavailable').execute()
    await expect(load(app)).rejects.toThrow()
    await app.db.q.schema.alterTable('tickets_unavailable').renameTo('tickets').execute()
    expect(await ordersByState(app)).toEqual(new Map())

    await load(app)
    await app.features.operations.reconcile()
    expect(await app.db.q.selectFrom('reconciliation_breaks').selectAll().execute()).toEqual([])
  },
  timeoutMs,
)
