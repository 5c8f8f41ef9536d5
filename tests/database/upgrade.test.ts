import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, migrate } from '../../server/database/index.ts'
import { rowsOfEveryTable } from './rows-before-0026.ts'

/** By the name before migration 0026: the table's name after it, and the columns that it renames. */
const renamed: Readonly<
  Record<string, readonly [table: string, columns?: Readonly<Record<string, string>>]>
> = {
  turns: [
    'state_history',
    { machine: 'entity', subject_id: 'entity_id', because: 'reason', at: 'occurred_at' },
  ],
  facts: ['app_metadata'],
  clock: ['test_clock', { one: 'singleton', ahead: 'clock_offset' }],
  state_moves: ['state_transitions', { machine: 'entity' }],
  bearers: ['session_tokens', { hash: 'token_hash', ended_at: 'revoked_at' }],
  order_terms: ['order_search_terms'],
  differences: [
    'reconciliation_breaks',
    {
      our_kobo: 'internal_kobo',
      their_kobo: 'external_kobo',
      owner: 'team',
      since: 'first_seen_at',
      seen_at: 'last_seen_at',
    },
  ],
  compared: ['reconciled_items', { agreed: 'matched', at: 'reconciled_at' }],
  breaches: [
    'invariant_violations',
    {
      rule: 'invariant',
      says: 'message',
      found_at: 'detected_at',
      ended_at: 'resolved_at',
      accepted_why: 'accepted_reason',
    },
  ],
  back_requests: ['service_alert_subscriptions', { told_at: 'notified_at' }],
  day_totals: ['daily_order_totals'],
  daily_figures: ['daily_metrics', { figures: 'metrics', made_at: 'computed_at' }],
  spent_days: ['daily_user_spend'],
  ledger_sums: ['account_balance_snapshots'],
  inflows: ['deposits', { because: 'failure_reason', asks: 'poll_count', buying: 'auto_purchase_status' }],
  vendor_health: [
    'circuit_breakers',
    {
      since: 'state_since',
      pauses: 'open_count',
      good_probes: 'consecutive_successes',
      needs_kobo: 'min_float_kobo',
    },
  ],
  verifications: ['customer_lookups', { found: 'result', stale_at: 'expires_at' }],
  webhook_inbox: ['webhook_inbox', { party: 'provider' }],
  outbox: [
    'outbox',
    {
      once_key: 'dedupe_key',
      useless_at: 'expires_at',
      secret: 'redact_after_send',
      because: 'failure_reason',
      tries: 'attempt_count',
    },
  ],
  attempts: [
    'attempts',
    {
      asks: 'requery_count',
      sends: 'send_count',
      handle: 'vendor_token',
      because: 'failure_reason',
      code: 'vendor_code',
      never_received: 'not_found_count',
      never_received_since: 'not_found_since',
    },
  ],
  payments: [
    'payments',
    { checks: 'verify_count', failed_because: 'failure_reason', nonce_hash: 'return_nonce_hash' },
  ],
  refunds: [
    'refunds',
    {
      refund_id: 'gateway_refund_id',
      because: 'failure_reason',
      asks: 'poll_count',
      again_of: 'retry_of_refund_id',
      inflow_id: 'deposit_id',
      account: 'payout_account_encrypted',
      account_bank: 'payout_account_bank',
      account_ends: 'payout_account_last4',
      account_name: 'payout_account_name',
      account_named_at: 'payout_account_set_at',
      account_review: 'payout_account_review',
      paid_by_hand: 'manual_payout',
    },
  ],
  refund_account_codes: [
    'refund_account_codes',
    { hash: 'code_hash', tries: 'attempt_count', proved_at: 'verified_at' },
  ],
  email_codes: ['email_codes', { hash: 'code_hash', tries: 'attempt_count' }],
  payment_cards: ['payment_cards', { tries: 'attempt_count' }],
  disputes: ['disputes', { answer_by: 'evidence_due_at', gateway_dispute: 'gateway_dispute_id' }],
  virtual_accounts: [
    'virtual_accounts',
    {
      because: 'failure_reason',
      asks: 'poll_count',
      buys: 'auto_purchase',
      last_inflow_at: 'last_deposit_at',
    },
  ],
  orders: [
    'orders',
    {
      bought_by: 'purchased_by_manager_id',
      late_delivered: 'delivered_after_write_off',
      fingerprint: 'dedupe_hash',
      customer: 'customer_snapshot',
      verification_id: 'customer_lookup_id',
    },
  ],
  approvals: [
    'approvals',
    {
      asked_by: 'requested_by',
      asked_at: 'requested_at',
      because: 'rejection_reason',
      difference_id: 'reconciliation_break_id',
    },
  ],
  campaign_recipients: ['campaign_recipients', { tries: 'attempt_count', because: 'failure_reason' }],
  audit_log: [
    'audit_log',
    { request: 'request_id', shown: 'visible_to_owner', owner_id: 'data_subject_id', at: 'occurred_at' },
  ],
  bulk_rows: ['bulk_rows', { why: 'error', tries: 'attempt_count' }],
  identities: ['identities', { sealed: 'encrypted_payload' }],
  setting_changes: ['setting_changes', { at: 'changed_at' }],
  idempotency_keys: ['idempotency_keys', { http: 'http_status', answer: 'response' }],
  users: ['users', { registered_session: 'registered_session_hash' }],
}

