import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { accountClosedReason, closedAccountEmail } from '../outbox/index.ts'
import { deleteCardsOf } from '../payments/index.ts'
import { closingServerTexts } from './closing-texts.ts'
import type { User } from './store.ts'

/** Tables whose rows of a user are deleted when the account is closed. */
const personalTables = [
  'beneficiaries',
  'notifications',
  'email_codes',
  'pin_failures',
  'known_devices',
  'recovery_codes',
  'verified_phones',
  'identities',
  'low_units_alerts',
] as const

/**
 * Deletes or replaces what a closed account no longer needs. Orders, payments, the ledger and the audit log stay.
 * `referred_by` stays as well: it prevents a second bonus for the same person.
 */
export async function erasePersonalData(tx: Tx, user: User): Promise<void> {
  for (const table of personalTables)
    await sql`delete from ${sql.table(table)} where user_id = ${user.id}::uuid`.execute(tx)
  await deleteCardsOf(tx, user.id)
  await eraseUnpurchasedRows(tx, user.id)
  await deleteSchedules(tx, user.id)
  await erasePaymentRequests(tx, user.id)
  // The numbers stay: a later transfer to one of them becomes unallocated funds.
  await tx
    .updateTable('virtual_accounts')
    .set({
      auto_purchase: false,
      account_name: sql`case when account_name is not null then ${closingServerTexts.formerUser()} end`,
    })
    .where('user_id', '=', user.id)
    .execute()
  await stopMessages(tx, user)
  await replaceProfile(tx, user)
}

/** Rows of bulk purchases that were checked and not started. */
const eraseUnpurchasedRows = (tx: Tx, userId: UserId) =>
  sql`delete from bulk_rows where bulk_id in (
    select id from bulk_purchases where user_id = ${userId}::uuid and state in ('checking', 'ready'))`.execute(
    tx,
  )

/** Schedules with their runs; the orders of the runs stay. Locked in the order of the queues: a schedule before its runs. */
async function deleteSchedules(tx: Tx, userId: UserId): Promise<void> {
  const schedules = await tx
    .selectFrom('schedules')
    .select('id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute()
  if (schedules.length === 0) return
  const ids = schedules.map(({ id }) => id)
  await tx.deleteFrom('schedule_runs').where('schedule_id', 'in', ids).execute()
  await tx.deleteFrom('schedules').where('id', 'in', ids).execute()
}

/** Personal data in unpaid payment requests. A request of a closed account cannot be paid. */
const erasePaymentRequests = (tx: Tx, userId: UserId) =>
  sql`update payment_requests
    set note = null, selection = selection || '{"number": "", "phone": "", "email": null}'::jsonb
    where user_id = ${userId}::uuid and state <> 'paid'`.execute(tx)

/** Campaigns and service alerts to the e-mail, and to the phone unless another account has it. */
async function stopMessages(tx: Tx, { id, email, phone }: User): Promise<void> {
  const isShared =
    phone !== null &&
    (await tx
      .selectFrom('users')
      .select('id')
      .where('phone', '=', phone)
      .where('id', '<>', id)
      .executeTakeFirst()) !== undefined
  const recipients = phone === null || isShared ? [email] : [email, phone]
  await tx
    .updateTable('campaign_recipients')
    .set({ failure_reason: accountClosedReason })
    .where('due_at', 'is not', null)
    .where('recipient', 'in', recipients)
    .execute()
  await tx.deleteFrom('service_alert_subscriptions').where('recipient', 'in', recipients).execute()
  if (phone !== null) await tx.deleteFrom('ussd_sessions').where('phone', '=', phone).execute()
}

const replaceProfile = (tx: Tx, { id, uniqueid }: User) =>
  tx
    .updateTable('users')
    .set({
      closed_at: sql<Date>`app_now()`,
      name: closingServerTexts.formerUser(),
      email: closedAccountEmail(uniqueid),
      email_verified_at: null,
      phone: null,
      password_hash: null,
      pin_hash: null,
      pin_above_kobo: null,
      registered_session_hash: null,
      platform: null,
      is_company: false,
      company_name: null,
      address: null,
      website: null,
      rc_number: null,
      picture: null,
      referral_code: null,
      bvn_masked: null,
      bvn_account_name: null,
    })
    .where('id', '=', id)
    .execute()
