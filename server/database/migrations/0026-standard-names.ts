import { type Kysely, sql } from 'kysely'

const tables = [
  ['turns', 'state_history'],
  ['facts', 'app_metadata'],
  ['clock', 'test_clock'],
  ['state_moves', 'state_transitions'],
  ['bearers', 'session_tokens'],
  ['order_terms', 'order_search_terms'],
  ['differences', 'reconciliation_breaks'],
  ['compared', 'reconciled_items'],
  ['breaches', 'invariant_violations'],
  ['back_requests', 'service_alert_subscriptions'],
  ['day_totals', 'daily_order_totals'],
  ['daily_figures', 'daily_metrics'],
  ['spent_days', 'daily_user_spend'],
  ['ledger_sums', 'account_balance_snapshots'],
  ['inflows', 'deposits'],
  ['vendor_health', 'circuit_breakers'],
  ['verifications', 'customer_lookups'],
] as const

const columns = [
  ['state_history', 'machine', 'entity'],
  ['state_history', 'subject_id', 'entity_id'],
  ['state_history', 'because', 'reason'],
  ['state_history', 'at', 'occurred_at'],
  ['test_clock', 'one', 'singleton'],
  ['test_clock', 'ahead', 'clock_offset'],
  ['state_transitions', 'machine', 'entity'],
  ['session_tokens', 'hash', 'token_hash'],
  ['session_tokens', 'ended_at', 'revoked_at'],
  ['reconciliation_breaks', 'our_kobo', 'internal_kobo'],
  ['reconciliation_breaks', 'their_kobo', 'external_kobo'],
  ['reconciliation_breaks', 'owner', 'team'],
  ['reconciliation_breaks', 'since', 'first_seen_at'],
  ['reconciliation_breaks', 'seen_at', 'last_seen_at'],
  ['reconciled_items', 'agreed', 'matched'],
  ['reconciled_items', 'at', 'reconciled_at'],
  ['invariant_violations', 'rule', 'invariant'],
  ['invariant_violations', 'says', 'message'],
  ['invariant_violations', 'found_at', 'detected_at'],
  ['invariant_violations', 'ended_at', 'resolved_at'],
  ['invariant_violations', 'accepted_why', 'accepted_reason'],
  ['service_alert_subscriptions', 'told_at', 'notified_at'],
  ['daily_metrics', 'figures', 'metrics'],
  ['daily_metrics', 'made_at', 'computed_at'],
  ['webhook_inbox', 'party', 'provider'],
  ['outbox', 'once_key', 'dedupe_key'],
  ['outbox', 'useless_at', 'expires_at'],
  ['outbox', 'secret', 'redact_after_send'],
  ['outbox', 'because', 'failure_reason'],
  ['outbox', 'tries', 'attempt_count'],
  ['attempts', 'asks', 'requery_count'],
  ['attempts', 'sends', 'send_count'],
  ['attempts', 'handle', 'vendor_token'],
  ['attempts', 'because', 'failure_reason'],
  ['attempts', 'code', 'vendor_code'],
  ['attempts', 'never_received', 'not_found_count'],
  ['attempts', 'never_received_since', 'not_found_since'],
  ['payments', 'checks', 'verify_count'],
  ['payments', 'failed_because', 'failure_reason'],
  ['payments', 'nonce_hash', 'return_nonce_hash'],
  ['refunds', 'refund_id', 'gateway_refund_id'],
  ['refunds', 'because', 'failure_reason'],
  ['refunds', 'asks', 'poll_count'],
  ['refunds', 'again_of', 'retry_of_refund_id'],
  ['refunds', 'inflow_id', 'deposit_id'],
  ['refunds', 'account', 'payout_account_encrypted'],
  ['refunds', 'account_bank', 'payout_account_bank'],
  ['refunds', 'account_ends', 'payout_account_last4'],
  ['refunds', 'account_name', 'payout_account_name'],
  ['refunds', 'account_named_at', 'payout_account_set_at'],
  ['refunds', 'account_review', 'payout_account_review'],
  ['refunds', 'paid_by_hand', 'manual_payout'],
  ['refund_account_codes', 'hash', 'code_hash'],
  ['refund_account_codes', 'tries', 'attempt_count'],
  ['refund_account_codes', 'proved_at', 'verified_at'],
  ['email_codes', 'hash', 'code_hash'],
  ['email_codes', 'tries', 'attempt_count'],
  ['payment_cards', 'tries', 'attempt_count'],
  ['disputes', 'answer_by', 'evidence_due_at'],
  ['disputes', 'gateway_dispute', 'gateway_dispute_id'],
  ['deposits', 'because', 'failure_reason'],
  ['deposits', 'asks', 'poll_count'],
  ['deposits', 'buying', 'auto_purchase_status'],
  ['virtual_accounts', 'because', 'failure_reason'],
  ['virtual_accounts', 'asks', 'poll_count'],
  ['virtual_accounts', 'buys', 'auto_purchase'],
  ['virtual_accounts', 'last_inflow_at', 'last_deposit_at'],
  ['circuit_breakers', 'good_probes', 'consecutive_successes'],
  ['circuit_breakers', 'needs_kobo', 'min_float_kobo'],
  ['circuit_breakers', 'pauses', 'open_count'],
  ['circuit_breakers', 'since', 'state_since'],
  ['orders', 'bought_by', 'purchased_by_manager_id'],
  ['orders', 'late_delivered', 'delivered_after_write_off'],
  ['orders', 'fingerprint', 'dedupe_hash'],
  ['orders', 'customer', 'customer_snapshot'],
  ['orders', 'verification_id', 'customer_lookup_id'],
  ['approvals', 'asked_by', 'requested_by'],
  ['approvals', 'asked_at', 'requested_at'],
  ['approvals', 'because', 'rejection_reason'],
  ['approvals', 'difference_id', 'reconciliation_break_id'],
  ['campaign_recipients', 'tries', 'attempt_count'],
  ['campaign_recipients', 'because', 'failure_reason'],
  ['audit_log', 'request', 'request_id'],
  ['audit_log', 'shown', 'visible_to_owner'],
  ['audit_log', 'owner_id', 'data_subject_id'],
  ['audit_log', 'at', 'occurred_at'],
  ['bulk_rows', 'why', 'error'],
  ['bulk_rows', 'tries', 'attempt_count'],
  ['identities', 'sealed', 'encrypted_payload'],
  ['customer_lookups', 'found', 'result'],
  ['customer_lookups', 'stale_at', 'expires_at'],
  ['setting_changes', 'at', 'changed_at'],
  ['idempotency_keys', 'http', 'http_status'],
  ['idempotency_keys', 'answer', 'response'],
  ['users', 'registered_session', 'registered_session_hash'],
] as const