/** Stored values that change, by the new names: table.column, then old and new value. */
const values: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'outbox.state': { waiting: 'pending' },
  'campaign_recipients.state': { waiting: 'pending' },
  'approvals.state': { waiting: 'pending' },
  'approvals.kind': { set_apart: 'unallocated_funds' },
  'reconciliation_breaks.kind': { set_apart: 'unallocated_funds' },
  'bulk_rows.state': { wrong: 'invalid', waiting: 'queued', bought: 'purchased', refused: 'rejected' },
  'circuit_breakers.state': { selling: 'closed', paused: 'open', trial: 'half_open' },
  'deposits.state': { noted: 'received' },
  'invariant_violations.invariant': { V1: 'single-vend-attempt' },
  'refunds.cause': { again: 'retry' },
  'state_transitions.from_state': { noted: 'received' },
  'state_transitions.to_state': { noted: 'received' },
}
const bulkCounts = { wrong: 'invalid', waiting: 'queued', bought: 'purchased', refused: 'rejected' }

const functionsBefore = [
  ...['business_now', 'hold_moves', 'hold_balanced', 'refuse_change', 'note_order_terms', 'note_payer'],
  ...['note_turn', 'note_movement', 'pieces', 'searched'],
]
const triggersBefore = ['moves', 'turns', 'terms', 'payer', 'balanced', 'movement']
const constraintsBefore = [
  ...[
    'paid_for',
    'top_up_owner',
    'wallet_owner',
    'gives_back',
    'of_no_order',
    'has_number',
    'credited_whole',
  ],
  ...['approvals_have_amount', 'approvals_have_settings', 'approvals_check', 'users_check', 'orders_check'],
  'users_pieces',
]

const server = process.env.TEST_DATABASE_URL
let db: Database
let drop: () => Promise<void>
let before: Snapshot
let after: Snapshot

type Row = Readonly<Record<string, unknown>>
interface Snapshot {
  readonly rows: ReadonlyMap<string, readonly Row[]>
  readonly columns: ReadonlyMap<string, readonly string[]>
  readonly files: ReadonlyMap<string, unknown>
  /** Indexes, constraints and sequences, each with its table. */
  readonly names: readonly { readonly table: string; readonly name: string }[]
}

const currentNameOf = (table: string): string => renamed[table]?.[0] ?? table
const columnAfter = (table: string, column: string): string => renamed[table]?.[1]?.[column] ?? column
const query = async <T = Row>(text: string): Promise<T[]> => (await sql.raw<T>(text).execute(db.q)).rows

beforeAll(async () => {
  ;({ db, drop } = await emptyDatabase())
  await olderMigrator('0025').migrateToLatest()
  expect(await query('select name from kysely_migration')).toHaveLength(25)
  for (const statement of rowsOfEveryTable) await query(statement)
  before = await snapshot()
  await migrate(db)
  after = await snapshot()
})
afterAll(() => drop())

