import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { nairaOf } from '../../shared/money.ts'
import { registerPath } from '../../shared/pages.ts'
import type { Referral, ReferredUser } from '../../shared/referral.ts'
import type { Database } from '../database/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import type { Settings } from '../settings/index.ts'

interface ReferralDeps {
  readonly db: Database
  readonly settings: Settings
  readonly appUrl: string
}

const maxListed = 100

/** The user's referral code, bonus and referred users. Amounts in UTW. */
export async function referralOf({ db, settings, appUrl }: ReferralDeps, userId: UserId): Promise<Referral> {
  const rules = await settings.all()
  const [{ referral_code: code }, balance, list, earned] = await Promise.all([
    db.q.selectFrom('users').select('referral_code').where('id', '=', userId).executeTakeFirstOrThrow(),
    balanceOf(db.q, account.bonus(userId)),
    listReferred(db, userId),
    totalEarned(db, userId),
  ])
  return {
    code,
    share_url: code && `${appUrl}${registerPath}?${new URLSearchParams({ referrer: code })}`,
    balance: nairaOf(balance),
    earned: nairaOf(earned),
    bonus: nairaOf(BigInt(rules.referral_bonus_kobo)),
    bonus_min_amount: nairaOf(BigInt(rules.referral_order_min_kobo)),
    wallet_minimum_deposit: rules.wallet_minimum_deposit,
    list,
  }
}

async function listReferred(db: Database, userId: UserId): Promise<ReferredUser[]> {
  const rows = await db.q
    .selectFrom('users')
    .leftJoin('ledger_entries', (join) =>
      join.on('ledger_entries.event', '=', sql<string>`'referral:' || users.id || ':earned'`),
    )
    .leftJoin('ledger_postings', (join) =>
      join
        .onRef('ledger_postings.entry_id', '=', 'ledger_entries.id')
        .on('ledger_postings.account', '=', account.referral),
    )
    .select(['users.name', 'users.created_at', 'ledger_postings.amount_kobo'])
    .where('users.referred_by', '=', userId)
    .orderBy('users.created_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    name: shortName(row.name),
    joined_at: row.created_at.toISOString(),
    bonus: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
  }))
}

/** "Bola Adeyemi" → "Bola A.": recognisable to friends, reveals little to others. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${[...last][0]}.` : first
}

/** Total bonus earned, in kobo, minus reversals. */
async function totalEarned(db: Database, userId: UserId): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(-sum(amount_kobo), 0)::text as sum
    from ledger_postings join ledger_entries on ledger_entries.id = entry_id
    where account = ${account.bonus(userId)} and event like 'referral:%'`.execute(db.q)
  return BigInt(rows[0]?.sum ?? 0)
}