const constraints = [
  ['approvals', 'approvals_asked_by_fkey', 'approvals_requested_by_fkey'],
  ['approvals', 'approvals_check', 'approvals_distinct_managers_check'],
  ['approvals', 'approvals_difference_id_fkey', 'approvals_reconciliation_break_id_fkey'],
  ['approvals', 'approvals_have_amount', 'approvals_amount_kobo_kind_check'],
  ['approvals', 'approvals_have_settings', 'approvals_settings_kind_check'],
  ['service_alert_subscriptions', 'back_requests_channel_check', 'service_alert_subscriptions_channel_check'],
  ['service_alert_subscriptions', 'back_requests_pkey', 'service_alert_subscriptions_pkey'],
  ['session_tokens', 'bearers_id_key', 'session_tokens_id_key'],
  ['session_tokens', 'bearers_pkey', 'session_tokens_pkey'],
  ['session_tokens', 'bearers_user_id_fkey', 'session_tokens_user_id_fkey'],
  ['invariant_violations', 'breaches_pkey', 'invariant_violations_pkey'],
  ['test_clock', 'clock_one_check', 'test_clock_singleton_check'],
  ['test_clock', 'clock_pkey', 'test_clock_pkey'],
  ['reconciled_items', 'compared_kind_check', 'reconciled_items_kind_check'],
  ['reconciled_items', 'compared_pkey', 'reconciled_items_pkey'],
  ['daily_metrics', 'daily_figures_pkey', 'daily_metrics_pkey'],
  ['daily_order_totals', 'day_totals_pkey', 'daily_order_totals_pkey'],
  ['reconciliation_breaks', 'differences_pkey', 'reconciliation_breaks_pkey'],
  ['disputes', 'disputes_gateway_gateway_dispute_key', 'disputes_gateway_gateway_dispute_id_key'],
  ['app_metadata', 'facts_pkey', 'app_metadata_pkey'],
  ['deposits', 'credited_whole', 'deposits_credited_complete_check'],
  ['deposits', 'inflows_buying_check', 'deposits_auto_purchase_status_check'],
  ['deposits', 'inflows_gateway_gateway_reference_key', 'deposits_gateway_gateway_reference_key'],
  ['deposits', 'inflows_order_id_fkey', 'deposits_order_id_fkey'],
  ['deposits', 'inflows_pkey', 'deposits_pkey'],
  ['deposits', 'inflows_virtual_account_id_fkey', 'deposits_virtual_account_id_fkey'],
  ['account_balance_snapshots', 'ledger_sums_pkey', 'account_balance_snapshots_pkey'],
  ['order_search_terms', 'order_terms_order_id_fkey', 'order_search_terms_order_id_fkey'],
  ['order_search_terms', 'order_terms_pkey', 'order_search_terms_pkey'],
  ['orders', 'orders_bought_by_fkey', 'orders_purchased_by_manager_id_fkey'],
  ['orders', 'orders_check', 'orders_total_kobo_sum_check'],
  ['outbox', 'outbox_once_key_key', 'outbox_dedupe_key_key'],
  ['payments', 'paid_for', 'payments_purpose_order_id_check'],
  ['payments', 'top_up_owner', 'payments_top_up_user_check'],
  ['payments', 'wallet_owner', 'payments_wallet_user_check'],
  ['refunds', 'gives_back', 'refunds_single_source_check'],
  ['refunds', 'of_no_order', 'refunds_deposit_without_order_check'],
  ['refunds', 'refunds_account_review_check', 'refunds_payout_account_review_check'],
  ['refunds', 'refunds_again_of_fkey', 'refunds_retry_of_refund_id_fkey'],
  ['refunds', 'refunds_inflow_id_fkey', 'refunds_deposit_id_fkey'],
  ['refunds', 'refunds_paid_by_hand_check', 'refunds_manual_payout_check'],
  ['daily_user_spend', 'spent_days_pkey', 'daily_user_spend_pkey'],
  ['daily_user_spend', 'spent_days_user_id_fkey', 'daily_user_spend_user_id_fkey'],
  ['state_transitions', 'state_moves_pkey', 'state_transitions_pkey'],
  ['state_history', 'turns_order_id_fkey', 'state_history_order_id_fkey'],
  ['state_history', 'turns_pkey', 'state_history_pkey'],
  ['users', 'users_check', 'users_not_self_referred_check'],
  ['circuit_breakers', 'vendor_health_pkey', 'circuit_breakers_pkey'],
  ['circuit_breakers', 'vendor_health_state_check', 'circuit_breakers_state_check'],
  ['customer_lookups', 'verifications_pkey', 'customer_lookups_pkey'],
  ['virtual_accounts', 'has_number', 'virtual_accounts_account_details_check'],
  ['webhook_inbox', 'webhook_inbox_party_event_key_key', 'webhook_inbox_provider_event_key_key'],
] as const

