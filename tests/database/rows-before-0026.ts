const uuid = (number: number) => `'00000000-0000-4000-8000-${String(number).padStart(12, '0')}'`
const [ada, manager, secondManager] = [uuid(1), uuid(2), uuid(3)]
const meterLookup = uuid(10)
const [deliveredOrder, refundedOrder, quotedOrder, unpaidOrder, expiredOrder] = [
  uuid(20),
  uuid(21),
  uuid(22),
  uuid(23),
  uuid(24),
]
const [capturedPayment, topUpPayment, failedPayment] = [uuid(30), uuid(31), uuid(32)]
const [deliveredAttempt, failedAttempt] = [uuid(40), uuid(41)]
const [failedRefund, retryRefund, depositRefund] = [uuid(50), uuid(51), uuid(52)]
const [virtualAccount, creditedDeposit, unmatchedDeposit, newDeposit] = [
  uuid(60),
  uuid(61),
  uuid(62),
  uuid(63),
]
const [paymentCard, bulkPurchase, campaign] = [uuid(70), uuid(80), uuid(90)]
const at = `'2026-11-20 10:00:00+00'`
const bytes = `'\\xdeadbeef'`

const order = (id: string, reference: string, rest = '') => `
  insert into orders (id, reference, access_token, view_token, service, code, variation, state, user_id, session_hash,
    fingerprint, beneficiary, phone, email, amount_kobo, service_charge_kobo, total_kobo, cashback_kobo, vendor, customer,
    verification_id, quantity, variation_name)
  values (${id}, '${reference}', 'access-${reference}', 'view-${reference}', 'power', 'ikeja', 'prepaid', 'quoted', ${ada},
    ${bytes}, 'print-${reference}', '45012345678', '+2348030000001', 'ada@example.com', 500000, 10000, 510000, 5000,
    'vtpass', '{"name": "ADA OBI", "handle": "h1"}', ${meterLookup}, 1, 'Prepaid');
  ${rest}`
const setStates = (table: string, id: string, ...states: string[]) =>
  states.map((state) => `update ${table} set state = '${state}' where id = ${id}`)

const transitions = {
  order:
    'quoted>awaiting_payment awaiting_payment>paid awaiting_payment>expired paid>vending vending>delivered vending>vend_failed vend_failed>refunding refunding>refunded',
  payment: 'created>initialised initialised>pending pending>succeeded pending>failed succeeded>reversed',
  attempt: 'sending>delivered sending>failed sending>unknown unknown>failed',
  refund: 'requested>unknown unknown>sent unknown>failed sent>failed sent>processed unknown>requested',
  virtual_account: 'requested>reserved requested>refused',
  inflow: 'noted>credited noted>unmatched noted>unconfirmed unconfirmed>noted',
}

