import { sql } from 'kysely'
import type { Database } from '../../server/database/index.ts'

const walletKobo = 1_000_000
const amountKobo = 500_000

/** Users with a funded wallet and one weekly purchase of electricity each, not due yet. Every user has a meter of their own. */
export async function createSchedules(db: Database, count: number): Promise<void> {
  await sql`
    insert into users (uniqueid, name, email, email_verified_at)
    select 'scheduled' || at, 'Ada Obi', 'scheduled' || at || '@sanwo.example', now()
    from generate_series(1, ${count}::int) as at`.execute(db.q)
  await sql`
    with funded as (
      insert into ledger_entries (event) select 'bench:' || id || ':wallet' from users where uniqueid like 'scheduled%'
      returning id, event)
    insert into ledger_postings (entry_id, account, amount_kobo)
    select id, account, kobo from funded cross join lateral (values
      ('adjustment', ${walletKobo}::bigint), ('wallet:' || split_part(event, ':', 2), -${walletKobo}::bigint)) as lines (account, kobo)`.execute(
    db.q,
  )
  await sql`
    insert into balances (account, balance_kobo)
    select 'wallet:' || id, ${walletKobo}::bigint from users where uniqueid like 'scheduled%'`.execute(db.q)
  await sql`
    insert into schedules (user_id, state, service, number, provider, type, plan, quantity, phone, title, amount_kobo,
      frequency, start_on, next_on, payment_method, max_run_kobo, max_month_kobo, remind_by)
    select id, 'active', 'power', '119' || lpad(substr(uniqueid, 10), 7, '0') || '5', 'ikeja', 'prepaid', '', 1,
      '+2348031234567', 'Ikeja Electric', ${amountKobo}::bigint, 'weekly', day, day, 'WALLET',
      ${walletKobo}::bigint, ${walletKobo}::bigint, 'email'
    from users cross join (select to_char((app_now() at time zone 'Africa/Lagos')::date - 1, 'YYYY-MM-DD') as day) as yesterday
    where uniqueid like 'scheduled%'`.execute(db.q)
  for (const table of ['users', 'ledger_entries', 'ledger_postings', 'balances', 'schedules'])
    await sql`analyze ${sql.table(table)}`.execute(db.q)
}

/** Makes every schedule due at a random moment of the next minute. */
export async function makeSchedulesDue(db: Database): Promise<void> {
  await sql`update schedules set due_at = app_now() + random() * interval '60 seconds'`.execute(db.q)
}

/** Runs by progress. `started`: its payment has begun, or it has ended. */
export interface RunCounts {
  readonly created: number
  readonly started: number
  readonly delivered: number
  /** Paid orders of the schedules' users beyond one each. */
  readonly doubles: number
}

export async function countRuns(db: Database): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    select count(*)::int as created,
      count(*) filter (where schedule_runs.state <> 'waiting')::int as started,
      count(*) filter (where orders.state = 'delivered')::int as delivered,
      (select count(paid_at) - count(distinct user_id) from orders
        where paid_at is not null and user_id is not null)::int as doubles
    from schedule_runs left join orders on orders.id = schedule_runs.order_id`.execute(db.q)
  return rows[0] ?? { created: 0, started: 0, delivered: 0, doubles: 0 }
}
