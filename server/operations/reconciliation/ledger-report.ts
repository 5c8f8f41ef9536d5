import { sql } from 'kysely'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { trialBalance } from '../../ledger/index.ts'
import { findViolations, invariants } from '../invariants/index.ts'
import { latestDailyMetrics } from './daily-metrics.ts'
import { type FloatDeps, fetchFloats } from './float.ts'

export interface LedgerReport {
  readonly lines: readonly string[]
  /** An invariant is violated, or the ledger does not sum to 0. */
  readonly hasFailed: boolean
}

/** Account classes in the order of a balance sheet. Debits are positive, credits negative. */
const accountClasses: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['At gateways', /^gateway:/],
  ['Floats at vendors', /^vendor_float:/],
  ['Bank', /^bank$/],
  ['Receivable from customers', /^receivable:/],
  ['Receivable for purchases by managers', /^receivable_manager$/],
  ['Wallets', /^wallet:/],
  ['On hold in wallets', /^hold:/],
  ['Bonuses', /^bonus:/],
  ['Paid orders not yet delivered', /^order:/],
  ['Unallocated funds', /^unapplied$/],
  ['Refunds in progress', /^refund_payable$/],
  ['Service charges', /^service_charge$/],
  ['Commission', /^commission$/],
  ['Gateway fees', /^gateway_fee$/],
  ['Cashback', /^cashback$/],
  ['Referral bonuses', /^referral$/],
  ['Adjustments', /^adjustment$/],
  ['Lost deliveries', /^vend_loss$/],
]

/** The state of the ledger, in lines to print. */
export async function ledgerReport(deps: FloatDeps): Promise<LedgerReport> {
  const balances = [...(await trialBalance(deps.db.q))]
  const total = balances.reduce((sum, [, kobo]) => sum + kobo, 0n)
  const violations = await findViolations(deps.db)
  const sums = accountClasses.map(([title, pattern]) => {
    const matchingBalances = balances.filter(([name]) => pattern.test(name))
    return {
      title,
      count: matchingBalances.length,
      kobo: matchingBalances.reduce((sum, [, kobo]) => sum + kobo, 0n),
    }
  })
  const lines = [
    `Ledger on ${formatDate(new Date())}`,
    '',
    ...sums
      .filter((entry) => entry.count > 0)
      .map((entry) =>
        reportLine(`${entry.title}${entry.count > 1 ? ` (${entry.count})` : ''}`, formatKobo(entry.kobo)),
      ),
    reportLine('Sum of all accounts', `${formatKobo(total)}${total === 0n ? '' : '  MUST BE 0'}`),
    '',
    ...(await suspenseLines(deps)),
    ...(await floatLines(deps)),
    ...(await pendingLines(deps)),
    ...(await metricsLines(deps)),
    'Invariants',
    ...invariants.map((invariant) => {
      const matchingViolations = violations.filter((entry) => entry.rule === invariant.name)
      return matchingViolations.length === 0
        ? `  ${invariant.name}  holds   ${invariant.message}`
        : [
            `  ${invariant.name}  VIOLATED  ${invariant.message}`,
            ...matchingViolations
              .slice(0, maxShown)
              .map((entry) => `        ${entry.subject}: ${entry.message}`),
            ...(matchingViolations.length > maxShown
              ? [`        and ${matchingViolations.length - maxShown} more`]
              : []),
          ].join('\n')
    }),
  ]
  return { lines, hasFailed: total !== 0n || violations.length > 0 }
}

const maxShown = 5
const formatKobo = (kobo: bigint) => formatMoney(kobo)
const reportLine = (title: string, value: string) => `${title.padEnd(44)}${value.padStart(20)}`

async function suspenseLines({ db }: FloatDeps): Promise<string[]> {
  const { rows } = await sql<{ age: string; orders: number; kobo: string }>`
    select case when paid_at > app_now() - interval '30 minutes' then 'under 30 minutes'
        when paid_at > app_now() - interval '24 hours' then 'under 24 hours' else 'older' end as age,
      count(*)::int as orders, sum(total_kobo)::text as kobo, min(paid_at) as oldest
    from orders where state in ('paid', 'vending', 'vend_failed', 'refunding') group by 1 order by max(paid_at) desc`.execute(
    db.q,
  )
  if (rows.length === 0) return ['Paid orders in fulfilment: none', '']
  return [
    'Paid orders in fulfilment',
    ...rows.map((entry) => reportLine(`  ${entry.age} (${entry.orders})`, formatKobo(BigInt(entry.kobo)))),
    '',
  ]
}

async function floatLines(deps: FloatDeps): Promise<string[]> {
  const floats = await fetchFloats(deps)
  return [
    'Floats: ledger, unknown outcome, balance at the vendor',
    ...floats.map(
      (entry) =>
        `  ${entry.vendor.padEnd(12)}${formatKobo(entry.ledgerKobo).padStart(20)}${formatKobo(entry.unknownKobo).padStart(16)}${(entry.reportedKobo === null ? 'no response' : formatKobo(entry.reportedKobo)).padStart(20)}${entry.hasOpeningBalance ? '' : '  no opening balance'}`,
    ),
    '',
  ]
}

async function pendingLines({ db }: FloatDeps): Promise<string[]> {
  const { rows } = await sql<{ label: string; count: number; oldest: Date | null }>`
    select 'Orders in review' as label, count(*)::int as count, min(review_since) as oldest from orders where review_since is not null
    union all select 'Open reconciliation breaks', count(*)::int, min(first_seen_at) from reconciliation_breaks where resolved_at is null
    union all select 'Accepted violations', count(*)::int, min(detected_at) from invariant_violations where resolved_at is null and accepted_at is not null
    union all select 'Paused vendors', count(*)::int, min(state_since) from circuit_breakers where state = 'open'
    union all select 'Unsent messages', count(*)::int, min(created_at) from outbox where state in ('pending', 'sending')`.execute(
    db.q,
  )
  const openViolations = await db.q
    .selectFrom('invariant_violations')
    .select(['id', 'invariant', 'subject'])
    .where('resolved_at', 'is', null)
    .where('accepted_at', 'is', null)
    .orderBy('id')
    .execute()
  return [
    ...rows.map((entry) =>
      reportLine(entry.label, `${entry.count}${entry.oldest ? ` since ${formatDate(entry.oldest)}` : ''}`),
    ),
    ...openViolations.map(
      (entry) => `Violation ${entry.id} stops orders: invariant ${entry.invariant}, ${entry.subject}`,
    ),
    '',
  ]
}

async function metricsLines({ db }: FloatDeps): Promise<string[]> {
  const [last] = await latestDailyMetrics(db, 1)
  if (!last) return []
  const percent = last.reconciled_percent === null ? 'no volume' : `${last.reconciled_percent} % reconciled`
  return [
    `${last.day}: ${percent}, unknown for more than half an hour ${last.unknown_outcomes}, double vends ${last.double_vends}`,
    '',
  ]
}
