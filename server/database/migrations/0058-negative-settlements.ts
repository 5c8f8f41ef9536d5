import { type Kysely, sql } from 'kysely'

/** A settlement is negative when refunds and chargebacks exceed its payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table settlements drop constraint settlements_gross_kobo_check,
    drop constraint settlements_fee_kobo_check, drop constraint settlements_net_kobo_check`.execute(db)
}
