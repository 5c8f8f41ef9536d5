import { type Kysely, sql } from 'kysely'

/** How approved goodwill is paid; null in earlier requests, which are paid into the wallet, and for other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals add column goodwill_route text
    constraint approvals_goodwill_route_check check (goodwill_route in ('wallet', 'gateway'))`.execute(db)
}
