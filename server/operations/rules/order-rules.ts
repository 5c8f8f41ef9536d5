import { sql } from 'kysely'
import { reviewSeconds } from '../../vending/index.ts'
import { ago } from '../ago.ts'
import { naira, ordersWithin, type Rule, within } from './rule.ts'

/** Sweepers get this long to show an overdue order to a person. */
const graceSeconds = 15 * 60

/** What an order's suspense account holds, kobo: negative is what we owe for it. */
const suspense = sql`coalesce((select sum(amount_kobo) from ledger_postings where account = 'order:' || orders.id), 0)`

/** Its money went back, or is on its way: a failed refund's too, once it was paid otherwise. */
const goesBack = (refund: string) =>
  sql`(${sql.ref(`${refund}.state`)} <> 'failed' or exists (select from ledger_entries
    where event = 'refund:' || ${sql.ref(`${refund}.id`)} || ':paid_by_hand'))`

/** What of an order's money we keep, kobo. */
const kept = sql`coalesce(came.kobo, 0) - coalesce(went.kobo, 0)`

export const orderRules: readonly Rule[] = [
  {
    name: 'M5',
    says: 'Of what came for an order we keep its total or nothing, or a person looks at it',
    holds: 'always',
    find: (since) => sql`
      with looked_at as materialized (select id, reference, service, total_kobo from orders
          where ${ordersWithin(since)} and state <> 'quoted' and review_since is null),
        came as (select order_id, sum(paid_kobo) as kobo from payments where order_id in (select id from looked_at)
          and paid_currency = 'NGN' and state in ('succeeded', 'succeeded_late', 'mismatch') group by order_id),
        went as (select order_id, sum(amount_kobo) as kobo from refunds where order_id in (select id from looked_at)
          and currency = 'NGN' and ${goesBack('refunds')} group by order_id)
      select reference as subject, service,
        ${naira(kept)} || ' are kept for an order of ' || ${naira(sql`total_kobo`)} || '.' as says
      from looked_at left join came on came.order_id = id left join went on went.order_id = id
      where ${kept} not in (0, total_kobo)`,
  },
  {
    name: 'M6',
    says: 'No payment is refunded by more than it brought',
    holds: 'always',
    find: (since) => sql`
      select payment.reference as subject, orders.service,
        ${naira(sql`sum(refund.amount_kobo)`)} || ' go back of ' || ${naira(sql`payment.paid_kobo`)} || ' that came.' as says
      from refunds as refund join payments as payment on payment.id = refund.payment_id
        left join orders on orders.id = payment.order_id
      where ${goesBack('refund')} and ${
        since === null
          ? sql`true`
          : sql`refund.payment_id in (select payment_id from refunds where ${within(since, 'created_at')})`
      }
      group by payment.id, orders.service
      having sum(refund.amount_kobo) > coalesce(payment.paid_kobo, 0)`,
  },
  {
    name: 'M7',
    says: 'The suspense account of an order holds its money while we owe it, and nothing when it has ended',
    holds: 'always',
    find: (since) => sql`
      select reference as subject, service,
        'The order is ' || state || ' and its suspense account holds ' || ${naira(sql`-held`)} || '.' as says
      from (select orders.*, ${suspense} as held from orders where ${ordersWithin(since)}
        and state in ('awaiting_payment', 'expired', 'delivered', 'refunding', 'refunded') and not (vendor_reversed and review_since is not null)) as ended
      where held <> 0
      union all
      select reference, service, 'The order is ' || state || ' and its suspense account holds ' || ${naira(sql`-held`)} || '.'
      from (select orders.*, ${suspense} as held, exists (select from payments where order_id = orders.id
          and gateway = 'wallet' and payments.state = 'succeeded') as from_wallet
        from orders where state in ('paid', 'vending', 'vend_failed') and review_since is null) as owed
      where held <> -total_kobo and not (from_wallet and state <> 'vending' and held = 0)`,
  },
  {
    name: 'M9',
    says: 'Cashback is kept only for orders that were delivered and not paid back',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service, 'Cashback is kept for an order that is ' || orders.state || '.' as says
      from ledger_entries as entry join orders on orders.id = entry.order_id
      where entry.event = 'order:' || orders.id || ':cashback' and orders.state <> 'delivered'
        and ${within(since, 'entry.posted_at')}
        and not exists (select from ledger_entries where event = 'order:' || orders.id || ':cashback_taken_back')`,
  },
  {
    name: 'V1',
    says: 'At most one try at delivering an order is not proven failed',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service,
        count(*) || ' tries are not proven failed, ' || count(*) filter (where attempts.state = 'delivered') || ' delivered.' as says
      from attempts join orders on orders.id = attempts.order_id
      where attempts.state <> 'failed' and ${within(since, 'attempts.created_at')}
      group by orders.id having count(*) > 1`,
  },
  {
    name: 'V2',
    says: 'Nothing is sent to a vendor for an order that was not paid',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service, 'It was sent to ' || attempts.vendor || ' and never paid.' as says
      from attempts join orders on orders.id = attempts.order_id
      where orders.paid_at is null and ${within(since, 'attempts.created_at')}`,
  },
  {
    name: 'V4',
    says: 'What is delivered is what was ordered, and a prepaid meter gets a token',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service,
        case when delivery.order_id is null then 'It is delivered and nothing of the delivery is kept.'
          when attempts.state <> 'delivered' then 'Its try is ' || attempts.state || '.'
          when attempts.beneficiary <> orders.beneficiary then 'It went to another beneficiary.'
          when attempts.amount_kobo <> orders.amount_kobo then 'Another amount was delivered.'
          else 'It has no token.' end as says
      from orders left join deliveries as delivery on delivery.order_id = orders.id
        left join attempts on attempts.id = delivery.attempt_id
      where orders.state = 'delivered' and ${within(since, 'orders.created_at')}
        and (delivery.order_id is null or attempts.state <> 'delivered' or attempts.beneficiary <> orders.beneficiary
          or attempts.amount_kobo <> orders.amount_kobo
          or (orders.service = 'power' and orders.variation = 'prepaid'
            and not delivery.tokens @> '[{"kind": "main"}]'))`,
  },
  {
    name: 'V5',
    says: 'Half an hour after its payment an order is delivered, refunded, or seen by a person',
    holds: 'ends',
    find: () => sql`
      select reference as subject, service, 'It was paid at ' || to_char(paid_at, 'YYYY-MM-DD HH24:MI') || ' and nobody looks at it.' as says
      from orders where state in ('paid', 'vending', 'vend_failed', 'refunding') and review_since is null
        and paid_at < ${ago(reviewSeconds + graceSeconds)}`,
  },
]
