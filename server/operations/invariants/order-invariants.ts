import { sql } from 'kysely'
import { isRefundPaidManuallySql } from '../../ledger/index.ts'
import { isRefundOutcomeUnknownSql } from '../../payments/index.ts'
import { reviewAfterSeconds } from '../../vending/index.ts'
import { secondsAgoSql } from '../time.ts'
import { type Invariant, isOrderWithin, isWithinScope, nairaSql } from './invariant.ts'

/** Time within which the check of overdue orders flags an order for review. */
const graceSeconds = 15 * 60

/** Balance of an order's suspense account, kobo. Negative: we owe the delivery or a refund. */
const suspenseKobo = sql`coalesce((select sum(amount_kobo) from ledger_postings where account = 'order:' || orders.id), 0)`

/** The refund is processed or in progress, or it failed and was paid manually. */
const isRefundEffective = (refund: string) =>
  sql`(${sql.ref(`${refund}.state`)} <> 'failed' or ${isRefundPaidManuallySql(`${refund}.id`)})`

/** The part of an order's money that we keep, kobo. */
const retainedKobo = sql`coalesce(received.kobo, 0) - coalesce(refunded.kobo, 0)`

/** Sum of an order's payments, kobo; a payment that was charged back later counts. */
const paidKobo = sql`(select coalesce(sum(paid_kobo), 0) from payments where order_id = orders.id
  and paid_currency = 'NGN' and state in ('succeeded', 'succeeded_late', 'mismatch', 'reversed'))`

/** Goodwill is our own money: the order keeps its total. A retried refund has the cause of the first one. */
const isGoodwill = (
  refund: string,
) => sql`(${sql.ref(`${refund}.cause`)} = 'goodwill' or exists (select from refunds as first
  where first.id = ${sql.ref(`${refund}.retry_of_refund_id`)} and first.cause = 'goodwill'))`

const refundedKobo = sql`(select coalesce(sum(amount_kobo), 0) from refunds where order_id = orders.id
  and currency = 'NGN' and ${isRefundEffective('refunds')})`

/** Money of an undelivered order that a lost dispute returned; a payment that was reversed in full does not count. */
const returnedByBankKobo = sql`coalesce((select posting.amount_kobo from ledger_entries as entry
    join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'order:' || selected_orders.id
  where entry.event = 'order:' || selected_orders.id || ':nothing_to_refund' and exists (select from payments
    where payments.order_id = selected_orders.id and payments.state in ('succeeded', 'succeeded_late'))), 0)`

/** Goodwill that became a part of the refund of an order whose delivery the vendor reversed. */
const goodwillCountedKobo = sql`coalesce((select posting.amount_kobo from ledger_entries as entry
    join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'order:' || selected_orders.id
  where entry.event = 'order:' || selected_orders.id || ':goodwill_counted_as_refund'), 0)`

