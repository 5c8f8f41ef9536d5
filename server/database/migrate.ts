import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from './connection.ts'
import { unhurried } from './context.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as services from './migrations/0002-services.ts'
import * as accounts from './migrations/0003-accounts.ts'
import * as wallet from './migrations/0004-wallet.ts'
import * as engine from './migrations/0005-engine.ts'
import * as operations from './migrations/0006-operations.ts'
import * as accountArea from './migrations/0007-account-area.ts'
import * as backOffice from './migrations/0008-back-office.ts'
import * as virtualAccounts from './migrations/0009-virtual-accounts.ts'
import * as settings from './migrations/0010-settings.ts'
import * as backOfficeMoney from './migrations/0011-back-office-money.ts'
import * as setApart from './migrations/0012-set-apart.ts'
import * as ledgerSums from './migrations/0013-ledger-sums.ts'
import * as bulkCounts from './migrations/0014-bulk-counts.ts'
import * as dayTotals from './migrations/0015-day-totals.ts'
import * as flatHistory from './migrations/0016-flat-history.ts'
import * as moneyApart from './migrations/0017-money-apart.ts'
import * as forgetting from './migrations/0018-forgetting.ts'
import * as backOfficeLists from './migrations/0019-back-office-lists.ts'

/** In order. Names are never changed; a later version only adds. */
const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-services': services,
  '0003-accounts': accounts,
  '0004-wallet': wallet,
  '0005-engine': engine,
  '0006-operations': operations,
  '0007-account-area': accountArea,
  '0008-back-office': backOffice,
  '0009-virtual-accounts': virtualAccounts,
  '0010-settings': settings,
  '0011-back-office-money': backOfficeMoney,
  '0012-set-apart': setApart,
  '0013-ledger-sums': ledgerSums,
  '0014-bulk-counts': bulkCounts,
  '0015-day-totals': dayTotals,
  '0016-flat-history': flatHistory,
  '0017-money-apart': moneyApart,
  '0018-forgetting': forgetting,
  '0019-back-office-lists': backOfficeLists,
}

/**
 * Brings the schema up to date; several processes may ask at once, one does it. What a later version has made
 * of it already is left as it is: it holds all that this one needs.
 */
export async function migrate(db: Database): Promise<void> {
  if (await isLater(db)) return
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: db.q, provider, allowUnorderedMigrations: false })
  const { error } = await unhurried(() => migrator.migrateToLatest())
  if (error) throw error
}

/** A version that knows more was here: everything of ours is done, and something else too. */
async function isLater(db: Database): Promise<boolean> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db.q)
  if (!tables[0]?.there) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db.q)
  const done = new Set(rows.map((it) => it.name))
  const ours = Object.keys(migrations)
  return done.size > ours.length && ours.every((name) => done.has(name))
}

/** The moves of one state machine: from each state, where it may go. */
export type Moves = Readonly<Record<string, readonly string[]>>

/** Makes the trigger's table equal to the code's frozen tables. Moves of a newer version are left alone. */
export async function keepMoves(db: Database, machines: Readonly<Record<string, Moves>>): Promise<void> {
  const rows = Object.entries(machines).flatMap(([machine, moves]) =>
    Object.entries(moves).flatMap(([from_state, to]) =>
      to.map((to_state) => ({ machine, from_state, to_state })),
    ),
  )
  await db.q
    .insertInto('state_moves')
    .values(rows)
    .onConflict((it) => it.doNothing())
    .execute()
}

/** Moves the business clock; a test database only. */
export async function setClockAhead(db: Database, seconds: number): Promise<void> {
  await db.q
    .updateTable('clock')
    .set({ ahead: sql`make_interval(secs => ${seconds})` })
    .execute()
}
