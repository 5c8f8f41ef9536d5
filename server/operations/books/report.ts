import { sql } from 'kysely'
import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { trialBalance } from '../../ledger/index.ts'
import { brokenRules, rules } from '../rules/index.ts'
import { lastFigures } from './figures.ts'
import { type FloatParts, floatsNow } from './float.ts'

export interface BooksReport {
  readonly lines: readonly string[]
  /** A rule is broken, or the books do not sum to 0. */
  readonly failed: boolean
}

/** The accounts in classes, in the order of a balance sheet. Debits are shown as they are, credits with a minus. */
const classes: readonly (readonly [title: string, of: RegExp])[] = [
  ['At gateways', /^gateway:/],
  ['Floats at vendors', /^vendor_float:/],
  ['Bank', /^bank$/],
  ['Owed to us by customers', /^receivable:/],
  ['Owed to us for purchases by managers', /^receivable_manager$/],
  ['Wallets', /^wallet:/],
  ['Set aside in wallets', /^hold:/],
  ['Bonuses', /^bonus:/],
  ['Paid orders not yet delivered', /^order:/],
  ['Money of no order', /^unapplied$/],
  ['Refunds on their way', /^refund_payable$/],
  ['Service charges', /^service_charge$/],
  ['Commission', /^commission$/],
  ['Fees of gateways', /^gateway_fee$/],
  ['Cashback', /^cashback$/],
  ['Referral bonuses', /^referral$/],
  ['Adjustments', /^adjustment$/],
  ['Lost deliveries', /^vend_loss$/],
]

/** The state of the books in lines to print. */
export async function booksReport(parts: FloatParts): Promise<BooksReport> {
  const balances = [...(await trialBalance(parts.db.q))]
  const total = balances.reduce((sum, [, kobo]) => sum + kobo, 0n)
  const broken = await brokenRules(parts.db)
  const sums = classes.map(([title, of]) => {
    const its = balances.filter(([name]) => of.test(name))
    return { title, count: its.length, kobo: its.reduce((sum, [, kobo]) => sum + kobo, 0n) }
  })
  const lines = [
    `The books on ${formatDate(new Date())}`,
    '',
    ...sums
      .filter((it) => it.count > 0)
      .map((it) => row(`${it.title}${it.count > 1 ? ` (${it.count})` : ''}`, money(it.kobo))),
    row('Sum of everything', `${money(total)}${total === 0n ? '' : '  IT MUST BE 0'}`),
    '',
    ...(await suspense(parts)),
    ...(await floats(parts)),
    ...(await waiting(parts)),
    ...(await figures(parts)),
    'Rules',
    ...rules.map((rule) => {
      const its = broken.filter((it) => it.rule === rule.name)
      return its.length === 0
        ? `  ${rule.name}  holds   ${rule.says}`
        : [
            `  ${rule.name}  BROKEN  ${rule.says}`,
            ...its.slice(0, mostShown).map((it) => `        ${it.subject}: ${it.says}`),
            ...(its.length > mostShown ? [`        and ${its.length - mostShown} more`] : []),
          ].join('\n')
    }),
  ]
  return { lines, failed: total !== 0n || broken.length > 0 }
}

const mostShown = 5
const money = (kobo: bigint) => formatMoney(kobo)
const row = (title: string, value: string) => `${title.padEnd(44)}${value.padStart(20)}`

async function suspense({ db }: FloatParts): Promise<string[]> {
  const { rows } = await sql<{ age: string; orders: number; kobo: string }>`
    select case when paid_at > business_now() - interval '30 minutes' then 'under 30 minutes'
        when paid_at > business_now() - interval '24 hours' then 'under 24 hours' else 'older' end as age,
      count(*)::int as orders, sum(total_kobo)::text as kobo, min(paid_at) as oldest
    from orders where state in ('paid', 'vending', 'vend_failed', 'refunding') group by 1 order by max(paid_at) desc`.execute(
    db.q,
  )
  if (rows.length === 0) return ['Paid and not ended: none', '']
  return [
    'Paid and not ended',
    ...rows.map((it) => row(`  ${it.age} (${it.orders})`, money(BigInt(it.kobo)))),
    '',
  ]
}

async function floats(parts: FloatParts): Promise<string[]> {
  const all = await floatsNow(parts)
  return [
    'Floats: books, unclear, what the vendor says',
    ...all.map(
      (it) =>
        `  ${it.vendor.padEnd(12)}${money(it.booksKobo).padStart(20)}${money(it.unclearKobo).padStart(16)}${(it.liveKobo === null ? 'no answer' : money(it.liveKobo)).padStart(20)}${it.opened ? '' : '  not opened'}`,
    ),
    '',
  ]
}

async function waiting({ db }: FloatParts): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number; oldest: Date | null }>`
    select 'Orders that wait for a person' as what, count(*)::int as count, min(review_since) as oldest from orders where review_since is not null
    union all select 'Differences that nobody explained', count(*)::int, min(since) from differences where resolved_at is null
    union all select 'Broken rules that somebody took on', count(*)::int, min(found_at) from breaches where ended_at is null and accepted_at is not null
    union all select 'Paused vendors', count(*)::int, min(since) from vendor_health where state = 'paused'
    union all select 'Messages that wait', count(*)::int, min(created_at) from outbox where state in ('waiting', 'sending')`.execute(
    db.q,
  )
  const breaches = await db.q
    .selectFrom('breaches')
    .select(['id', 'rule', 'subject'])
    .where('ended_at', 'is', null)
    .where('accepted_at', 'is', null)
    .orderBy('id')
    .execute()
  return [
    ...rows.map((it) => row(it.what, `${it.count}${it.oldest ? ` since ${formatDate(it.oldest)}` : ''}`)),
    ...breaches.map((it) => `Breach ${it.id} stops selling: rule ${it.rule}, ${it.subject}`),
    '',
  ]
}

async function figures({ db }: FloatParts): Promise<string[]> {
  const [last] = await lastFigures(db, 1)
  if (!last) return []
  const percent = last.explained_percent === null ? 'nothing moved' : `${last.explained_percent} % explained`
  return [
    `${last.day}: ${percent}, unclear for more than half an hour ${last.unknowns}, double vends ${last.double_vends}`,
    '',
  ]
}