export const orderInvariants: readonly Invariant[] = [
  {
    name: 'order-funds-conserved',
    message: 'We keep the total of an order or nothing, or the order is in review',
    holds: 'always',
    find: (since) => sql`
      with selected_orders as materialized (select id, reference, service, total_kobo from orders
          where ${isOrderWithin(since)} and state <> 'quoted' and review_since is null),
        received as (select order_id, sum(paid_kobo) as kobo from payments where order_id in (select id from selected_orders)
          and paid_currency = 'NGN' and state in ('succeeded', 'succeeded_late', 'mismatch') group by order_id),
        refunded as (select order_id, sum(kobo) as kobo from (
            select order_id, amount_kobo as kobo from refunds where order_id in (select id from selected_orders)
              and currency = 'NGN' and ${isRefundEffective('refunds')} and not ${isGoodwill('refunds')}
            union all select refund.order_id, posting.amount_kobo from refunds as refund
              join ledger_entries as entry on entry.order_id = refund.order_id
                and starts_with(entry.event, 'refund:' || refund.id || ':returned_by_dispute:')
              join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'refund_payable'
              where refund.order_id in (select id from selected_orders) and not ${isGoodwill('refund')}
            union all select id, ${returnedByBankKobo} + ${goodwillCountedKobo} from selected_orders) as returned group by order_id)
      select reference as subject, service,
        ${nairaSql(retainedKobo)} || ' are kept of an order of ' || ${nairaSql(sql`total_kobo`)} || '.' as message
      from selected_orders left join received on received.order_id = id left join refunded on refunded.order_id = id
      where ${retainedKobo} not in (0, total_kobo)`,
  },
  {
    name: 'refund-not-above-payment',
    message: 'The refunds of a payment do not exceed the amount paid',
    holds: 'always',
    find: (since) => sql`
      select payment.reference as subject, orders.service,
        ${nairaSql(sql`sum(refund.amount_kobo)`)} || ' are refunded of ' || ${nairaSql(sql`payment.paid_kobo`)} || ' paid.' as message
      from refunds as refund join payments as payment on payment.id = refund.payment_id
        left join orders on orders.id = payment.order_id
      where ${isRefundEffective('refund')} and ${
        since === null
          ? sql`true`
          : sql`refund.payment_id in (select payment_id from refunds where ${isWithinScope(since, 'created_at')})`
      }
      group by payment.id, orders.service
      having sum(refund.amount_kobo) > coalesce(payment.paid_kobo, 0)`,
  },
  {
    name: 'goodwill-not-above-payment',
    message: 'Refunds and goodwill payments of an order do not exceed the amount paid',
    holds: 'always',
    stopsOrders: false,
    find: (since) => sql`
      select orders.reference as subject, orders.service,
        ${nairaSql(sql`goodwill_paid.kobo`)} || ' of goodwill are paid, and ' || ${nairaSql(refundedKobo)} || ' are refunded of '
          || ${nairaSql(paidKobo)} || ' paid.' as message
      from (select entry.order_id, sum(posting.amount_kobo) as kobo from ledger_entries as entry
          join ledger_postings as posting on posting.entry_id = entry.id and posting.account = 'adjustment'
        where entry.event like 'goodwill:%:goodwill_paid' and ${
          since === null
            ? sql`true`
            : sql`entry.order_id in (select order_id from ledger_entries where ${isWithinScope(since, 'posted_at')})`
        } group by entry.order_id) as goodwill_paid
        join orders on orders.id = goodwill_paid.order_id
      where goodwill_paid.kobo + ${refundedKobo} > ${paidKobo}`,
  },
  {
    name: 'suspense-settled',
    message:
      'A suspense account holds an order’s money while the order is in fulfilment, and nothing afterwards',
    holds: 'always',
    // A wallet payment is on hold in the wallet, and the suspense account is empty, unless the order is at a vendor.
    find: (since) => sql`
      select reference as subject, service,
        'The order is ' || state || ' and its suspense account holds ' || ${nairaSql(sql`-suspense_kobo`)} || '.' as message
      from (select orders.*, ${suspenseKobo} as suspense_kobo from orders where ${isOrderWithin(since)}
        and state in ('awaiting_payment', 'expired', 'delivered', 'refunding', 'refunded') and not (vendor_reversed and review_since is not null)) as ended
      where suspense_kobo <> 0
      union all
      select reference, service, 'The order is ' || state || ' and its suspense account holds ' || ${nairaSql(sql`-suspense_kobo`)} || '.'
      from (select orders.*, ${suspenseKobo} as suspense_kobo, exists (select from payments where order_id = orders.id
          and gateway = 'wallet' and payments.state = 'succeeded') as from_wallet
        from orders where state in ('paid', 'vending', 'vend_failed') and review_since is null) as owed
      where suspense_kobo <> -total_kobo and not (from_wallet and state <> 'vending' and suspense_kobo = 0)`,
  },
  {
    name: 'cashback-earned',
    message: 'Cashback is kept only for orders that were delivered and not refunded',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service, 'Cashback is kept for an order that is ' || orders.state || '.' as message
      from ledger_entries as entry join orders on orders.id = entry.order_id
      where entry.event = 'order:' || orders.id || ':cashback' and orders.state <> 'delivered'
        and ${isWithinScope(since, 'entry.posted_at')}
        and not exists (select from ledger_entries where event = 'order:' || orders.id || ':cashback_taken_back')`,
  },
  {
    name: 'single-vend-attempt',
    message: 'At most one vend attempt of an order is not confirmed as failed',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service,
        count(*) || ' attempts are not confirmed as failed, ' || count(*) filter (where attempts.state = 'delivered') || ' delivered.' as message
      from attempts join orders on orders.id = attempts.order_id
      where attempts.state <> 'failed' and ${isWithinScope(since, 'attempts.created_at')}
      group by orders.id having count(*) > 1`,
  },
  {
    name: 'vend-only-when-paid',
    message: 'Nothing is sent to a vendor for an order that was not paid',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service, 'Sent to ' || attempts.vendor || ' without a payment.' as message
      from attempts join orders on orders.id = attempts.order_id
      where orders.paid_at is null and ${isWithinScope(since, 'attempts.created_at')}`,
  },
  {
    name: 'delivery-matches-order',
    message: 'The delivery matches the order, and a prepaid meter gets a token',
    holds: 'always',
    find: (since) => sql`
      select orders.reference as subject, orders.service,
        case when delivery.order_id is null then 'The order is delivered and its delivery is not stored.'
          when attempts.state <> 'delivered' then 'The attempt is ' || attempts.state || '.'
          when attempts.beneficiary <> orders.beneficiary then 'Delivered to another beneficiary.'
          when attempts.amount_kobo <> orders.amount_kobo then 'Another amount was delivered.'
          else 'The delivery has no token.' end as message
      from orders left join deliveries as delivery on delivery.order_id = orders.id
        left join attempts on attempts.id = delivery.attempt_id
      where orders.state = 'delivered' and ${isWithinScope(since, 'orders.created_at')}
        and (delivery.order_id is null or attempts.state <> 'delivered' or attempts.beneficiary <> orders.beneficiary
          or attempts.amount_kobo <> orders.amount_kobo
          or (orders.service = 'power' and orders.variation = 'prepaid'
            and not delivery.tokens @> '[{"kind": "main"}]'))`,
  },
  {
    name: 'order-completed-in-time',
    message: 'Half an hour after its payment an order is delivered, refunded, or in review',
    holds: 'eventually',
    find: () => sql`
      select reference as subject, service, 'Paid at ' || to_char(paid_at, 'YYYY-MM-DD HH24:MI') || ' and not in review.' as message
      from orders where state in ('paid', 'vending', 'vend_failed', 'refunding') and review_since is null
        and (review_closed_at is null or review_closed_at < state_since)
        and paid_at < ${secondsAgoSql(reviewAfterSeconds + graceSeconds)}`,
  },
  {
    name: 'refund-confirmed-in-time',
    message:
      'An hour after a refund is due, its gateway has accepted or rejected the request, or a manager paid it',
    holds: 'eventually',
    stopsOrders: false,
    find: () => sql`
      select refund.id::text as subject, orders.service, ${nairaSql(sql`refund.amount_kobo`)} || ' of payment ' || coalesce(payment.reference, deposit.gateway_reference)
        || ' are to be refunded, and it is unknown whether ' || coalesce(payment.gateway, deposit.gateway) || ' has the request.' as message
      from refunds as refund left join payments as payment on payment.id = refund.payment_id
        left join deposits as deposit on deposit.id = refund.deposit_id left join orders on orders.id = refund.order_id
      where ${isRefundOutcomeUnknownSql('refund')}`,
  },
]