const indexes = [
  ['approvals_asked_at_idx', 'approvals_requested_at_idx'],
  ['one_handle_each', 'attempts_vendor_vendor_token_key'],
  ['one_open_attempt', 'attempts_order_id_open_key'],
  ['one_try_each', 'attempts_order_id_vendor_key'],
  ['audit_log_at_id_idx', 'audit_log_occurred_at_id_idx'],
  ['audit_log_owner_id_id_idx', 'audit_log_data_subject_id_id_idx'],
  ['one_wait', 'service_alert_subscriptions_unnotified_key'],
  ['bearers_user_id_idx', 'session_tokens_user_id_idx'],
  ['one_breach', 'invariant_violations_unresolved_key'],
  ['one_checking', 'bulk_purchases_user_id_checking_key'],
  ['one_open_bvn_check', 'bvn_checks_user_id_open_key'],
  ['compared_at_idx', 'reconciled_items_reconciled_at_idx'],
  ['one_difference', 'reconciliation_breaks_unresolved_key'],
  ['inflows_due_at_idx', 'deposits_due_at_idx'],
  ['inflows_id_idx', 'deposits_id_idx'],
  ['inflows_order_id_idx', 'deposits_order_id_idx'],
  ['inflows_virtual_account_id_created_at_idx', 'deposits_virtual_account_id_created_at_idx'],
  ['order_terms_order_id_idx', 'order_search_terms_order_id_idx'],
  ['orders_fingerprint_idx', 'orders_dedupe_hash_idx'],
  ['one_card_each', 'payment_cards_user_id_gateway_signature_key'],
  ['one_refund_each', 'refunds_payment_id_gateway_refund_id_key'],
  ['one_return_each', 'refunds_deposit_id_cause_key'],
  ['refunds_account_named_at_idx', 'refunds_payout_account_set_at_idx'],
  ['refunds_again_of_idx', 'refunds_retry_of_refund_id_idx'],
  ['one_template', 'templates_channel_type_name_key'],
  ['turns_order_id_id_idx', 'state_history_order_id_id_idx'],
  ['users_pieces', 'users_search_text_idx'],
  ['verifications_stale_at_idx', 'customer_lookups_expires_at_idx'],
  ['verifications_vendor_service_code_variation_beneficiary_sta_idx', 'customer_lookups_target_idx'],
] as const

