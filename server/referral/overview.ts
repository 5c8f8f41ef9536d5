import { sql } from 'kysely'
import { nairaOf } from '../../shared/money.ts'
import { register } from '../../shared/pages.ts'
import type { Referral, Referred } from '../../shared/referral.ts'
import type { Database } from '../database/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import type { Settings } from '../settings/index.ts'

interface Parts {
  readonly db: Database
  readonly settings: Settings
  readonly appUrl: string
}

const mostShown = 100

/** A person's code, their bonus and who came by the code. UTW. */
export async function referralOf({ db, settings, appUrl }: Parts, userId: string): Promise<Referral> {
  const rules = await settings.all()
  const [{ referral_code: code }, balance, list, earned] = await Promise.all([
    db.q.selectFrom('users').select('referral_code').where('id', '=', userId).executeTakeFirstOrThrow(),
    balanceOf(db.q, account.bonus(userId)),
    friendsOf(db, userId),
    earnedBy(db, userId),
  ])
  return {
    code,
    share_url: code && `${appUrl}${register}?${new URLSearchParams({ referrer: code })}`,
    balance: nairaOf(balance),
    earned: nairaOf(earned),
    bonus: nairaOf(BigInt(rules.referral_bonus_kobo)),
    bonus_from: nairaOf(BigInt(rules.referral_order_min_kobo)),
    wallet_minimum_deposit: rules.wallet_minimum_deposit,
    list,
  }
}

async function friendsOf(db: Database, userId: string): Promise<Referred[]> {
  const rows = await db.q
    .selectFrom('users')
    .leftJoin('ledger_entries', (on) =>
      on.on('ledger_entries.event', '=', sql<string>`'referral:' || users.id || ':earned'`),
    )
    .leftJoin('ledger_postings', (on) =>
      on
        .onRef('ledger_postings.entry_id', '=', 'ledger_entries.id')
        .on('ledger_postings.account', '=', account.referral),
    )
    .select(['users.name', 'users.created_at', 'ledger_postings.amount_kobo'])
    .where('users.referred_by', '=', userId)
    .orderBy('users.created_at', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map((row) => ({
    name: shortName(row.name),
    joined_at: row.created_at.toISOString(),
    bonus: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
  }))
}

/** "Bola Adeyemi" → "Bola A.": friends know each other, and strangers learn little. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const last = rest.at(-1)
  return last ? `${first} ${[...last][0]}.` : first
}

/** All that was ever earned, kobo: what was taken back is taken off. */
async function earnedBy(db: Database, userId: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(-sum(amount_kobo), 0)::text as sum
    from ledger_postings join ledger_entries on ledger_entries.id = entry_id
    where account = ${account.bonus(userId)} and event like 'referral:%'`.execute(db.q)
  return BigInt(rows[0]?.sum ?? 0)
}
