import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { ago } from './ago.ts'

const hour = 60 * 60
const day = 24 * hour

interface Kept {
  readonly what: string
  readonly seconds: number
  /** Forgets at most so many rows that are older. */
  forget(seconds: number, most: number): RawBuilder<unknown>
}

/** Deletes whole rows, a part at a time, so that nothing waits for long. */
const rowsOf = (table: string, old: (seconds: number) => RawBuilder<boolean>): Kept['forget'] => {
  const name = sql.table(table)
  return (seconds, most) =>
    sql`delete from ${name} where ctid in (select ctid from ${name} where ${old(seconds)} limit ${most})`
}

/**
 * How long what is kept: the whole of it. What is not here is kept for good: orders that were paid, the ledger,
 * the audit log, accounts. Wrong PINs stay until the PIN is set anew, since they keep it locked.
 */
export const retention: readonly Kept[] = [
  {
    what: 'orders that nobody began to pay for',
    seconds: 2 * day,
    forget: rowsOf('orders', (age) => sql`state = 'quoted' and created_at < ${ago(age)}`),
  },
  {
    // The gateway is asked about a payment for three days. Money that comes later still is money of no order.
    what: 'orders whose payment never came',
    seconds: 7 * day,
    forget: (age, most) => sql`
      with gone as (
        select id from orders where state = 'expired' and paid_at is null and created_at < ${ago(age)}
          and not exists (select from payments where order_id = orders.id
            and (state not in ('failed', 'expired') or due_at is not null))
          and not exists (select from ledger_entries where order_id = orders.id)
        limit ${most}
      ), unpaid as (
        delete from payments where order_id in (select id from gone)
      )
      delete from orders where id in (select id from gone)`,
  },
  {
    what: 'what vendors said of meters and smartcards',
    seconds: day,
    forget: rowsOf('verifications', (age) => sql`stale_at < ${ago(age)}`),
  },
  {
    what: 'idempotency keys and their answers',
    seconds: 3 * day,
    forget: rowsOf('idempotency_keys', (age) => sql`created_at < ${ago(age)}`),
  },
  {
    what: 'bodies of webhooks',
    seconds: 7 * day,
    forget: (age, most) => sql`
      update webhook_inbox set raw = '' where id in (select id from webhook_inbox
        where handled_at is not null and received_at < ${ago(age)} and raw <> '' limit ${most})`,
  },
  {
    what: 'webhooks, by which a late repeat is known',
    seconds: 90 * day,
    forget: rowsOf('webhook_inbox', (age) => sql`handled_at is not null and received_at < ${ago(age)}`),
  },
  {
    what: 'texts of messages, which carry tokens',
    seconds: 7 * day,
    forget: (age, most) => sql`
      update outbox set body = '', html = null where id in (select id from outbox
        where state in ('sent', 'failed') and created_at < ${ago(age)} and (body <> '' or html is not null)
        limit ${most})`,
  },
  {
    what: 'codes and links that were mailed',
    seconds: 7 * day,
    forget: rowsOf('email_codes', (age) => sql`created_at < ${ago(age)}`),
  },
  {
    what: 'sessions that ended',
    seconds: 30 * day,
    forget: rowsOf('bearers', (age) => sql`ended_at < ${ago(age)}`),
  },
  {
    what: 'sessions that nobody used',
    seconds: 180 * day,
    forget: rowsOf('bearers', (age) => sql`coalesce(last_seen_at, created_at) < ${ago(age)}`),
  },
  {
    what: 'counts of limits',
    seconds: hour,
    forget: rowsOf('rate_limits', (age) => sql`expire < extract(epoch from ${ago(age)}) * 1000`),
  },
  {
    what: 'who was told that a service is back',
    seconds: 30 * day,
    forget: rowsOf('back_requests', (age) => sql`told_at < ${ago(age)}`),
  },
  {
    what: 'who waits for a service in vain',
    seconds: 90 * day,
    forget: rowsOf('back_requests', (age) => sql`created_at < ${ago(age)}`),
  },
  {
    what: 'what was compared with a counterparty',
    seconds: 30 * day,
    forget: rowsOf('compared', (age) => sql`at < ${ago(age)}`),
  },
  {
    what: 'rows of files that were never bought',
    seconds: 7 * day,
    forget: rowsOf(
      'bulk_rows',
      (age) => sql`bulk_id in (
      select id from bulk_purchases where state in ('checking', 'ready') and created_at < ${ago(age)})`,
    ),
  },
  {
    what: 'rows of files that were bought: their orders stay',
    seconds: 365 * day,
    forget: rowsOf(
      'bulk_rows',
      (age) => sql`bulk_id in (
      select id from bulk_purchases where state = 'done' and finished_at < ${ago(age)})`,
    ),
  },
  {
    what: 'files without rows',
    seconds: 7 * day,
    forget: rowsOf(
      'bulk_purchases',
      (age) => sql`state <> 'running' and created_at < ${ago(age)}
      and not exists (select from bulk_rows where bulk_id = bulk_purchases.id)`,
    ),
  },
  {
    what: 'reports that were answered or closed',
    seconds: 730 * day,
    forget: rowsOf(
      'tickets',
      (age) => sql`state <> 'open' and coalesce(answered_at, created_at) < ${ago(age)}`,
    ),
  },
  {
    what: 'who got a message that is sent: how many they were stays with it',
    seconds: 90 * day,
    forget: rowsOf(
      'campaign_recipients',
      (age) => sql`campaign_id in (
      select id from campaigns where counts is not null and created_at < ${ago(age)})`,
    ),
  },
  {
    what: 'checks of a BVN that did not fit; the consent of one that did stays with it',
    seconds: 90 * day,
    forget: rowsOf('bvn_checks', (age) => sql`outcome <> 'match' and consented_at < ${ago(age)}`),
  },
]

const atOnce = 1_000

/**
 * Forgets what is older than it is kept for.
 * @returns how many rows, by what they are
 * @throws AggregateError when something could not be forgotten; all else was
 */
export async function forgetOld(db: Database): Promise<ReadonlyMap<string, number>> {
  const gone = new Map<string, number>()
  const kept: Error[] = []
  for (const it of retention) {
    try {
      gone.set(it.what, await forgetKind(db, it))
    } catch (cause) {
      kept.push(new Error(`${it.what} could not be forgotten`, { cause }))
    }
  }
  if (kept.length > 0) throw new AggregateError(kept, kept.map((it) => it.message).join('; '))
  return gone
}

async function forgetKind(db: Database, { seconds, forget }: Kept): Promise<number> {
  let all = 0
  for (;;) {
    const rows = Number((await forget(seconds, atOnce).execute(db.q)).numAffectedRows ?? 0n)
    all += rows
    if (rows < atOnce) return all
  }
}