/** Statements that give every table of the schema before migration 0026 a row; states change by valid transitions. */
export const rowsOfEveryTable: readonly string[] = [
  `insert into facts values ('mode', 'simulated')`,
  `update clock set ahead = interval '3 hours'`,
  `insert into settings (key, value) values ('vtu_airtime_status', '1')`,
  `insert into setting_changes (name, old, new, changed_by) values ('vtu_airtime_status', '0', '1', 'command')`,
  `insert into rate_limits values ('login:1.2.3.4', 1.5, 1763640000000)`,
  `insert into idempotency_keys (scope, key, request_hash, http, answer) values ('u1', 'k1', 'hash', 200, '{"status": "ok"}')`,
  ...Object.entries(transitions).flatMap(([machine, pairs]) =>
    pairs.split(' ').map((pair) => {
      const [from, to] = pair.split('>')
      return `insert into state_moves values ('${machine}', '${from}', '${to}')`
    }),
  ),
  `insert into users (id, uniqueid, name, email, role) values
    (${manager}, 'manager1', 'Musa Bello', 'musa@example.com', 'manager'),
    (${secondManager}, 'manager2', 'Ngozi Eze', 'ngozi@example.com', 'manager')`,
  `insert into users (id, uniqueid, name, email, phone, password_hash, pin_hash, email_verified_at, registered_session,
      platform, is_company, company_name, address, website, rc_number, picture, referral_code, referred_by, bvn_masked,
      bvn_account_name)
    values (${ada}, 'ada1', 'Ada Obi', 'ada@example.com', '+2348030000001', 'argon', 'argon', ${at}, ${bytes}, 'web', true,
      'Obi Ltd', '1 Broad Street', 'https://obi.example', 'RC1', 'data:image/png;base64,AA', 'ADA', ${manager},
      '*******1234', 'ADA OBI')`,
  `insert into bearers (hash, user_id, device, last_seen_at, ended_at) values (${bytes}, ${ada}, 'Chrome', ${at}, ${at})`,
  `insert into known_devices (user_id, device_hash) values (${ada}, ${bytes})`,
  `insert into email_codes (user_id, purpose, hash, session_hash, tries, expires_at, used_at)
    values (${ada}, 'verify', ${bytes}, ${bytes}, 2, ${at}, ${at})`,
  `insert into pin_failures (user_id) values (${ada})`,
  `insert into beneficiaries (uniqueid, user_id, type, number, phone, amount_kobo, customer_name, customer_address, notes, details)
    values ('b1', ${ada}, 'power', '45012345678', '+2348030000001', 500000, 'ADA OBI', '1 Broad Street', 'Home', '{}')`,
  `insert into states values ('NG-LA', 'Lagos')`,
  `insert into products (service, code, name, abbr, description, company, states, meter_types, position, as_of)
    values ('power', 'ikeja', 'Ikeja Electric', 'IE', 'Ikeja', 'Ikeja Electric', '{NG-LA}', '{prepaid}', 0, '2026-11-01')`,
  `insert into vendor_products (vendor, service, code, vendor_code, listed_at, min_kobo, max_kobo)
    values ('vtpass', 'power', 'ikeja', 'ikeja-electric', ${at}, 50000, 50000000)`,
  `insert into variations (vendor, service, code, variation, vendor_code, name, price_kobo, position)
    values ('vtpass', 'power', 'ikeja', 'v1', 'x', 'Prepaid', 100000, 0)`,
  `insert into verifications (id, vendor, service, code, variation, beneficiary, found, stale_at)
    values (${meterLookup}, 'vtpass', 'power', 'ikeja', 'prepaid', '45012345678', '{"name": "ADA OBI", "handle": "h1"}', ${at})`,

  ...[
    order(deliveredOrder, 'AAAABBBB2222'),
    order(refundedOrder, 'AAAABBBB2223'),
    order(quotedOrder, 'AAAABBBB2224'),
    order(unpaidOrder, 'AAAABBBB2225'),
    order(expiredOrder, 'AAAABBBB2226'),
  ].map((statement) => statement.trim().replace(/;$/, '')),
  `insert into payment_cards (id, uniqueid, user_id, gateway, token, token_hash, email, first_digits, last_digits, expiry,
      issuer, type, signature, deleted_at, due_at, tries)
    values (${paymentCard}, 'c1', ${ada}, 'paystack', 'sealed', ${bytes}, 'ada@example.com', '408408', '4081', '12/30', 'Bank',
      'visa', 'SIG', ${at}, ${at}, 3)`,
  ...setStates('orders', deliveredOrder, 'awaiting_payment'),
  ...setStates('orders', refundedOrder, 'awaiting_payment'),
  ...setStates('orders', unpaidOrder, 'awaiting_payment'),
  ...setStates('orders', expiredOrder, 'awaiting_payment', 'expired'),
  `insert into payments (id, order_id, user_id, card_id, save_card, reference, gateway, method, state, amount_kobo, email,
      checkout_url, nonce_hash, gateway_reference, checks, due_at, expires_at, session_hash)
    values (${capturedPayment}, ${deliveredOrder}, ${ada}, ${paymentCard}, true, 'PAY1', 'paystack', 'CARD', 'created', 510000, 'ada@example.com',
      'https://pay.example/1', ${bytes}, 'T1', 4, ${at}, ${at}, ${bytes}),
    (${failedPayment}, ${refundedOrder}, ${ada}, null, false, 'PAY2', 'monnify', 'CARD', 'created', 510000, 'ada@example.com',
      null, ${bytes}, null, 0, null, ${at}, null)`,
  `insert into payments (id, purpose, user_id, reference, gateway, method, state, amount_kobo, email, nonce_hash, expires_at)
    values (${topUpPayment}, 'wallet_topup', ${ada}, 'PAY3', 'monnify', 'CARD', 'created', 200000, 'ada@example.com', ${bytes}, ${at})`,
  ...setStates('payments', capturedPayment, 'initialised', 'pending', 'succeeded'),
  `update payments set paid_kobo = 510000, paid_currency = 'NGN', fee_kobo = 7650, channel = 'card', paid_at = ${at},
    payer_name = 'ADA OBI' where id = ${capturedPayment}`,
  ...setStates('payments', failedPayment, 'initialised', 'pending'),
  `update payments set state = 'failed', failed_because = 'insufficient_funds' where id = ${failedPayment}`,
  ...setStates('payments', topUpPayment, 'initialised', 'pending', 'succeeded'),
  `update payments set review_reason = 'partly_paid', review_since = ${at} where id = ${topUpPayment}`,
  `insert into card_attempts (payment_id, device, client, card, declined_at) values (${capturedPayment}, ${bytes}, ${bytes}, 'SIG', ${at})`,
  `insert into disputes (gateway, gateway_dispute, payment_id, state, amount_kobo, answer_by)
    values ('paystack', 'D1', ${capturedPayment}, 'lost', 100000, ${at})`,

  ...setStates('orders', deliveredOrder, 'paid', 'vending'),
  ...setStates('orders', refundedOrder, 'paid', 'vending', 'vend_failed', 'refunding'),
  `insert into attempts (id, order_id, vendor, request_id, beneficiary, state, amount_kobo, service, handle)
    values (${deliveredAttempt}, ${deliveredOrder}, 'vtpass', 'R1', '45012345678', 'sending', 500000, 'power', 'h1'),
      (${failedAttempt}, ${refundedOrder}, 'buypower', 'R2', '45012345678', 'sending', 500000, 'power', null)`,
  `update attempts set state = 'delivered', asks = 2, sends = 2, vendor_reference = 'V1', cost_kobo = 490000, code = '000',
    never_received = 1, never_received_since = ${at}, due_at = ${at} where id = ${deliveredAttempt}`,
  `update attempts set state = 'unknown', because = 'timeout' where id = ${failedAttempt}`,
  `update attempts set state = 'failed', because = 'never_received', code = '015' where id = ${failedAttempt}`,
  `update orders set state = 'delivered', delivered_at = ${at}, paid_at = ${at}, bought_by = ${manager}, late_delivered = true,
    vendor_reversed = true, review_reason = 'vendor_reversed', review_since = ${at}, review_due = ${at},
    review_closed_at = ${at}, due_at = ${at}, refunded_at = ${at} where id = ${deliveredOrder}`,
  `insert into deliveries (order_id, attempt_id, tokens, units, tariff, tariff_class, vat_kobo, arrears_kobo, customer_name,
      customer_address, receipt_number, pins)
    values (${deliveredOrder}, ${deliveredAttempt}, '[{"kind": "token", "digits": "12345678901234567890", "units": "50"}]', '50', '68',
      'R2', 37500, 0, 'ADA OBI', '1 Broad Street', 'RN1', '[{"serial": "S", "pin": "P"}]')`,

  `insert into virtual_accounts (id, reference, user_id, type, number, gateway, state, funding_fee_kobo, asks, due_at, buys)
    values (${virtualAccount}, 'VA1', ${ada}, 'power', '45012345678', 'monnify', 'requested', 5000, 1, ${at}, true)`,
  `update virtual_accounts set state = 'reserved', bank_name = 'Wema', account_name = 'ADA OBI', account_number = '0123456789',
    because = 'slow', last_inflow_at = ${at} where id = ${virtualAccount}`,
  `insert into inflows (id, gateway, gateway_reference, transaction_id, state, virtual_account_id, paid_kobo, currency, fee_kobo,
      funding_fee_kobo, payer_name, paid_at, because, buying, order_id, asks, due_at)
    values (${creditedDeposit}, 'monnify', 'MNFY1', 'T1', 'noted', ${virtualAccount}, 505000, 'NGN', 1000, 5000, 'EMEKA', ${at}, null,
        'bought', ${deliveredOrder}, 3, null),
      (${unmatchedDeposit}, 'monnify', 'MNFY2', null, 'noted', null, 70000, 'NGN', 1000, null, 'NOBODY', ${at}, 'no_account',
        null, null, 1, null),
      (${newDeposit}, 'monnify', 'MNFY3', null, 'noted', null, null, null, null, null, null, null, null, null, null, 0, ${at})`,
  ...setStates('inflows', creditedDeposit, 'credited'),
  ...setStates('inflows', unmatchedDeposit, 'unmatched'),

  `insert into refunds (id, order_id, payment_id, cause, state, amount_kobo, account, account_bank, account_ends, account_name,
      account_named_at, account_review, due_at)
    values (${failedRefund}, ${refundedOrder}, ${failedPayment}, 'not_delivered', 'requested', 510000, 'sealed', 'GTBank', '6789',
      'ADA OBI', ${at}, 'name_mismatch', ${at})`,
  ...setStates('refunds', failedRefund, 'unknown', 'sent'),
  `update refunds set state = 'failed', refund_id = 'G1', because = 'account_closed', asks = 5, paid_by_hand = 'bank'
    where id = ${failedRefund}`,
  `insert into refunds (id, order_id, payment_id, cause, again_of, state, amount_kobo)
    values (${retryRefund}, ${refundedOrder}, ${failedPayment}, 'again', ${failedRefund}, 'requested', 510000)`,
  `insert into refunds (id, inflow_id, cause, state, amount_kobo) values (${depositRefund}, ${unmatchedDeposit}, 'unmatched', 'requested', 70000)`,
  `insert into refund_account_codes (refund_id, hash, session_hash, tries, expires_at, proved_at)
    values (${failedRefund}, ${bytes}, ${bytes}, 1, ${at}, ${at})`,
  ...setStates('orders', refundedOrder, 'refunded'),

  `insert into webhook_inbox (party, event_key, raw, handled_at) values ('paystack', 'e1', ${bytes}, ${at})`,
  `insert into outbox (once_key, channel, recipient, subject, body, html, order_id, state, tries, because, sent_at, secret,
      useless_at)
    values ('order:1:token', 'mail', 'ada@example.com', 'Your token', 'Body', '<p>Body</p>', ${deliveredOrder}, 'sent', 2,
      'timeout', ${at}, true, ${at})`,
  `insert into outbox (once_key, channel, recipient, body) values ('order:2:token', 'sms', '+2348030000001', 'Body')`,
  `insert into notifications (user_id, service, subject, body, order_id, read_at, amount_kobo)
    values (${ada}, 'power', 'Delivered', 'Body', ${deliveredOrder}, ${at}, 500000)`,

  `insert into ledger_entries (event, order_id, reason) values ('payment:1:captured', ${deliveredOrder}, 'test')`,
  `insert into ledger_postings (entry_id, account, amount_kobo)
    select id, account, amount from ledger_entries,
      (values ('gateway:paystack', 200000), ('wallet:ada', -200000)) as posting (account, amount)`,
  `insert into ledger_entries (event, reverses) select 'payment:1:reversed', id from ledger_entries`,
  `insert into balances values ('wallet:ada', 200000)`,
  `insert into ledger_sums select 'wallet:ada', min(id), -200000 from ledger_entries`,

  `insert into audit_log (role, actor_id, action, subject, owner_id, detail, request, shown)
    values ('manager', ${manager}, 'set_apart.credit', 'ada1', ${ada}, '{"amount": 1}', 'req-1', true)`,
  `insert into vendor_health (vendor, service, state, reason, pauses, probe_at, good_probes, needs_kobo)
    values ('vtpass', 'power', 'paused', 'timeouts', 2, ${at}, 1, 1000000),
      ('buypower', 'power', 'trial', 'float', 1, null, 0, null), ('irecharge', 'power', 'selling', 'again', 0, null, 0, null)`,
  `insert into back_requests (service, channel, recipient, told_at) values ('power', 'sms', '+2348030000001', ${at})`,
  `insert into breaches (rule, subject, service, says, ended_at, accepted_at, accepted_by, accepted_why)
    values ('V1', 's', 'power', 'It does not sum to 0', ${at}, ${at}, 'musa', 'known')`,
  `insert into differences (id, kind, subject, our_kobo, their_kobo, note, resolved_at, resolution)
    overriding system value values (1, 'set_apart', ${topUpPayment}, 200000, 0, 'Top-up PAY3', null, null),
    (2, 'payment', ${capturedPayment}, 510000, 500000, 'Less', ${at}, 'explained')`,
  `insert into compared (kind, subject_id, agreed) values ('inflow', ${creditedDeposit}, true)`,
  `insert into daily_figures (day, figures) values ('2026-11-19', '{"paid": 1}')`,
  `insert into day_totals values ('2026-11-19', 1, 0, 1000, 510000)`,
  `insert into spent_days values (${ada}, '2026-11-19', 'power', 1, 510000, 50)`,

  `insert into tickets (number, user_id, order_id, email, message, state, answer, answered_by, answered_at)
    values ('TK1', ${ada}, ${deliveredOrder}, 'ada@example.com', 'No light', 'answered', 'Try again', ${manager}, ${at})`,
  `insert into bulk_purchases (id, user_id, file_name, state, total_kobo, due_at, started_at, finished_at, counts)
    values (${bulkPurchase}, ${ada}, 'staff.csv', 'done', 510000, ${at}, ${at}, ${at},
      '{"wrong": 1, "waiting": 0, "refused": 1, "delivered": 1, "checking": 0}')`,
  `insert into bulk_rows (bulk_id, line, service, number, provider, type, plan, amount, phone, state, why, order_id,
      customer_name, amount_kobo, total_kobo, tries, due_at)
    select ${bulkPurchase}, line, 'power', '45012345678', 'ikeja', 'prepaid', '', '5000', '08030000001', state, 'Because',
      case state when 'bought' then ${deliveredOrder}::uuid end, 'ADA OBI', 500000, 510000, 1, ${at}::timestamptz
    from unnest(array['checking', 'wrong', 'ready', 'waiting', 'bought', 'refused']) with ordinality as t (state, line)`,

  `insert into approvals (kind, state, amount_kobo, subject, user_id, beneficiary, order_id, difference_id, bank_reference,
      asked_by, decided_by, decided_at, because, settings)
    values ('wallet_topup', 'rejected', 100000, 'Transfer', ${ada}, 'ada', null, null, 'BR1', ${manager}, ${secondManager}, ${at},
        'No transfer found', null),
      ('refund', 'waiting', 510000, null, null, null, ${refundedOrder}, null, null, ${manager}, null, null, null, null),
      ('purchase', 'waiting', 510000, null, ${ada}, null, ${quotedOrder}, null, null, ${manager}, null, null, null, null),
      ('set_apart', 'waiting', 200000, null, ${ada}, null, null, 1, null, ${manager}, null, null, null, null),
      ('limit_change', 'waiting', null, null, null, null, null, null, null, ${manager}, null, null, null,
        '{"refund_second_manager_kobo": {"from": 1, "to": 2}}')`,
  `insert into campaigns (id, channel, service, subject, body, html, file_name, file_type, file, sent_by, counts)
    values (${campaign}, 'email', 'power', 'News', 'Body', '<p>Body</p>', 'a.pdf', 'application/pdf', ${bytes}, ${manager},
      '{"sent": 1}')`,
  `insert into campaign_recipients (campaign_id, recipient, state, tries, because, sent_at)
    values (${campaign}, 'ada@example.com', 'sent', 1, 'slow', ${at}), (${campaign}, 'musa@example.com', 'waiting', 0, null, null)`,
  `update templates set updated_by = ${manager} where channel = 'sms'`,
  `insert into power_records (reference, view_token, meter_number, meter_type, phone, amount_kobo, disco, order_reference,
      platform, email, units, token, description, user_id, recorded_by)
    values ('PR1', 'vt', '45012345678', 'prepaid', '+2348030000001', 100000, 'ikeja', 'X', 'elsewhere', 'ada@example.com',
      '10', '1234', 'By phone', ${ada}, ${manager})`,
  `insert into bvn_checks (user_id, gateway, consent, outcome, answered_at) values (${ada}, 'paystack', 'I agree', 'match', ${at})`,
  `insert into identities (user_id, gateway, sealed) values (${ada}, 'paystack', 'sealed')`,
]