async function emptyDatabase(): Promise<{ db: Database; drop: () => Promise<void> }> {
  if (!server) {
    const embedded = await connect({ databaseUrl: null, dataDir: null })
    return { db: embedded, drop: () => embedded.close() }
  }
  const name = `sanwo_upgrade_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const opened = await connect({ databaseUrl: url, dataDir: null })
  return {
    db: opened,
    drop: async () => {
      await opened.close()
      await onServer(`drop database if exists ${name} with (force)`)
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The migrator of a release whose last migration was this one: Kysely's own table of migrations. */
function olderMigrator(last: string): Migrator {
  const folder = new URL('../../server/database/migrations/', import.meta.url)
  const names = readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => name.slice(0, 4) <= last)
  const getMigrations = async () => {
    const modules = await Promise.all(
      names.map(async (name) => [name, await import(`../../server/database/migrations/${name}.ts`)] as const),
    )
    return Object.fromEntries(modules.filter(([, module]) => 'up' in module)) as Record<string, Migration>
  }
  return new Migrator({ db: db.q, provider: { getMigrations } })
}

/** Tables, columns and indexes that migrations after 0026 add or drop, which the comparisons leave out. */
const addedLater = {
  tables: new Set([
    'order_notes',
    'user_notes',
    'recovery_codes',
    'verified_phones',
    'ussd_sessions',
    'incoming_sms',
    'sms_opt_outs',
    'phone_languages',
    'payment_requests',
    'payment_request_reports',
    'vendor_balances',
    'settlements',
    'settlement_lines',
    'settlement_comparisons',
    'dispute_responses',
    'email_opt_outs',
    'push_subscriptions',
    'push_messages',
    'push_service_alerts',
    'schedules',
    'schedule_runs',
    'low_units_alerts',
    'translation_changes',
    'translations',
    'search_documents',
    'search_queue',
    'search_backfills',
    'message_archive',
  ]),
  columns: new Set([
    'orders.link_hash',
    'orders.language',
    'users.language',
    'tickets.language',
    'service_alert_subscriptions.language',
    'push_service_alerts.language',
    'orders.payment_request_id',
    'users.pin_above_kobo',
    'users.closed_at',
    ...['orders', 'payments', 'refunds', 'deposits', 'webhook_inbox', 'outbox'].map(
      (table) => `${table}.traceparent`,
    ),
    'users.scopes',
    'refunds.first_sent_at',
    'payments.card_signature',
    'approvals.goodwill_route',
    'approvals.refund_id',
    'approvals.dispute_id',
    'users.second_factor_key',
    'users.second_factor_at',
    'users.second_factor_step',
    'approvals.scopes',
    'users.blocked_at',
    'users.blocked_reason',
    'campaigns.state',
    'campaigns.scheduled_at',
    'campaigns.unsubscribed_count',
  ]),
  names: new Set([
    'user_notes_id_seq',
    'orders_link_hash_key',
    'orders_payment_request_idx',
    'orders_payment_request_id_fkey',
    'orders_access_token_key',
    'orders_view_token_key',
    'payments_topup_created_at_idx',
    'deposits_created_at_id_idx',
    'outbox_unredacted_idx',
    'webhook_inbox_unredacted_idx',
    'webhook_inbox_received_at_idx',
    'approvals_pending_goodwill_key',
    'users_blocked_with_reason',
    'campaigns_state_check',
    'campaigns_state_not_null',
    'campaigns_unsubscribed_count_not_null',
    'users_closed_check',
    'users_scopes_check',
    'users_scopes_not_null',
    'users_second_factor_step_not_null',
    'users_second_factor_check',
    'approvals_scopes_kind_check',
    'approvals_pending_scope_change_key',
    'audit_log_data_subject_idx',
    'users_pin_above_kobo_check',
    'search_queue_id_seq',
    'translation_changes_id_seq',
    'approvals_goodwill_route_check',
    'approvals_refund_id_fkey',
    'approvals_dispute_id_fkey',
    'approvals_dispute_id_kind_check',
    'approvals_pending_dispute_acceptance_key',
    'outbox_sms_recipient_idx',
  ]),
  /** Made unlogged, which rewrites a table: counters and a cache of a day. */
  rewritten: new Set(['rate_limits', 'customer_lookups']),
}
const isFrom0026 = (table: string, column: string) => !addedLater.columns.has(`${table}.${column}`)

async function snapshot(): Promise<Snapshot> {
  const allTables = await query<{ name: string; file: unknown }>(`
    select relname as name, pg_relation_filenode(oid)::text as file from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' and relname <> 'schema_migrations' order by 1`)
  const tables = allTables.filter(({ name }) => !addedLater.tables.has(name))
  const rows = new Map<string, Row[]>()
  const columns = new Map<string, string[]>()
  for (const { name } of tables) {
    const found = await query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t order by t.ctid`)
    rows.set(
      name,
      found.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => isFrom0026(name, column))),
      ),
    )
    const attributes = await query<{ name: string }>(`select attname as name from pg_attribute
      where attrelid = 'public.${name}'::regclass and attnum > 0 and not attisdropped order by attnum`)
    columns.set(
      name,
      attributes.map((column) => column.name).filter((column) => isFrom0026(name, column)),
    )
  }
  const allNames = await query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0
    union select indrelid::regclass::text, relname from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace
    union select '', relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`)
  const names = allNames.filter(
    ({ table, name }) => !addedLater.names.has(name) && !addedLater.tables.has(table),
  )
  const files = new Map(tables.map(({ name, file }) => [name, file]))
  return { rows, columns, files, names }
}

