/** Orders of one day; a larger database has a longer history. */
const ordersPerDay = 1_000
const users = (orders: number) => Math.max(10, Math.ceil(orders / 10))

/** One table's rows: its columns, and the query that makes them. */
export interface TableRows {
  readonly table: string
  readonly columns: string
  readonly query: string
}

/**
 * Functions and a table that the queries below use, in a schema of their own. The n-th of `orders` orders is made
 * `orders - n` intervals before now. Half of them are a user's. Of 100 orders one is refunded, ten are paid from a
 * wallet, and of the last week one is expired; the latest 20 await payment.
 */
export const growthFunctions = (orders: number): string => `
  create schema bench;
  create table bench.started as select now() as at;
  create function bench.at(n bigint) returns timestamptz language sql stable as $$
    select at - (${orders} - n) * interval '1 day' / ${ordersPerDay} - interval '10 minutes' from bench.started $$;
  create function bench.id(kind text, n bigint, at timestamptz) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || n), 1, 3)
      || '8' || substr(md5(kind || n), 4, 15))::uuid $$;
  create function bench.person(u bigint) returns uuid language sql immutable as $$ select md5('u' || u)::uuid $$;
  create unlogged table bench.orders as
    select n, at, bench.id('o', n, at) as id, bench.id('p', n, at) as payment_id, bench.id('a', n, at) as attempt_id,
      bench.id('r', n, at) as refund_id, 'SW-' || upper(substr(md5('p' || n), 1, 30)) as payment_reference,
      case when n > ${orders} - 20 then 'awaiting_payment' when n % 100 = 0 then 'refunded'
        when n % 100 = 1 and n > ${orders} - 7 * ${ordersPerDay} then 'expired' else 'delivered' end as state,
      case when n % 2 = 0 then bench.person(n / 2 % ${users(orders)} + 1) end as user_id,
      case when n % 10 = 4 and n <= ${orders} - 20 then 'wallet' when n % 3 = 0 then 'monnify' else 'paystack' end as gateway,
      (array['power', 'power', 'cabletv', 'airtime', 'data'])[1 + n % 5] as service,
      (array['vtpass', 'buypower'])[1 + n % 2] as vendor, '45' || lpad(n::text, 9, '0') as beneficiary,
      '+234803' || lpad((n % 5000000)::text, 7, '0') as phone
    from generate_series(1, ${orders}::bigint) as n, lateral (select bench.at(n) as at) as made;
  analyze bench.orders;
  create view bench.paid as select * from bench.orders where state in ('delivered', 'refunded');`

