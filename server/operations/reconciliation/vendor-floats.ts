import { sql } from 'kysely'
import type { VendorName } from '../../../shared/constants.ts'
import type { VendorFloat } from '../../../shared/management/money.ts'
import { nairaOf } from '../../../shared/money.ts'
import type { Database } from '../../database/index.ts'
import { account } from '../../ledger/index.ts'
import type { Settings } from '../../settings/index.ts'
import { configuredVendors } from '../../vending/index.ts'
import { type FloatDeps, ledgerFloat } from './float.ts'
import { forecastFloat, forecastWindowHours, isFloatLow, type RecentSpending } from './float-forecast.ts'

/** A balance that the vendor reported longer ago is shown, and the ledger is used instead. */
const currentSeconds = 2 * 60 * 60

type VendorFloatDeps = FloatDeps & { readonly settings: Settings }

/**
 * The float at each vendor, by default each configured one: opening balance and spending of today in Lagos by our ledger, the balance that
 * the vendor reported last, and for how long the float lasts. Naira.
 */
export async function vendorFloats(
  deps: VendorFloatDeps,
  names: readonly VendorName[] = configuredVendors(deps.vendors).map(({ name }) => name),
): Promise<VendorFloat[]> {
  const thresholds = {
    balanceKobo: BigInt(await deps.settings.get('low_float_kobo')),
    hours: await deps.settings.get('low_float_hours'),
  }
  return Promise.all(
    names.map(async (vendor): Promise<VendorFloat> => {
      const [ledger, today, live, spending] = await Promise.all([
        ledgerFloat(deps.db, vendor),
        floatChangesToday(deps.db, vendor),
        lastReading(deps.db, vendor),
        recentSpending(deps.db, vendor),
      ])
      const balanceKobo = live?.isCurrent ? live.kobo : ledger.ledgerKobo
      const forecast = forecastFloat(balanceKobo, spending)
      return {
        vendor,
        opening: nairaOf(ledger.ledgerKobo - today.addedKobo + today.spentKobo),
        added_today: nairaOf(today.addedKobo),
        spent_today: nairaOf(today.spentKobo),
        ledger: nairaOf(ledger.ledgerKobo),
        unclear: nairaOf(ledger.unknownKobo),
        live: live && { amount: nairaOf(live.kobo), read_at: live.readAt.toISOString() },
        balance: nairaOf(balanceKobo),
        low: isFloatLow(balanceKobo, forecast, thresholds),
        threshold: nairaOf(thresholds.balanceKobo),
        threshold_hours: thresholds.hours,
        recent_purchases: spending.purchases,
        forecast,
      }
    }),
  )
}

/** Money added to a float and spent from it since midnight in Lagos, kobo. Vendors' reversals count as added. */
async function floatChangesToday(
  db: Database,
  vendor: VendorName,
): Promise<{ addedKobo: bigint; spentKobo: bigint }> {
  const { rows } = await sql<{ added: string; spent: string }>`
    select coalesce(sum(amount_kobo) filter (where amount_kobo > 0), 0)::text as added,
      coalesce(-sum(amount_kobo) filter (where amount_kobo < 0), 0)::text as spent
    from ledger_entries join ledger_postings on entry_id = ledger_entries.id
    where ledger_entries.posted_at >= date_trunc('day', app_now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'
      and account = ${account.vendorFloat(vendor)}`.execute(db.q)
  return { addedKobo: BigInt(rows[0]?.added ?? 0), spentKobo: BigInt(rows[0]?.spent ?? 0) }
}

async function recentSpending(db: Database, vendor: VendorName): Promise<RecentSpending> {
  const { rows } = await sql<{ purchases: number; spent: string }>`
    select count(*)::int as purchases, coalesce(sum(cost_kobo), 0)::text as spent from attempts
    where vendor = ${vendor} and state = 'delivered'
      and created_at > app_now() - make_interval(hours => ${forecastWindowHours})`.execute(db.q)
  return { purchases: rows[0]?.purchases ?? 0, spentKobo: BigInt(rows[0]?.spent ?? 0) }
}

async function lastReading(
  db: Database,
  vendor: VendorName,
): Promise<{ kobo: bigint; readAt: Date; isCurrent: boolean } | null> {
  const row = await db.q
    .selectFrom('vendor_balances')
    .select([
      'balance_kobo as kobo',
      'read_at as readAt',
      sql<boolean>`read_at > app_now() - make_interval(secs => ${currentSeconds})`.as('isCurrent'),
    ])
    .where('vendor', '=', vendor)
    .executeTakeFirst()
  return row ?? null
}

/** Requests our balance from each vendor and stores it. @returns the vendors that responded */
export async function fetchVendorBalances({
  db,
  vendors,
}: Pick<FloatDeps, 'db' | 'vendors'>): Promise<VendorName[]> {
  const answers = await Promise.all(
    configuredVendors(vendors).map(async (vendor) => ({ vendor: vendor.name, kobo: await vendor.balance() })),
  )
  const balances = answers.flatMap(({ vendor, kobo }) =>
    kobo === null ? [] : [{ vendor, balance_kobo: kobo }],
  )
  if (balances.length > 0)
    await db.q
      .insertInto('vendor_balances')
      .values(balances)
      .onConflict((conflict) =>
        conflict.column('vendor').doUpdateSet((row) => ({
          balance_kobo: row.ref('excluded.balance_kobo'),
          read_at: sql<Date>`app_now()`,
        })),
      )
      .execute()
  return balances.map(({ vendor }) => vendor)
}