const sortedKeys = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sortedKeys(inner)])
    : value

/** A row as it is after the migration. */
function rowAfter(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const key = columnAfter(table, column)
      if (table === 'bulk_purchases' && column === 'counts' && value) {
        const counts = Object.entries(value)
        return [key, Object.fromEntries(counts.map(([state, count]) => [renameState(state), count]))]
      }
      return [key, values[`${currentNameOf(table)}.${key}`]?.[String(value)] ?? value]
    }),
  )
}
const renameState = (state: string): string => bulkCounts[state as keyof typeof bulkCounts] ?? state

test('every table had rows before the migration, in every state that it renames', () => {
  const empty = [...before.rows].filter(([, rows]) => rows.length === 0).map(([table]) => table)
  expect(empty).toEqual([])
  const tablesBefore = Object.fromEntries(Object.entries(renamed).map(([from, [to]]) => [to, from]))
  for (const [path, names] of Object.entries(values)) {
    const [to = '', column = ''] = path.split('.')
    const from = tablesBefore[to] ?? to
    const former = Object.keys(before.rows.get(from)?.[0] ?? {}).find(
      (name) => columnAfter(from, name) === column,
    )
    const stored = before.rows.get(from)?.map((row) => row[former ?? column])
    expect(stored, path).toEqual(expect.arrayContaining(Object.keys(names)))
  }
})

test('every column had a value in at least one row', () => {
  const empty = [...before.rows].flatMap(([table, rows]) =>
    Object.keys(rows[0] ?? {})
      .filter((column) => rows.every((row) => row[column] === null))
      .map((column) => `${table}.${column}`),
  )
  expect(empty).toEqual([])
})

test('every row exists under the new names, with the same values', () => {
  expect([...after.rows.keys()].sort()).toEqual([...before.rows.keys()].map(currentNameOf).sort())
  const sorted = (rows: readonly Row[] = []) => rows.map((row) => JSON.stringify(sortedKeys(row))).sort()
  for (const [table, rows] of before.rows) {
    const expected = rows.map((row) => rowAfter(table, row))
    expect(sorted(after.rows.get(currentNameOf(table))), table).toEqual(sorted(expected))
  }
})

test('columns keep their order, and none has its old name', () => {
  for (const [table, columns] of before.columns) {
    const expected = columns.map((column) => columnAfter(table, column))
    expect(after.columns.get(currentNameOf(table)), table).toEqual(expected)
  }
  for (const [table, [, columns = {}]] of Object.entries(renamed)) {
    expect(before.columns.get(table), table).toEqual(expect.arrayContaining(Object.keys(columns)))
  }
})

test('no table was rewritten', () => {
  for (const [table, file] of before.files)
    if (!addedLater.rewritten.has(currentNameOf(table)))
      expect(after.files.get(currentNameOf(table)), table).toBe(file)
})

