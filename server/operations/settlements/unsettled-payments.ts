import { type RawBuilder, sql } from 'kysely'
import { formatMoney } from '../../../shared/money.ts'
import { type GatewayName, isSettlingGateway, providerNames } from '../../../shared/providers.ts'
import { currentDays, type Database, type Tx } from '../../database/index.ts'
import type { Gateway } from '../../payments/index.ts'
import type { SettingValues } from '../../settings/index.ts'
import { raiseAlert } from '../alert.ts'
import { alertTexts } from '../alert-texts.ts'
import type { OperationsDeps } from '../deps.ts'
import { matchedResolution } from '../reconciliation/breaks.ts'
import { secondsAgoSql } from '../time.ts'

const daySeconds = 24 * 60 * 60
/** Settlements of these days are fetched again, because payments are recorded and settlements paid later. */
const minLookbackDays = 14
const maxLookbackDays = 90
/** Four days without banking, and one because a payment is counted from its hour. */
const marginDays = 5
/** A payment was created before it succeeded: its gateway reports it within 3 days. */
const reportDays = 4

/** Payments of the last days before they count as not settled. */
const unsettledDays = 4

/** Days after which a payment counts as not settled; null for a gateway that does not list its settlements. */
export const unsettledAfterDays = (
  { name, settlementDays }: Pick<Gateway, 'name' | 'settlementDays'>,
  settings: Readonly<SettingValues>,
): number | null =>
  isSettlingGateway(name) ? (settlementDays ?? 0) + (settings[`${name}_payout_days`] - 1) + marginDays : null

/** The payments and settlements of a gateway that are compared. */
export interface Comparison {
  readonly startedAt: Date
  readonly lookbackDays: number
  /** Days after which a payment counts as not settled. */
  readonly unsettledAfterDays: number
}

/** Longer than another process reads the old value of a changed setting. */
const settingDelaySeconds = 5

/** Returns the days to compare; null for a gateway that does not list its settlements. */
export async function comparisonOf(
  { db, settings }: Pick<OperationsDeps, 'db' | 'settings'>,
  gateway: Gateway,
): Promise<Comparison | null> {
  const afterDays = unsettledAfterDays(gateway, await settings.all())
  if (afterDays === null) return null
  const minDays = Math.max(minLookbackDays, afterDays + unsettledDays)
  return { ...(await lookbackOf(db, gateway.name, minDays)), unsettledAfterDays: afterDays }
}

