import { sql } from 'kysely'
import { depositEventSql } from '../../ledger/index.ts'
import { type Invariant, isOrderWithin, isWithinScope, nairaSql, type PeriodStart } from './invariant.ts'

/** Guard triggers. Without them the ledger and the states could be changed undetected. */
const guards = [
  ['ledger_postings', 'entry_balance_guard'],
  ['ledger_postings', 'append_only'],
  ['ledger_entries', 'append_only'],
  ['audit_log', 'append_only'],
  ['orders', 'state_transition_guard'],
  ['payments', 'state_transition_guard'],
  ['attempts', 'state_transition_guard'],
  ['refunds', 'state_transition_guard'],
  ['virtual_accounts', 'state_transition_guard'],
  ['deposits', 'state_transition_guard'],
] as const

/**
 * Wallet funds on hold, neither captured nor refunded: paid orders that were not sent, and queued bulk rows.
 */
const reservedFunds = sql`
  select payment.user_id, payment.amount_kobo as kobo
  from orders join payments as payment on payment.order_id = orders.id
  where orders.state in ('paid', 'vending', 'vend_failed', 'refunding')
    and payment.gateway = 'wallet' and payment.state = 'succeeded'
    and not exists (select from ledger_entries where event = 'payment:' || payment.id || ':captured')
    and not exists (select from refunds where refunds.payment_id = payment.id and refunds.state = 'processed')
  union all
  select bulk.user_id, line.total_kobo from bulk_purchases as bulk join bulk_rows as line on line.bulk_id = bulk.id
  where bulk.state = 'running' and line.state = 'queued'`

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'entry-balanced',
    message: 'The postings of every ledger entry sum to 0, and an entry has postings',
    holds: 'always',
    find: (since) => sql`
      select entry.event as subject, orders.service,
        case when count(posting.account) = 0 then 'The entry has no postings.'
          else 'The entry is out of balance by ' || ${nairaSql(sql`sum(posting.amount_kobo)`)} || '.' end as message
      from ledger_entries as entry
        left join ledger_postings as posting on posting.entry_id = entry.id
        left join orders on orders.id = entry.order_id
      where ${isWithinScope(since, 'entry.posted_at')}
      group by entry.id, orders.service
      having count(posting.account) = 0 or sum(posting.amount_kobo) <> 0`,
  },
  {
    name: 'ledger-guarded',
    message: 'The database rejects changes of ledger rows and transitions that no state machine allows',
    holds: 'always',
    find: () => sql`
      select guard.on_table || '.' || guard.name as subject, null as service, 'The guard is missing or switched off.' as message
      from (values ${sql.join(guards.map(([table, name]) => sql`(${table}::text, ${name}::text)`))}) as guard (on_table, name)
      where not exists (select from pg_trigger
        where tgname = guard.name and tgrelid = guard.on_table::regclass and tgenabled <> 'D')`,
  },
  {
    name: 'wallet-balance-backed',
    message:
      'Wallets, holds and bonuses are not negative and equal their postings; holds equal the reserved funds',
    holds: 'always',
    find: (since) => sql`
      select coalesce(cached.account, posted.account) as subject, null as service,
        'The cached balance is ' || ${nairaSql(sql`coalesce(cached.balance_kobo, 0)`)} || ', the sum of the postings is '
          || ${nairaSql(sql`coalesce(posted.sum, 0)`)} || '.' as message
      from balances as cached
        ${since === null ? sql`full join` : sql`right join`} (select account, -sum(amount_kobo) as sum from ledger_postings
          where account ~ '^(wallet|hold|bonus):' and ${isAccountInScope(since)} group by account) as posted using (account)
      where (${since === null ? sql`true` : sql`posted.account is not null`} or cached.balance_kobo < 0)
        and (coalesce(cached.balance_kobo, 0) <> coalesce(posted.sum, 0) or cached.balance_kobo < 0)
      union all
      select 'hold:' || user_id, null, ${nairaSql(sql`coalesce(holds.kobo, 0)`)} || ' are on hold, and '
        || ${nairaSql(sql`coalesce(reserved.kobo, 0)`)} || ' are reserved.'
      from (select substr(account, 6) as user_id, balance_kobo as kobo from balances
          where account like 'hold:%' and balance_kobo <> 0 and ${isHoldInScope(since)}) as holds
        full join (select user_id::text as user_id, sum(kobo) as kobo from (${reservedFunds}) as funds group by 1) as reserved using (user_id)
      where coalesce(holds.kobo, 0) <> coalesce(reserved.kobo, 0)`,
  },
  {
    name: 'payments-posted',
    message: 'Payments, deliveries, refunds and deposits are posted, and every posted delivery was made',
    holds: 'always',
    find: (since) => sql`
      select payment.reference as subject, orders.service, 'The payment succeeded and is not posted.' as message
      from payments as payment left join orders on orders.id = payment.order_id
      where payment.state in ('succeeded', 'succeeded_late') and payment.gateway <> 'wallet'
        and ${isWithinScope(since, 'payment.created_at')}
        and not exists (select from ledger_entries where event = 'payment:' || payment.id || ':captured')
      union all
      select orders.reference, orders.service, 'The order is delivered and its delivery is not posted.'
      from orders where state = 'delivered' and ${isOrderWithin(since)}
        and not exists (select from ledger_entries where event = 'order:' || orders.id || ':delivered')
      union all
      select orders.reference, orders.service, 'A delivery is posted, and the order is not delivered.'
      from ledger_entries as entry join orders on orders.id = entry.order_id
      where entry.event = 'order:' || orders.id || ':delivered' and orders.state <> 'delivered'
        and ${isWithinScope(since, 'entry.posted_at')}
      union all
      select refund.id::text, orders.service, 'The refund was processed and is not posted.'
      from refunds as refund left join orders on orders.id = refund.order_id
      where refund.state = 'processed' and refund.currency = 'NGN' and ${isWithinScope(since, 'refund.created_at')}
        and not exists (select from ledger_entries where event = 'refund:' || refund.id || ':processed')
      union all
      select deposit.gateway_reference, null, 'The transfer was received and is not posted.'
      from deposits as deposit where deposit.state = 'credited' and ${isWithinScope(since, 'deposit.created_at')}
        and not exists (select from ledger_entries where event = ${depositEventSql('deposit.id', 'received')})`,
  },
]

/** Holds with a recent posting, and those of users with reserved funds. */
const isHoldInScope = (since: PeriodStart) =>
  since === null
    ? sql`true`
    : sql`(${isAccountInScope(since)} or account in (select 'hold:' || user_id from (${reservedFunds}) as funds))`

/** Postings of the customer accounts with a recent posting, older ones included: a balance is the sum of all. */
const isAccountInScope = (since: PeriodStart) =>
  since === null
    ? sql`true`
    : sql`account in (select recent.account from ledger_postings as recent
        join ledger_entries as entry on entry.id = recent.entry_id
          where ${isWithinScope(since, 'entry.posted_at')} and recent.account ~ '^(wallet|hold|bonus):')`
