import { type Kysely, sql } from 'kysely'

/** The refund that an approval pays; null in earlier requests, for the refund of an order itself and for other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals add column refund_id uuid
    constraint approvals_refund_id_fkey references refunds`.execute(db)
}