const triggers = [
  ['orders', 'moves', 'state_transition_guard'],
  ['payments', 'moves', 'state_transition_guard'],
  ['attempts', 'moves', 'state_transition_guard'],
  ['refunds', 'moves', 'state_transition_guard'],
  ['virtual_accounts', 'moves', 'state_transition_guard'],
  ['deposits', 'moves', 'state_transition_guard'],
  ['orders', 'turns', 'record_state_history'],
  ['payments', 'turns', 'record_state_history'],
  ['attempts', 'turns', 'record_state_history'],
  ['refunds', 'turns', 'record_state_history'],
  ['orders', 'terms', 'index_order'],
  ['payments', 'payer', 'index_order_gateway'],
  ['ledger_postings', 'balanced', 'entry_balance_guard'],
  ['ledger_postings', 'movement', 'set_movement_kind'],
] as const

const functions = [
  ['business_now', 'app_now'],
  ['hold_moves', 'enforce_state_transition'],
  ['hold_balanced', 'assert_entry_balanced'],
  ['refuse_change', 'reject_mutation'],
  ['note_order_terms', 'index_order'],
  ['note_payer', 'index_order_gateway'],
  ['note_turn', 'record_state_history'],
  ['note_movement', 'set_movement_kind'],
  ['pieces', 'trigrams'],
  ['searched', 'user_search_text'],
] as const

/** Codes of invariants, which have names now. */
const invariants = [
  ['M1', 'entry-balanced'],
  ['M2', 'ledger-guarded'],
  ['M3', 'wallet-balance-backed'],
  ['M4', 'payments-posted'],
  ['M5', 'order-funds-conserved'],
  ['M6', 'refund-not-above-payment'],
  ['M7', 'suspense-settled'],
  ['M9', 'cashback-earned'],
  ['V1', 'single-vend-attempt'],
  ['V2', 'vend-only-when-paid'],
  ['V4', 'delivery-matches-order'],
  ['V5-refund', 'refund-confirmed-in-time'],
  ['V5', 'order-completed-in-time'],
] as const

const sequences = [
  ['turns_id_seq', 'state_history_id_seq'],
  ['breaches_id_seq', 'invariant_violations_id_seq'],
  ['differences_id_seq', 'reconciliation_breaks_id_seq'],
] as const

/** The only row that releases before this migration find among the migrations: they report it missing and exit. */
const marker = '0026-standard-names (this release is too old for this database)'

