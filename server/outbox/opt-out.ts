import type { Database, Tx } from '../database/index.ts'

type Reader = Database['q'] | Tx

/**
 * Stops optional SMS to a phone (E.164): campaigns and service alerts; messages about schedules go by e-mail. Messages
 * about a purchase are still sent: tokens, refunds, replies to the customer's SMS.
 */
export async function optOutOfSms(db: Reader, phone: string): Promise<void> {
  await db
    .insertInto('sms_opt_outs')
    .values({ phone })
    .onConflict((row) => row.doNothing())
    .execute()
}

export async function optInToSms(db: Reader, phone: string): Promise<void> {
  await db.deleteFrom('sms_opt_outs').where('phone', '=', phone).execute()
}

/** Those of the phones that opted out. */
export async function smsOptOutsOf(db: Reader, phones: readonly string[]): Promise<ReadonlySet<string>> {
  if (phones.length === 0) return new Set()
  const rows = await db.selectFrom('sms_opt_outs').select('phone').where('phone', 'in', phones).execute()
  return new Set(rows.map(({ phone }) => phone))
}

/** Stops campaigns to an e-mail address (in lower case). Transactional e-mails are still sent. */
export async function optOutOfEmail(db: Reader, email: string): Promise<void> {
  await db
    .insertInto('email_opt_outs')
    .values({ email })
    .onConflict((row) => row.doNothing())
    .execute()
}

export async function optInToEmail(db: Reader, email: string): Promise<void> {
  await db.deleteFrom('email_opt_outs').where('email', '=', email).execute()
}

/** Those of the e-mail addresses that unsubscribed from campaigns. */
export async function emailOptOutsOf(db: Reader, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db.selectFrom('email_opt_outs').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}