/** True when one of the columns in an automatic name was renamed. */
function namesRenamedColumn(table: string, name: string): boolean {
  const columns = renamed[table]?.[1] ?? {}
  const others = before.columns.get(table)?.filter((column) => !(column in columns)) ?? []
  const rest = others.reduce((text, column) => text.replace(`_${column}_`, '__'), `${name}_`)
  return Object.keys(columns).some((column) => rest.includes(`_${column}_`))
}

test('no constraint, index or sequence has an old name', () => {
  const isOld = ({ table, name }: { table: string; name: string }) =>
    name.startsWith('one_') ||
    constraintsBefore.includes(name) ||
    Object.keys(renamed).some((from) => currentNameOf(from) !== from && `${name}_`.startsWith(`${from}_`)) ||
    namesRenamedColumn(table, name)
  const old = before.names.filter(isOld).map(({ name }) => name)
  expect(old.length).toBeGreaterThan(80)
  expect(after.names.map(({ name }) => name).filter((name) => old.includes(name))).toEqual([])
  // Each is still there under another name.
  expect(after.names.filter(({ table }) => !/kysely|schema_mig/.test(table))).toHaveLength(
    before.names.filter(({ table }) => !/kysely/.test(table)).length,
  )
  const tooLong = after.names.filter(({ name }) => name.length > 63)
  expect(tooLong).toEqual([])
})

test('no function or trigger has an old name or refers to a dropped object', async () => {
  const functions = await query<{ name: string; source: string }>(`
    select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`)
  expect(functions).toHaveLength(14)
  const gone = [
    ...functionsBefore,
    ...Object.keys(renamed).filter((table) => currentNameOf(table) !== table),
    ...['machine', 'because', 'failed_because', 'ahead', 'subject_id'],
  ]
  for (const { name, source } of functions) {
    expect(functionsBefore).not.toContain(name)
    for (const old of gone) expect(source, name).not.toMatch(new RegExp(`\\b${old}\\b`))
  }
  const triggers = await query<{ name: string }>(`
    select tgname as name from pg_trigger where not tgisinternal and tgenabled = 'O'`)
  // Five of them are on tables that were added later, eight queue rows for the search.
  expect(triggers).toHaveLength(30)
  expect(triggers.filter(({ name }) => triggersBefore.includes(name))).toEqual([])
})

/** The error of a statement that the database rejects. */
async function rejectionOf(
  statement: string,
): Promise<{ code?: string; constraint?: string; message: string }> {
  const error = await query(statement).then(
    () => new Error('It was accepted'),
    (rejection: Error) => rejection,
  )
  return error as Error & { code?: string; constraint?: string }
}

const orderInsert = (reference: string, state = 'quoted') => `
  insert into orders (reference, access_token, view_token, service, code, variation, state, dedupe_hash, beneficiary,
    phone, email, amount_kobo, service_charge_kobo, total_kobo, vendor, customer_snapshot)
  values ('${reference}', 'a-${reference}', 'v-${reference}', 'power', 'ikeja', 'prepaid', '${state}', '${reference}',
    '45012345678', '+2348030000009', 'New@Example.com', 100000, 10000, 110000, 'vtpass', '{}') returning id`
const newOrder = async (reference: string): Promise<string> => {
  const [order] = await query<{ id: string }>(orderInsert(reference))
  return order!.id
}

test('an order changes state only along the transitions of the state machine', async () => {
  const id = await newOrder('NEWNEWNEW222')
  expect(await rejectionOf(`update orders set state = 'delivered' where id = '${id}'`)).toMatchObject({
    code: '23514',
    message: 'order may not move from quoted to delivered',
  })
  await query(`update orders set state = 'awaiting_payment' where id = '${id}'`)
  expect(
    await query(`select term from order_search_terms where order_id = '${id}' order by term`),
  ).toContainEqual({ term: 'new@example.com' })
  await query(`update orders set state = 'expired', review_reason = 'unpaid' where id = '${id}'`)
  expect(await query(`select state, version from orders where id = '${id}'`)).toEqual([
    { state: 'expired', version: 2 },
  ])
  expect(
    await query(
      `select entity, entity_id, order_id, state, reason from state_history where order_id = '${id}'`,
    ),
  ).toEqual([{ entity: 'order', entity_id: id, order_id: id, state: 'expired', reason: 'unpaid' }])
})

