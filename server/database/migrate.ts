import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Database, Tx } from './connection.ts'
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
import * as closedReviews from './migrations/0020-closed-reviews.ts'
import * as paidAt from './migrations/0021-paid-at.ts'
import * as secondManager from './migrations/0022-second-manager.ts'
import * as spentAndRecorded from './migrations/0023-spent-and-recorded.ts'
import * as orderOwnership from './migrations/0024-order-ownership.ts'
import * as knownDevices from './migrations/0025-known-devices.ts'
import * as standardNames from './migrations/0026-standard-names.ts'
import * as orderLinks from './migrations/0027-order-links.ts'
import * as traceparent from './migrations/0028-traceparent.ts'
import * as lighterOrders from './migrations/0030-lighter-orders.ts'
import * as longHistory from './migrations/0031-long-history.ts'
import * as orderActions from './migrations/0033-order-actions.ts'
import * as userPage from './migrations/0034-user-page.ts'
import * as managerScopes from './migrations/0035-manager-scopes.ts'
import * as paymentPin from './migrations/0036-payment-pin.ts'
import * as ussd from './migrations/0040-ussd.ts'
import * as incomingSms from './migrations/0041-incoming-sms.ts'
import * as pushSubscriptions from './migrations/0042-push-subscriptions.ts'
import * as schedules from './migrations/0043-schedules.ts'
import * as paymentRequests from './migrations/0044-payment-requests.ts'
import * as languages from './migrations/0045-languages.ts'
import * as campaigns from './migrations/0046-campaigns.ts'
import * as settlements from './migrations/0047-settlements.ts'
import * as closedAccounts from './migrations/0048-closed-accounts.ts'
import * as translations from './migrations/0049-translations.ts'
import * as searchDocuments from './migrations/0050-search-documents.ts'
import * as goodwillRoute from './migrations/0051-goodwill-route.ts'
import * as messageLanguages from './migrations/0052-message-languages.ts'
import * as smsPerPhone from './migrations/0053-sms-per-phone.ts'
import * as searchReferences from './migrations/0054-search-references.ts'
import * as approvedRefund from './migrations/0055-approved-refund.ts'
import * as disputeApprovals from './migrations/0056-dispute-approvals.ts'
import * as messageArchive from './migrations/0057-message-archive.ts'
import * as negativeSettlements from './migrations/0058-negative-settlements.ts'
import * as disputesWithoutReturn from './migrations/0059-disputes-without-return.ts'
import * as settlementComparisons from './migrations/0060-settlement-comparisons.ts'
import * as firstRefundRequest from './migrations/0061-first-refund-request.ts'
import * as electricityScheduleTitles from './migrations/0062-electricity-schedule-titles.ts'
import * as cardSignatures from './migrations/0063-card-signatures.ts'
import { withLongTimeout } from './transaction-context.ts'

/**
 * Migrations in order. Names never change. Migrations keep everything that older releases use. The one
 * exception is 0026, which renamed existing tables and columns.
 */
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
  '0020-closed-reviews': closedReviews,
  '0021-paid-at': paidAt,
  '0022-second-manager': secondManager,
  '0023-spent-and-recorded': spentAndRecorded,
  '0024-order-ownership': orderOwnership,
  '0025-known-devices': knownDevices,
  '0026-standard-names': standardNames,
  '0027-order-links': orderLinks,
  '0028-traceparent': traceparent,
  '0030-lighter-orders': lighterOrders,
  '0031-long-history': longHistory,
  '0033-order-actions': orderActions,
  '0034-user-page': userPage,
  '0035-manager-scopes': managerScopes,
  '0036-payment-pin': paymentPin,
  '0040-ussd': ussd,
  '0041-incoming-sms': incomingSms,
  '0042-push-subscriptions': pushSubscriptions,
  '0043-schedules': schedules,
  '0044-payment-requests': paymentRequests,
  '0045-languages': languages,
  '0046-campaigns': campaigns,
  '0047-settlements': settlements,
  '0048-closed-accounts': closedAccounts,
  '0049-translations': translations,
  '0050-search-documents': searchDocuments,
  '0051-goodwill-route': goodwillRoute,
  '0052-message-languages': messageLanguages,
  '0053-sms-per-phone': smsPerPhone,
  '0054-search-references': searchReferences,
  '0055-approved-refund': approvedRefund,
  '0056-dispute-approvals': disputeApprovals,
  '0057-message-archive': messageArchive,
  '0058-negative-settlements': negativeSettlements,
  '0059-disputes-without-return': disputesWithoutReturn,
  '0060-settlement-comparisons': settlementComparisons,
  '0061-first-refund-request': firstRefundRequest,
  '0062-electricity-schedule-titles': electricityScheduleTitles,
  '0063-card-signatures': cardSignatures,
}

/** `isNewer`: a later release has migrated the schema. */
export type MigrationResult = { isNewer: true } | { isNewer: false; applied: readonly string[] }