/**
 * Renames tables, columns, constraints, indexes, functions, triggers and stored states to standard terms. No table is
 * rewritten: apart from a few states, only the catalogue changes.
 *
 * Every process of an older release must be stopped first. It fails on the new names, and does not start again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await renameAll(db)
  await replaceFunctions(db)
  await replaceStates(db)
  await stopOlderReleases(db)
}

async function renameAll(db: Kysely<unknown>): Promise<void> {
  const { table, ref, id } = sql
  for (const [from, to] of tables) await sql`alter table ${table(from)} rename to ${ref(to)}`.execute(db)
  for (const [of, from, to] of columns)
    await sql`alter table ${table(of)} rename column ${ref(from)} to ${ref(to)}`.execute(db)
  for (const [of, from, to] of constraints)
    await sql`alter table ${table(of)} rename constraint ${ref(from)} to ${ref(to)}`.execute(db)
  for (const [from, to] of indexes) await sql`alter index ${id(from)} rename to ${id(to)}`.execute(db)
  for (const [from, to] of sequences) await sql`alter sequence ${id(from)} rename to ${id(to)}`.execute(db)
  for (const [of, from, to] of triggers)
    await sql`alter trigger ${id(from)} on ${table(of)} rename to ${id(to)}`.execute(db)
  for (const [from, to] of functions) await sql`alter function ${id(from)} rename to ${id(to)}`.execute(db)
  await renameNotNullConstraints(db)
}

/** PostgreSQL 18 and PGlite have named constraints for `not null`. */
async function renameNotNullConstraints(db: Kysely<unknown>): Promise<void> {
  await sql`do $$
    declare named record;
    begin
      for named in
        select class.relname, con.conname, class.relname || '_' || att.attname || '_not_null' as standard
        from pg_constraint con
          join pg_class class on class.oid = con.conrelid
          join pg_attribute att on att.attrelid = con.conrelid and att.attnum = con.conkey[1]
        where con.contype = 'n' and class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
          and class.relname not like 'kysely%' and class.relname <> 'schema_migrations'
      loop
        if named.conname <> named.standard and length(named.standard) < 64 then
          execute format('alter table %I rename constraint %I to %I', named.relname, named.conname, named.standard);
        end if;
      end loop;
    end $$`.execute(db)
}