test('the history of payments, attempts and refunds keeps their reason', async () => {
  const orderId = await newOrder('NEWNEWNEW223')
  const [payment] = await query<{ id: string }>(`
    insert into payments (order_id, reference, gateway, method, state, amount_kobo, email, return_nonce_hash, expires_at)
    values ('${orderId}', 'PAYNEW', 'monnify', 'CARD', 'pending', 110000, 'a@example.com', '\\x00', app_now())
    returning id`)
  expect(await query(`select term from order_search_terms where order_id = '${orderId}'`)).toEqual([
    { term: 'payer:monnify' },
  ])
  await query(`update payments set state = 'failed', failure_reason = 'declined' where id = '${payment!.id}'`)
  const [attempt] = await query<{ id: string }>(`
    insert into attempts (order_id, vendor, request_id, beneficiary, state, amount_kobo)
    values ('${orderId}', 'vtpass', 'REQNEW', '45012345678', 'sending', 100000) returning id`)
  await query(`update attempts set state = 'unknown', failure_reason = 'timeout' where id = '${attempt!.id}'`)
  const [refund] = await query<{ id: string }>(`
    insert into refunds (order_id, payment_id, cause, state, amount_kobo)
    values ('${orderId}', '${payment!.id}', 'overpaid', 'unknown', 5000) returning id`)
  await query(`update refunds set state = 'failed', failure_reason = 'no_funds' where id = '${refund!.id}'`)
  expect(
    await query(`select entity, state, reason from state_history where order_id = '${orderId}' order by id`),
  ).toEqual([
    { entity: 'payment', state: 'failed', reason: 'declined' },
    { entity: 'attempt', state: 'unknown', reason: 'timeout' },
    { entity: 'refund', state: 'failed', reason: 'no_funds' },
  ])
  for (const [table, id, state] of [
    ['payments', payment!.id, 'created'],
    ['attempts', attempt!.id, 'sending'],
    ['refunds', refund!.id, 'requested'],
  ])
    expect(await rejectionOf(`update ${table} set state = '${state}' where id = '${id}'`)).toMatchObject({
      code: '23514',
      message: expect.stringContaining('may not move'),
    })
})

test('the database rejects invalid transitions of deposits and virtual accounts, and accepts a valid one', async () => {
  const [deposit] = await query<{ id: string }>(`select id from deposits where state = 'received'`)
  expect(await rejectionOf(`update virtual_accounts set state = 'closed'`)).toMatchObject({ code: '23514' })
  expect(
    await rejectionOf(
      `update deposits set state = 'credited', virtual_account_id = null where id = '${deposit!.id}'`,
    ),
  ).toMatchObject({ constraint: 'deposits_credited_complete_check' })
  await query(`update deposits set state = 'unmatched' where id = '${deposit!.id}'`)
  expect(
    await rejectionOf(`update deposits set state = 'received' where id = '${deposit!.id}'`),
  ).toMatchObject({
    message: 'inflow may not move from unmatched to received',
  })
})

test('an unbalanced ledger entry is rejected, and a posted one is not changed', async () => {
  const entry = (amountKobo: number) => `
    with entry as (insert into ledger_entries (event) values ('payment:n${amountKobo}:captured') returning id)
    insert into ledger_postings (entry_id, account, amount_kobo)
    select id, account, amount from entry, (values ('gateway:monnify', 500), ('wallet:new', ${amountKobo})) as t (account, amount)`
  expect(await rejectionOf(entry(-400))).toMatchObject({ code: '23514', message: 'unbalanced entry' })
  expect(await rejectionOf(`update ledger_postings set amount_kobo = 1`)).toMatchObject({
    code: '23001',
    message: 'ledger_postings is append-only',
  })
  expect(await rejectionOf(`delete from ledger_entries`)).toMatchObject({ code: '23001' })
  expect(await rejectionOf(`truncate audit_log`)).toMatchObject({ code: '23001' })
})