/** The rows of every table that grows with the orders, as the app's code and triggers leave them. */
export const growthRows = (orders: number): TableRows[] => [
  {
    table: 'users',
    columns: 'id, uniqueid, name, email, email_verified_at, created_at',
    query: `select bench.person(u), 'u' || u, 'Person ' || u, 'person' || u || '@example.com', bench.at(1), bench.at(u * 10)
      from generate_series(1, ${users(orders)}) as u`,
  },
  {
    table: 'orders',
    columns: `id, reference, access_token, view_token, link_hash, service, code, variation, state, state_since, user_id,
      dedupe_hash, beneficiary, phone, email, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot,
      due_at, created_at, paid_at, delivered_at, refunded_at`,
    query: `select id, translate(lpad(upper(to_hex(n)), 12, 'X'), '01', 'ZY'), 'access ' || md5('t' || n), 'view ' || md5('v' || n),
      sha256(('l' || n)::bytea), service, case service when 'power' then 'ikeja' else 'mtn' end,
      case service when 'power' then 'prepaid' else '' end, state, at + interval '1 minute', user_id, md5('d' || n),
      beneficiary, phone, case when n % 2 = 0 then 'person' || n / 2 % ${users(orders)} + 1 || '@example.com' end,
      200000, 10000, 210000, vendor, '{"name": "ADA OBI", "address": "12 Allen Avenue, Ikeja"}',
      case when state = 'awaiting_payment' then now() + interval '1 hour' end, at,
      case when state in ('delivered', 'refunded') then at + interval '30 seconds' end,
      case when state = 'delivered' then at + interval '1 minute' end,
      case when state = 'refunded' then at + interval '1 minute' end from bench.orders`,
  },
  {
    table: 'payments',
    columns: `id, order_id, user_id, reference, gateway, method, state, state_since, amount_kobo, email, checkout_url,
      return_nonce_hash, gateway_reference, paid_kobo, paid_currency, fee_kobo, channel, due_at, expires_at, created_at, paid_at`,
    query: `select payment_id, id, user_id, payment_reference, gateway, case gateway when 'wallet' then 'WALLET' else 'CARD' end,
      case state when 'awaiting_payment' then 'initialised' when 'expired' then 'expired' else 'succeeded' end,
      at + interval '30 seconds', 210000, 'guest@example.com', 'https://checkout.example/' || n, sha256(n::text::bytea),
      n::text, case when state in ('delivered', 'refunded') then 210000 end,
      case when state in ('delivered', 'refunded') then 'NGN' end,
      case when state not in ('delivered', 'refunded') then null when gateway = 'wallet' then 0 else 3150 end, 'card',
      case when state = 'awaiting_payment' then now() + interval '1 hour' end, at + interval '1 hour', at,
      case when state in ('delivered', 'refunded') then at + interval '30 seconds' end from bench.orders`,
  },
  {
    table: 'payments',
    columns: `id, user_id, purpose, reference, gateway, method, state, state_since, amount_kobo, email, return_nonce_hash,
      paid_kobo, paid_currency, fee_kobo, expires_at, created_at, paid_at`,
    query: `select bench.id('w', u, at), bench.person(u), 'wallet_topup', 'SW-' || upper(substr(md5('w' || u), 1, 30)), 'paystack',
      'CARD', 'succeeded', at, 10000000, 'person' || u || '@example.com', sha256(u::text::bytea), 10000000, 'NGN', 0, at, at, at
      from generate_series(1, ${users(orders)}) as u, lateral (select bench.at(1) as at) as made`,
  },
  {
    table: 'attempts',
    columns: `id, order_id, vendor, service, request_id, beneficiary, state, state_since, amount_kobo, sent_at, vendor_reference,
      cost_kobo, failure_reason, created_at`,
    query: `select attempt_id, id, vendor, service, to_char(at, 'YYYYMMDDHH24MI') || substr(md5('q' || n), 1, 20), beneficiary,
      case state when 'delivered' then 'delivered' else 'failed' end, at + interval '1 minute', 200000, at + interval '50 seconds',
      n::text, case state when 'delivered' then 196000 end, case state when 'refunded' then 'rejected' end, at + interval '50 seconds'
      from bench.paid`,
  },
  {
    table: 'deliveries',
    columns: 'order_id, attempt_id, tokens, units, pins, created_at',
    query: `select id, attempt_id, case service when 'power' then '[{"kind": "main", "units": "22.2", "digits": "12345678901234567890"}]' else '[]' end::jsonb, '22.2', '[]'::jsonb,
      at + interval '1 minute' from bench.paid where state = 'delivered'`,
  },
  {
    table: 'refunds',
    columns:
      'id, order_id, payment_id, cause, state, state_since, amount_kobo, gateway_refund_id, created_at',
    query: `select refund_id, id, payment_id, 'not_delivered', 'processed', at + interval '1 minute', 210000, n::text,
      at + interval '1 minute' from bench.paid where state = 'refunded'`,
  },
  {
    table: 'state_history',
    columns: 'entity, entity_id, order_id, state, reason, occurred_at',
    query: `select entity, case entity when 'order' then id when 'attempt' then attempt_id else refund_id end, id, to_state, null,
      at + interval '1 minute' from bench.paid, (values ('attempt', 'failed'), ('order', 'vend_failed'), ('order', 'refunding'),
        ('refund', 'processed'), ('order', 'refunded')) as moved (entity, to_state) where state = 'refunded'`,
  },
  {
    table: 'order_search_terms',
    columns: 'term, created_at, order_id',
    query: `select term, at, id from bench.orders, unnest(array[beneficiary, 'last4:' || right(beneficiary, 4), phone,
        'last4:' || right(phone, 4), 'vendor:' || vendor, 'payer:' || gateway,
        case when n % 2 = 0 then 'person' || n / 2 % ${users(orders)} + 1 || '@example.com' end]) with ordinality as of_order (term, place)
      where term is not null and not (place = 4 and right(phone, 4) = right(beneficiary, 4))`,
  },
  {
    table: 'ledger_entries',
    columns: 'id, event, order_id, posted_at',
    query: `select u, 'payment:' || bench.id('w', u, bench.at(1)) || ':captured', null, bench.at(1)
        from generate_series(1, ${users(orders)}) as u
      union all select ${users(orders)} + n * 4, 'payment:' || payment_id || ':held', id, at + interval '30 seconds'
        from bench.paid where gateway = 'wallet'
      union all select ${users(orders)} + n * 4 + 1, 'payment:' || payment_id || ':captured', id, at + interval '30 seconds' from bench.paid
      union all select ${users(orders)} + n * 4 + 2, case state when 'delivered' then 'order:' || id || ':delivered'
        else 'refund:' || refund_id || ':requested' end, id, at + interval '1 minute' from bench.paid
      union all select ${users(orders)} + n * 4 + 3, 'refund:' || refund_id || ':processed', id, at + interval '1 minute'
        from bench.paid where state = 'refunded'`,
  },
  {
    table: 'ledger_postings',
    columns: 'entry_id, account, amount_kobo, kind, posted_at',
    query: `with of_order as (select *, 'order:' || id as suspense, ${users(orders)} + n * 4 as entry from bench.paid)
      select u, account, kobo, case when kobo < 0 then 'top_up' end, case when kobo < 0 then bench.at(1) end
        from generate_series(1, ${users(orders)}) as u,
          lateral (values ('gateway:paystack', 10000000), ('wallet:' || bench.person(u), -10000000)) as line (account, kobo)
      union all select entry, account, kobo, kind, case when kind is not null then at + interval '30 seconds' end from of_order,
        lateral (values ('wallet:' || user_id, 210000, 'payment'), ('hold:' || user_id, -210000, null)) as line (account, kobo, kind)
        where gateway = 'wallet'
      union all select entry + 1, account, kobo, null, null from of_order,
        lateral (values ('hold:' || user_id, 210000), (suspense, -210000)) as line (account, kobo) where gateway = 'wallet'
      union all select entry + 1, account, kobo, null, null from of_order,
        lateral (values ('gateway:' || gateway, 206850), ('gateway_fee', 3150), (suspense, -210000)) as line (account, kobo)
        where gateway <> 'wallet'
      union all select entry + 2, account, kobo, null, null from of_order, lateral (values (suspense, 210000),
          ('vendor_float:' || vendor, -196000), ('service_charge', -10000), ('commission', -4000)) as line (account, kobo)
        where state = 'delivered'
      union all select entry + 2, account, kobo, null, null from of_order,
        lateral (values (suspense, 210000), ('refund_payable', -210000)) as line (account, kobo) where state = 'refunded'
      union all select entry + 3, account, kobo, null, null from of_order,
        lateral (values ('refund_payable', 210000), ('gateway:' || gateway, -210000)) as line (account, kobo) where state = 'refunded'`,
  },
  {
    table: 'balances',
    columns: 'account, balance_kobo',
    query: `select 'wallet:' || bench.person(u), 10000000 - coalesce(spent.kobo, 0) from generate_series(1, ${users(orders)}) as u
        left join (select user_id, sum(210000) as kobo from bench.paid where gateway = 'wallet' group by 1) as spent
          on spent.user_id = bench.person(u)
      union all select distinct 'hold:' || user_id, 0 from bench.paid where gateway = 'wallet'`,
  },
  {
    table: 'reconciled_items',
    columns: 'kind, subject_id, matched, reconciled_at',
    query: `select kind, case kind when 'payment' then payment_id else attempt_id end, true, now() - interval '1 hour'
      from bench.paid, (values ('payment'), ('attempt')) as of_kind (kind)
      where at > now() - interval '30 days' or kind = 'payment'
        and (at between now() - interval '49 days' and now() - interval '44 days'
          or at between now() - interval '124 days' and now() - interval '119 days')
      union all select 'refund', refund_id, true, now() - interval '1 hour' from bench.paid
        where state = 'refunded' and at > now() - interval '30 days'`,
  },
  {
    table: 'outbox',
    columns:
      'id, dedupe_key, channel, recipient, body, order_id, state, attempt_count, due_at, created_at, sent_at',
    query: `select bench.id('m', n, at), 'order:' || id || ':delivered:sms', 'sms', phone,
      case when at > now() - interval '7 days' then repeat('token ', 25) else '' end, id, 'sent', 1, null, at, at
      from bench.paid where state = 'delivered'`,
  },
  {
    table: 'notifications',
    columns: 'id, user_id, service, subject, body, order_id, read_at, created_at',
    query: `select bench.id('n', n, at), user_id, service, 'Your purchase', repeat('token ', 25), id, at, at
      from bench.paid where state = 'delivered' and user_id is not null`,
  },
  {
    table: 'webhook_inbox',
    columns: 'id, provider, event_key, raw, received_at, handled_at, due_at',
    query: `select bench.id('h', n, at), gateway, 'charge ' || n,
      case when at > now() - interval '7 days' then repeat('webhook ', 150)::bytea else '' end, at, at, at
      from bench.paid where gateway <> 'wallet' and at > now() - interval '90 days'`,
  },
  {
    table: 'audit_log',
    columns: 'occurred_at, role, actor_id, action, data_subject_id, detail',
    query: `select bench.at(n), 'manager', bench.person(1), case when n % 5000 = 0 then 'template.change' else 'user.read' end,
      bench.person(n % ${users(orders)} + 1), '{}'::jsonb from generate_series(1, ${orders}::bigint, 20) as n`,
  },
  {
    table: 'tickets',
    columns: 'number, user_id, message, state, answer, answered_at, created_at',
    query: `select 'T' || n, bench.person(n % ${users(orders)} + 1), 'Where is my token?',
      case when n > ${orders} - 2000 then 'open' else 'answered' end, case when n > ${orders} - 2000 then null else 'Sent' end,
      case when n > ${orders} - 2000 then null else bench.at(n) end, bench.at(n)
      from generate_series(1, ${orders}::bigint, 200) as n`,
  },
]