/** A paid settlement has the payment or deposit. */
const isSettled = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from settlement_lines join settlements on settlements.id = settlement_id
    where (payment_id = ${id} or deposit_id = ${id}) and settlements.status = 'paid')`

/**
 * Days of which the settlements and payments are compared: at least `minDays` and at most 90. They include those since the
 * last comparison of the gateway, or all 90 when there was none, or none since the payout days of the gateway changed:
 * payments that were not due by the old days may be older than `minDays`.
 */
async function lookbackOf(
  db: Database,
  gateway: GatewayName,
  minDays: number,
): Promise<Pick<Comparison, 'startedAt' | 'lookbackDays'>> {
  const { rows } = await sql<{ startedAt: Date; days: number | null }>`
    select app_now() as "startedAt", (
      select ${minDays}::int + extract(day from app_now() - compared_at)::int from settlement_comparisons
      where gateway = ${gateway} and not exists (select from setting_changes where name = ${`${gateway}_payout_days`}
        and changed_at > compared_at - make_interval(secs => ${settingDelaySeconds}))
    ) as days`.execute(db.q)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  const { startedAt, days } = row
  return { startedAt, lookbackDays: Math.min(maxLookbackDays, Math.max(minDays, days ?? maxLookbackDays)) }
}

/**
 * Selects the payments and deposits that the gateway reported as paid, that it has not paid out to us within its usual
 * days and a margin, and that have no break: those of the lookback, and older ones in a settlement of the lookback that
 * is not paid. A break that was resolved by a settlement does not count: the settlement may have failed since.
 */
const unsettledQuery = (gateway: Gateway, { lookbackDays, unsettledAfterDays: afterDays }: Comparison) => {
  const isPayment = sql<boolean>`payments.gateway = ${gateway.name} and paid_currency = 'NGN'
    and payments.state in ('succeeded', 'succeeded_late', 'mismatch')`
  const isDeposit = sql<boolean>`deposits.gateway = ${gateway.name} and deposits.currency = 'NGN'
    and deposits.state in ('credited', 'unmatched')`
  const isOfLookback = (table: RawBuilder<unknown>) => sql<boolean>`
    ${table}.created_at > ${secondsAgoSql((lookbackDays + reportDays) * daySeconds)}
    and ${table}.state_since > ${secondsAgoSql(lookbackDays * daySeconds)}`
  const unpaidSettlements = sql`settlements join settlement_lines on settlement_id = settlements.id
    and settlements.gateway = ${gateway.name} and settlements.status <> 'paid'
    and settled_on > ${secondsAgoSql(lookbackDays * daySeconds)}`
  return sql`
    select * from (
      select id, paid_kobo, state_since from payments where ${isPayment} and ${isOfLookback(sql`payments`)}
      union
      select payments.id, paid_kobo, state_since
      from ${unpaidSettlements} join payments on payments.id = payment_id and ${isPayment}
      union
      select id, paid_kobo, state_since from deposits where ${isDeposit} and ${isOfLookback(sql`deposits`)}
      union
      select deposits.id, paid_kobo, state_since
      from ${unpaidSettlements} join deposits on deposits.id = deposit_id and ${isDeposit}
    ) as received
    where state_since < ${secondsAgoSql(afterDays * daySeconds)}
      and not ${isSettled(sql`received.id`)}
      and not exists (select from reconciliation_breaks where kind = 'unsettled' and subject = received.id::text
        and (resolved_at is null or resolution <> ${matchedResolution}))`
}

/**
 * Alerts once a day while the settlements of a gateway cannot be read and payments have waited for one for more than
 * its usual days.
 */
export async function alertUnreadSettlements(
  deps: OperationsDeps,
  gateway: Gateway,
  comparison: Comparison,
): Promise<void> {
  const { today } = await currentDays(deps.db)
  await deps.db.inTransaction(async (tx) => {
    const { rows } = await sql<{ count: number; kobo: bigint }>`
      select count(*)::int as count, coalesce(sum(paid_kobo), 0)::bigint as kobo
      from (${unsettledQuery(gateway, comparison)}) as unsettled`.execute(tx)
    const { count, kobo } = rows[0] ?? { count: 0, kobo: 0n }
    if (count === 0) return
    await raiseAlert(deps, tx, {
      dedupeKey: `unread-settlements:${gateway.name}:${today}`,
      subject: alertTexts.settlementsUnreadSubject({ gateway: providerNames[gateway.name] }),
      message: [
        alertTexts.settlementsUnread({
          ...{ count, amount: formatMoney(kobo) },
          days: comparison.unsettledAfterDays,
        }),
        alertTexts.settlementsUnreadNext(),
      ],
    })
  })
  deps.triggerOutbox()
}

/**
 * Opens a reconciliation break for each payment and deposit that the gateway reported as paid and has not paid out to
 * us within its usual days and a margin, alerts once a day about new ones, and resolves those that were settled since.
 * It is called after all settlements of the lookback were read, and records the comparison.
 */
export async function listUnsettledPayments(
  deps: OperationsDeps,
  gateway: Gateway,
  comparison: Comparison,
): Promise<void> {
  const days = comparison.unsettledAfterDays
  const { today } = await currentDays(deps.db)
  await deps.db.inTransaction(async (tx) => {
    await sql`
      insert into settlement_comparisons (gateway, compared_at) values (${gateway.name}, ${comparison.startedAt})
      on conflict (gateway) do update set compared_at = excluded.compared_at`.execute(tx)
    await sql`
      update reconciliation_breaks set resolved_at = app_now(), resolution = ${matchedResolution}
      where kind = 'unsettled' and resolved_at is null and ${isSettled(sql`subject::uuid`)}`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      insert into reconciliation_breaks (kind, subject, internal_kobo, external_kobo, note)
      select 'unsettled', id::text, paid_kobo, 0, ${`${providerNames[gateway.name]} has not paid it out within ${days} days.`}
      from (${unsettledQuery(gateway, comparison)}) as unsettled
      order by state_since
      returning id`.execute(tx)
    if (rows.length === 0) return
    // The alert of a day is sent once, so it names all payments that are open.
    const { count, kobo } = (await unsettledTotals(tx)).get(gateway.name) ?? { count: 0, kobo: 0n }
    await raiseAlert(deps, tx, {
      dedupeKey: `unsettled:${gateway.name}:${today}`,
      subject: alertTexts.unsettledSubject({ gateway: providerNames[gateway.name] }),
      message: [alertTexts.unsettled({ count, amount: formatMoney(kobo), days }), alertTexts.unsettledNext()],
    })
  })
  deps.triggerOutbox()
}

export interface UnsettledTotal {
  readonly count: number
  readonly kobo: bigint
}

/** Payments and deposits that were not settled and have no explanation, by gateway. */
export async function unsettledTotals(
  db: Database['q'] | Tx,
): Promise<ReadonlyMap<GatewayName, UnsettledTotal>> {
  const { rows } = await sql<{ gateway: GatewayName; count: number; kobo: string }>`
    select coalesce(payments.gateway, deposits.gateway) as gateway, count(*)::int as count,
      sum(internal_kobo)::text as kobo
    from reconciliation_breaks
      left join payments on payments.id = subject::uuid left join deposits on deposits.id = subject::uuid
    where reconciliation_breaks.kind = 'unsettled' and resolved_at is null
    group by 1`.execute(db)
  return new Map(rows.map(({ gateway, count, kobo }) => [gateway, { count, kobo: BigInt(kobo) }]))
}