/** Functions name tables and columns in their text, which a rename does not change. */
async function replaceFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function app_now() returns timestamptz language plpgsql stable as $$
    declare shift interval;
    begin
      select clock_offset into shift from test_clock;
      return clock_timestamp() + shift;
    end $$`.execute(db)
  await sql`create or replace function enforce_state_transition() returns trigger language plpgsql as $$
    begin
      if new.state <> old.state and not exists (
        select 1 from state_transitions where entity = tg_argv[0] and from_state = old.state and to_state = new.state
      ) then
        raise exception '% may not move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
      end if;
      new.version := old.version + 1;
      if new.state <> old.state then new.state_since := app_now(); end if;
      return new;
    end $$`.execute(db)
  await sql`create or replace function index_order() returns trigger language plpgsql as $$
    begin
      insert into order_search_terms (term, created_at, order_id)
        select distinct term, new.created_at, new.id
        from unnest(array[new.beneficiary, 'last4:' || right(new.beneficiary, 4), new.phone,
          'last4:' || right(new.phone, 4), lower(new.email), 'vendor:' || new.vendor]) as of_order (term)
        where term is not null
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create or replace function index_order_gateway() returns trigger language plpgsql as $$
    begin
      insert into order_search_terms (term, created_at, order_id)
        select 'payer:' || new.gateway, created_at, id from orders where id = new.order_id
        on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create or replace function record_state_history() returns trigger language plpgsql as $$
    begin
      insert into state_history (entity, entity_id, order_id, state, reason)
        values (tg_argv[0], new.id,
          case tg_argv[0] when 'order' then new.id else (to_jsonb(new) ->> 'order_id')::uuid end, new.state,
          coalesce(to_jsonb(new) ->> 'failure_reason', to_jsonb(new) ->> 'review_reason'));
      return null;
    end $$`.execute(db)
}

/** States that were stored under other names, where few rows are in them. What is append-only keeps its values. */
async function replaceStates(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox drop constraint outbox_state_check, alter column state set default 'pending'`.execute(
    db,
  )
  await sql`update outbox set state = 'pending' where state = 'waiting'`.execute(db)
  await sql`alter table outbox
    add constraint outbox_state_check check (state in ('pending', 'sending', 'sent', 'failed'))`.execute(db)
  await sql`drop index outbox_due_at_idx, outbox_id_idx`.execute(db)
  await sql`create index on outbox (due_at) where state in ('pending', 'sending')`.execute(db)
  await sql`create index on outbox (id) where due_at is null and state in ('pending', 'sending')`.execute(db)

  await sql`alter table campaign_recipients
    drop constraint campaign_recipients_state_check, alter column state set default 'pending'`.execute(db)
  await sql`update campaign_recipients set state = 'pending' where state = 'waiting'`.execute(db)
  await sql`alter table campaign_recipients
    add constraint campaign_recipients_state_check check (state in ('pending', 'sent', 'failed'))`.execute(db)

  await sql`alter table approvals drop constraint approvals_state_check, drop constraint approvals_kind_check`.execute(
    db,
  )
  await sql`update approvals set state = case state when 'waiting' then 'pending' else state end,
      kind = case kind when 'set_apart' then 'unallocated_funds' else kind end
    where state = 'waiting' or kind = 'set_apart'`.execute(db)
  await sql`alter table approvals
    add constraint approvals_state_check check (state in ('pending', 'approved', 'rejected')),
    add constraint approvals_kind_check
      check (kind in ('wallet_topup', 'refund', 'unallocated_funds', 'purchase', 'limit_change'))`.execute(db)
  await sql`drop index one_refund_waits, one_purchase_waits, one_limit_change_waits, one_act_waits,
    approvals_expr_asked_at_idx`.execute(db)
  await sql`create unique index approvals_pending_refund_key on approvals (order_id)
    where kind = 'refund' and state = 'pending'`.execute(db)
  await sql`create unique index approvals_pending_purchase_key on approvals (order_id)
    where kind = 'purchase' and state = 'pending'`.execute(db)
  await sql`create unique index approvals_pending_limit_change_key on approvals (kind)
    where kind = 'limit_change' and state = 'pending'`.execute(db)
  await sql`create unique index approvals_one_pending_action_key on approvals (reconciliation_break_id)
    where kind = 'unallocated_funds' and state = 'pending'`.execute(db)
  await sql`create index on approvals ((state = 'pending') desc, requested_at desc)`.execute(db)
  await sql`update reconciliation_breaks set kind = 'unallocated_funds' where kind = 'set_apart'`.execute(db)

  await sql`alter table bulk_rows drop constraint bulk_rows_state_check`.execute(db)
  await sql`update bulk_rows set state = case state when 'wrong' then 'invalid' when 'waiting' then 'queued'
      when 'bought' then 'purchased' else 'rejected' end
    where state in ('wrong', 'waiting', 'bought', 'refused')`.execute(db)
  await sql`alter table bulk_rows add constraint bulk_rows_state_check
    check (state in ('checking', 'invalid', 'ready', 'queued', 'purchased', 'rejected'))`.execute(db)
  // Rows by their state, counted when a file was done.
  await sql`update bulk_purchases set counts = (
      select jsonb_object_agg(case key when 'wrong' then 'invalid' when 'waiting' then 'queued'
        when 'bought' then 'purchased' when 'refused' then 'rejected' else key end, value) from jsonb_each(counts))
    where counts ?| array['wrong', 'waiting', 'bought', 'refused']`.execute(db)

  for (const [from, to] of invariants)
    await sql`update invariant_violations set invariant = ${to} where invariant = ${from}`.execute(db)

  await sql`alter table circuit_breakers drop constraint circuit_breakers_state_check`.execute(db)
  await sql`update circuit_breakers set state = case state when 'selling' then 'closed' when 'paused' then 'open'
    else 'half_open' end`.execute(db)
  await sql`alter table circuit_breakers add constraint circuit_breakers_state_check
    check (state in ('closed', 'open', 'half_open'))`.execute(db)

  // Guarded: their version and the time of their last transition stay as they are.
  await sql`alter table deposits disable trigger state_transition_guard`.execute(db)
  await sql`update deposits set state = 'received' where state = 'noted'`.execute(db)
  await sql`alter table deposits enable trigger state_transition_guard`.execute(db)
  await sql`alter table refunds disable trigger state_transition_guard`.execute(db)
  await sql`update refunds set cause = 'retry' where retry_of_refund_id is not null and cause = 'again'`.execute(
    db,
  )
  await sql`alter table refunds enable trigger state_transition_guard`.execute(db)
  await sql`update state_transitions set from_state = 'received' where entity = 'inflow' and from_state = 'noted'`.execute(
    db,
  )
  await sql`update state_transitions set to_state = 'received' where entity = 'inflow' and to_state = 'noted'`.execute(
    db,
  )
}

/**
 * Older releases read `kysely_migration`: with all of their own migrations and more in it they would start. This
 * release keeps its migrations in `schema_migrations`.
 */
async function stopOlderReleases(db: Kysely<unknown>): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  await sql`insert into kysely_migration (name, timestamp) values (${marker}, now()::text)`.execute(db)
}
