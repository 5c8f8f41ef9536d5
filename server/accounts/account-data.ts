import { type RawBuilder, sql } from 'kysely'
import type { AccountDataSection } from '../../shared/account-data.ts'
import type { UserId } from '../../shared/ids.ts'
import type { Database } from '../database/index.ts'
import { accountDataTexts } from './account-data-texts.ts'

const naira = (column: string) => sql`(${sql.ref(column)} / 100.0)::numeric(16, 2)::text`

type Row = Record<string, unknown>

/** The data stored about a user, by kind. No query selects a hash, a token, a PIN or an encrypted value. */
const sections: readonly { name: () => string; query: (userId: UserId) => RawBuilder<Row> }[] = [
  {
    name: accountDataTexts.profile,
    query: (
      id,
    ) => sql`select name, email, phone, is_company, company_name, rc_number, address, website, created_at,
      email_verified_at, save_activity_logs, referral_code, bvn_masked, bvn_account_name from users where id = ${id}`,
  },
  {
    name: accountDataTexts.orders,
    query: (
      id,
    ) => sql`select reference, service, code as company, variation_name as product, beneficiary as number, phone,
      email, state, ${naira('amount_kobo')} as amount, ${naira('service_charge_kobo')} as service_charge,
      ${naira('total_kobo')} as total, deliveries.units, orders.created_at, paid_at, delivered_at, refunded_at
      from orders left join deliveries on deliveries.order_id = orders.id where user_id = ${id} order by orders.created_at`,
  },
  {
    name: accountDataTexts.payments,
    query: (
      id,
    ) => sql`select reference, purpose, gateway, method, state, ${naira('amount_kobo')} as amount, email,
      payer_name, card_signature is not null as card_hash_stored, created_at, paid_at from payments where user_id = ${id} order by created_at`,
  },
  {
    name: accountDataTexts.refunds,
    query: (
      id,
    ) => sql`select orders.reference as order, refunds.state, ${naira('refunds.amount_kobo')} as amount,
      payout_account_bank, payout_account_last4, payout_account_name, refunds.created_at
      from refunds join orders on orders.id = refunds.order_id where orders.user_id = ${id}
        and orders.payment_request_id is null order by refunds.created_at`,
  },
  {
    name: accountDataTexts.walletTransactions,
    query: (id) => sql`select kind, ${naira('change_kobo')} as amount, posted_at from (
      select kind, -amount_kobo as change_kobo, posted_at, entry_id from ledger_postings where account = ${`wallet:${id}`})
      as wallet_transaction order by entry_id`,
  },
  {
    name: accountDataTexts.cards,
    query: (id) => sql`select type, issuer, first_digits, last_digits, expiry, email, saved_at, deleted_at
      from payment_cards where user_id = ${id} order by saved_at`,
  },
  {
    name: accountDataTexts.beneficiaries,
    query: (id) => sql`select type, number, phone, customer_name, customer_address, notes,
      ${naira('amount_kobo')} as amount, created_at from beneficiaries where user_id = ${id} order by created_at`,
  },
  {
    name: accountDataTexts.virtualAccounts,
    query: (id) => sql`select type, number, state, bank_name, account_name, account_number, created_at
      from virtual_accounts where user_id = ${id} order by created_at`,
  },
  {
    name: accountDataTexts.bvnChecks,
    query: (
      id,
    ) => sql`select consent, consented_at, outcome, answered_at from bvn_checks where user_id = ${id}
      order by consented_at`,
  },
  {
    name: accountDataTexts.tickets,
    query: (
      id,
    ) => sql`select number, message, state, answer, created_at, answered_at from tickets where user_id = ${id}
      order by created_at`,
  },
  {
    name: accountDataTexts.notifications,
    query: (id) => sql`select service, subject, created_at, read_at from notifications where user_id = ${id}
      order by created_at`,
  },
  {
    name: accountDataTexts.bulkPurchases,
    query: (id) => sql`select file_name, state, ${naira('total_kobo')} as total, created_at, finished_at
      from bulk_purchases where user_id = ${id} order by created_at`,
  },
  {
    name: accountDataTexts.schedules,
    query: (id) => sql`select title, number, state, frequency, start_on, next_on, payment_method,
      ${naira('amount_kobo')} as amount, ${naira('max_run_kobo')} as limit_per_run,
      ${naira('max_month_kobo')} as limit_per_month, remind_by, created_at
      from schedules where user_id = ${id} order by created_at`,
  },
  {
    name: accountDataTexts.lowUnitsAlerts,
    query: (id) => sql`select number, channel, created_at from low_units_alerts where user_id = ${id}
      order by created_at`,
  },
  {
    name: accountDataTexts.sessions,
    query: (
      id,
    ) => sql`select device, created_at, last_seen_at, revoked_at from session_tokens where user_id = ${id}
      order by created_at`,
  },
  {
    name: accountDataTexts.activity,
    query: (
      id,
    ) => sql`select occurred_at, action from audit_log where data_subject_id = ${id} and visible_to_owner
      order by occurred_at`,
  },
]

/** Reads everything stored about the user, as plain keys and text. */
export async function collectAccountData(db: Database, userId: UserId): Promise<AccountDataSection[]> {
  const result: AccountDataSection[] = []
  for (const { name, query } of sections) {
    const { rows } = await query(userId).execute(db.q)
    result.push({ name: name(), rows: rows.map(textRow) })
  }
  return result
}

const textRow = (row: Row): Record<string, string | null> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, textOf(value)]))

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : String(value)
}
