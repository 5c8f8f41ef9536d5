import { sql } from 'kysely'
import { naira, ordersWithin, type Rule, type Since, within } from './rule.ts'

/** The guards of the database, without which the rest could be changed behind our back. */
const guards = [
  ['ledger_postings', 'balanced'],
  ['ledger_postings', 'append_only'],
  ['ledger_entries', 'append_only'],
  ['audit_log', 'append_only'],
  ['orders', 'moves'],
  ['payments', 'moves'],
  ['attempts', 'moves'],
  ['refunds', 'moves'],
  ['virtual_accounts', 'moves'],
  ['inflows', 'moves'],
] as const

/** What wallets set aside and nothing has spent or given back: paid orders that were not sent, rows of files. */
const waitingToBeSpent = sql`
  select payment.user_id, payment.amount_kobo as kobo
  from orders join payments as payment on payment.order_id = orders.id
  where orders.state in ('paid', 'vending', 'vend_failed', 'refunding')
    and payment.gateway = 'wallet' and payment.state = 'succeeded'
    and not exists (select from ledger_entries where event = 'payment:' || payment.id || ':captured')
    and not exists (select from refunds where refunds.payment_id = payment.id and refunds.state = 'processed')
  union all
  select bulk.user_id, line.total_kobo from bulk_purchases as bulk join bulk_rows as line on line.bulk_id = bulk.id
  where bulk.state = 'running' and line.state = 'waiting'`

export const ledgerRules: readonly Rule[] = [
  {
    name: 'M1',
    says: 'The postings of every ledger entry sum to 0, and an entry has postings',
    holds: 'always',
    find: (since) => sql`
      select entry.event as subject, orders.service,
        case when count(posting.account) = 0 then 'The entry has no postings.'
          else 'The entry is out of balance by ' || ${naira(sql`sum(posting.amount_kobo)`)} || '.' end as says
      from ledger_entries as entry
        left join ledger_postings as posting on posting.entry_id = entry.id
        left join orders on orders.id = entry.order_id
      where ${within(since, 'entry.posted_at')}
      group by entry.id, orders.service
      having count(posting.account) = 0 or sum(posting.amount_kobo) <> 0`,
  },
  {
    name: 'M2',
    says: 'The database refuses what may never be: a change of the ledger, a move that no machine knows',
    holds: 'always',
    find: () => sql`
      select guard.on_table || '.' || guard.name as subject, null as service, 'The guard is missing or switched off.' as says
      from (values ${sql.join(guards.map(([table, name]) => sql`(${table}::text, ${name}::text)`))}) as guard (on_table, name)
      where not exists (select from pg_trigger
        where tgname = guard.name and tgrelid = guard.on_table::regclass and tgenabled <> 'D')`,
  },
  {
    name: 'M3',
    says: 'A wallet, hold or bonus is never below 0 and what its postings sum to; a hold is what waits to be spent',
    holds: 'always',
    find: (since) => sql`
      select coalesce(held.account, posted.account) as subject, null as service,
        'The cached balance is ' || ${naira(sql`coalesce(held.balance_kobo, 0)`)} || ', the postings say '
          || ${naira(sql`coalesce(posted.sum, 0)`)} || '.' as says
      from balances as held
        full join (select account, -sum(amount_kobo) as sum from ledger_postings
          where account ~ '^(wallet|hold|bonus):' and ${inTouched(since)} group by account) as posted using (account)
      where (${since === null ? sql`true` : sql`posted.account is not null`} or held.balance_kobo < 0)
        and (coalesce(held.balance_kobo, 0) <> coalesce(posted.sum, 0) or held.balance_kobo < 0)
      union all
      select 'hold:' || user_id, null, ${naira(sql`coalesce(held.kobo, 0)`)} || ' are set aside, and '
        || ${naira(sql`coalesce(waiting.kobo, 0)`)} || ' wait to be spent.'
      from (select substr(account, 6) as user_id, balance_kobo as kobo from balances
          where account like 'hold:%' and balance_kobo <> 0) as held
        full join (select user_id::text as user_id, sum(kobo) as kobo from (${waitingToBeSpent}) as each group by 1) as waiting using (user_id)
      where coalesce(held.kobo, 0) <> coalesce(waiting.kobo, 0)`,
  },
  {
    name: 'M4',
    says: 'What happened is posted, and what is posted happened',
    holds: 'always',
    find: (since) => sql`
      select payment.reference as subject, orders.service, 'The payment succeeded and is not in the books.' as says
      from payments as payment left join orders on orders.id = payment.order_id
      where payment.state in ('succeeded', 'succeeded_late') and payment.gateway <> 'wallet'
        and ${within(since, 'payment.created_at')}
        and not exists (select from ledger_entries where event = 'payment:' || payment.id || ':captured')
      union all
      select orders.reference, orders.service, 'The order is delivered and its delivery is not in the books.'
      from orders where state = 'delivered' and ${ordersWithin(since)}
        and not exists (select from ledger_entries where event = 'order:' || orders.id || ':delivered')
      union all
      select orders.reference, orders.service, 'The books hold a delivery, and the order is not delivered.'
      from ledger_entries as entry join orders on orders.id = entry.order_id
      where entry.event = 'order:' || orders.id || ':delivered' and orders.state <> 'delivered'
        and ${within(since, 'entry.posted_at')}
      union all
      select refund.id::text, orders.service, 'The refund was processed and is not in the books.'
      from refunds as refund left join orders on orders.id = refund.order_id
      where refund.state = 'processed' and refund.currency = 'NGN' and ${within(since, 'refund.created_at')}
        and not exists (select from ledger_entries where event = 'refund:' || refund.id || ':processed')
      union all
      select inflow.gateway_reference, null, 'The transfer arrived and is not in the books.'
      from inflows as inflow where inflow.state = 'credited' and ${within(since, 'inflow.created_at')}
        and not exists (select from ledger_entries where event = 'inflow:' || inflow.id || ':received')`,
  },
]

/** All of the postings of customers' accounts that were touched lately: a sum needs every one of them. */
const inTouched = (since: Since) =>
  since === null
    ? sql`true`
    : sql`account in (select touched.account from ledger_postings as touched
        join ledger_entries as entry on entry.id = touched.entry_id
          where ${within(since, 'entry.posted_at')} and touched.account ~ '^(wallet|hold|bonus):')`