/** Maximum wait of a migration for a lock: everything that needs the table waits behind it. */
const lockTimeoutMs = 2_000
const maxAttempts = 30
const retryMs = 1_000
/** A lock that was not available in time, and a deadlock: another attempt may succeed. */
const retriedErrors: readonly unknown[] = ['55P03', '40P01']

/**
 * Brings the schema up to date, one transaction per migration, so that no table stays locked while another one is
 * changed. A migration that waits too long for a lock, or that PostgreSQL ends to resolve a deadlock, is rolled back
 * and repeated later: requests of the release before, which is still serving, go on in between. Safe for concurrent
 * processes: an advisory lock, released between attempts, lets one migrate. If a newer release has already migrated the
 * schema, this does nothing: that schema has everything this release needs.
 */
export async function migrate(db: Database): Promise<MigrationResult> {
  // Does not wait for the migrations of the newer release.
  if (await isNewerSchema(db.q)) return { isNewer: true }
  return withLongTimeout(async () => {
    const applied: string[] = []
    for (;;) {
      const result = await applyNext(db)
      if (result.isNewer) return result
      if (result.applied.length === 0) return { isNewer: false, applied }
      applied.push(...result.applied)
    }
  })
}

/** Applies the next migration, in an empty database all of them. `applied` is empty when there is none. */
async function applyNext(db: Database): Promise<MigrationResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.q.transaction().execute(applyNextIn)
    } catch (error) {
      const isRetried = error instanceof Error && 'code' in error && retriedErrors.includes(error.code)
      if (!isRetried || attempt === maxAttempts) throw error
      await pause(retryMs)
    }
  }
}

async function applyNextIn(tx: Tx): Promise<MigrationResult> {
  await sql`select pg_advisory_xact_lock(${migrationLockKey})`.execute(tx)
  await renameMigrationTable(tx)
  // A newer release may have migrated while this one waited for the lock.
  if (await isNewerSchema(tx)) return { isNewer: true }
  const provider: MigrationProvider = { getMigrations: async () => migrations }
  const migrator = new Migrator({
    db: tx,
    provider,
    migrationTableName: migrationTable,
    allowUnorderedMigrations: false,
  })
  const isEmpty = !(await tableExists(tx, migrationTable))
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
  const { error, results = [] } = await (isEmpty ? migrator.migrateToLatest() : migrator.migrateUp())
  if (error) throw error
  return { isNewer: false, applied: results.map(({ migrationName }) => migrationName) }
}

/** Key of the advisory lock held while migrating; released with the transaction. */
const migrationLockKey = 7_269_626_001

/**
 * Releases before 0026 use the table `kysely_migration`. Migration 0026 recreates that table with a single
 * migration name unknown to them, so those releases do not start. Any later migration that drops or
 * renames something an older release uses must block that release in the same way.
 */
const migrationTable = 'schema_migrations'
const formerMigrationTable = 'kysely_migration'

async function renameMigrationTable(tx: Tx): Promise<void> {
  if ((await tableExists(tx, migrationTable)) || !(await tableExists(tx, formerMigrationTable))) return
  await sql`alter table ${sql.table(formerMigrationTable)} rename to ${sql.ref(migrationTable)}`.execute(tx)
  await sql`alter index kysely_migration_pkey rename to schema_migrations_pkey`.execute(tx)
}

async function tableExists(db: Database['q'] | Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(
    db,
  )
  return rows[0]?.exists === true
}

/** True if every migration of this release is applied, and at least one that it does not contain. */
async function isNewerSchema(db: Database['q'] | Tx): Promise<boolean> {
  if (!(await tableExists(db, migrationTable))) return false
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db)
  const appliedNames = new Set(rows.map((row) => row.name))
  const knownNames = Object.keys(migrations)
  return appliedNames.size > knownNames.length && knownNames.every((name) => appliedNames.has(name))
}

/** The transitions of one state machine: from each state, the allowed next states. */
export type Transitions = Readonly<Record<string, readonly string[]>>

/**
 * Stores the transition tables of all state machines for the database trigger. Transitions stored by a newer
 * release are not removed.
 */
export async function storeTransitions(
  db: Database,
  machines: Readonly<Record<string, Transitions>>,
): Promise<void> {
  const rows = Object.entries(machines).flatMap(([machine, transitions]) =>
    Object.entries(transitions).flatMap(([from_state, to]) =>
      to.map((to_state) => ({ entity: machine, from_state, to_state })),
    ),
  )
  await db.q
    .insertInto('state_transitions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sets the offset of the application clock, in seconds; test databases only. */
export async function setTestClockOffset(db: Database, seconds: number): Promise<void> {
  await db.q
    .updateTable('test_clock')
    .set({ clock_offset: sql`make_interval(secs => ${seconds})` })
    .execute()
}