test('a wallet’s postings are distinguished by the kind of movement', async () => {
  await db.inTransaction(async (tx) => {
    await sql`insert into ledger_entries (event) values ('bonus:upgrade')`.execute(tx)
    await sql`insert into ledger_postings (entry_id, account, amount_kobo)
      select id, 'referral', 700 from ledger_entries where event = 'bonus:upgrade'
      union all select id, 'wallet:upgrade', -700 from ledger_entries where event = 'bonus:upgrade'`.execute(
      tx,
    )
  })
  expect(
    await query(
      `select kind, posted_at is not null as dated from ledger_postings where account = 'wallet:upgrade'`,
    ),
  ).toEqual([{ kind: 'bonus', dated: true }])
})

test('the test clock moves the time of the application', async () => {
  const offset = () =>
    query<{ hours: number }>(`
    select round(extract(epoch from app_now() - clock_timestamp()) / 3600)::int as hours`)
  const [{ hours: earlier } = { hours: 0 }] = await offset()
  await query(`update test_clock set clock_offset = clock_offset + interval '48 hours'`)
  expect(await offset()).toEqual([{ hours: earlier + 48 }])
  expect(await rejectionOf(`insert into test_clock (singleton) values (false)`)).toMatchObject({
    constraint: 'test_clock_singleton_check',
  })
})

test('users are found by a part of their name', async () => {
  expect(
    await query(`select name from users
      where trigrams(user_search_text(name, email, phone)) @> trigrams('ada ')`),
  ).toEqual([{ name: 'Ada Obi' }])
  const [index] = await query<{ text: string }>(
    `select pg_get_indexdef('users_search_text_idx'::regclass) as text`,
  )
  expect(index?.text).toContain('trigrams(user_search_text(name, email, phone))')
})

test('stored states have their new names alone', async () => {
  await query(
    `insert into outbox (dedupe_key, channel, recipient, body) values ('new', 'sms', '+234', 'Hello')`,
  )
  expect(await query(`select state from outbox where dedupe_key = 'new'`)).toEqual([{ state: 'pending' }])
  for (const [statement, constraint] of [
    [`update outbox set state = 'waiting'`, 'outbox_state_check'],
    [`update campaign_recipients set state = 'waiting'`, 'campaign_recipients_state_check'],
    [`update approvals set state = 'waiting'`, 'approvals_state_check'],
    [`update approvals set kind = 'set_apart' where kind = 'refund'`, 'approvals_kind_check'],
    [`update bulk_rows set state = 'wrong'`, 'bulk_rows_state_check'],
    [`update circuit_breakers set state = 'selling'`, 'circuit_breakers_state_check'],
    [`update payments set order_id = null where purpose = 'order'`, 'payments_purpose_order_id_check'],
    [`update refunds set deposit_id = null, payment_id = null`, 'refunds_single_source_check'],
  ] as const)
    expect(await rejectionOf(statement), statement).toMatchObject({ code: '23514', constraint })
})

test('one pending approval is allowed for each refund, purchase, change of limits and unallocated item', async () => {
  const copies = [
    ['refund', 'approvals_pending_refund_key'],
    ['purchase', 'approvals_pending_purchase_key'],
    ['limit_change', 'approvals_pending_limit_change_key'],
    ['unallocated_funds', 'approvals_one_pending_action_key'],
  ] as const
  for (const [kind, constraint] of copies) {
    const again = `insert into approvals
      (kind, state, amount_kobo, order_id, reconciliation_break_id, requested_by, settings)
      select kind, 'STATE', amount_kobo, order_id, reconciliation_break_id, requested_by, settings
      from approvals where kind = '${kind}' and state = 'pending'`
    expect(await rejectionOf(again.replace('STATE', 'pending')), kind).toMatchObject({
      code: '23505',
      constraint,
    })
    await query(again.replace('STATE', 'rejected'))
  }
  const [index] = await query<{ text: string }>(`
    select pg_get_indexdef('outbox_due_at_idx'::regclass) as text`)
  expect(index?.text).toContain(`'pending'`)
})

test('a release from before the migration does not start on this database', async () => {
  for (const last of ['0019', '0025']) {
    const { error } = await olderMigrator(last).migrateToLatest()
    expect(String(error)).toContain('0026-standard-names (this release is too old for this database)')
  }
  // The failed start of the earlier release does not change the migrations of this one.
  await migrate(db)
  expect(await query(`select name from schema_migrations where name < '0027'`)).toHaveLength(26)
})
