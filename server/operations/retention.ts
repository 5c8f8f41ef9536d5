import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { idempotencyKeyLifetimeDays } from '../http/index.ts'
import { quoteLifetimeSeconds } from '../purchase/index.ts'
import { secondsAgoSql } from './time.ts'

const hour = 60 * 60
const day = 24 * hour

interface RetentionPolicy {
  readonly name: string
  readonly seconds: number
  /** Deletes or redacts at most `limit` rows that are older than `seconds`. */
  purge(seconds: number, limit: number): RawBuilder<unknown>
}

/** Deletes whole rows, in batches, so that no lock is held for long. */
function deletion(
  name: string,
  seconds: number,
  table: string,
  isExpired: (seconds: number) => RawBuilder<boolean>,
): RetentionPolicy {
  const rows = sql.table(table)
  return {
    name,
    seconds,
    purge: (age, limit) =>
      sql`delete from ${rows} where ctid in (select ctid from ${rows} where ${isExpired(age)} limit ${limit})`,
  }
}

/**
 * The complete retention schedule. Data without a policy is kept permanently: paid orders, the ledger, the
 * audit log, accounts. Wrong PINs are kept until a new PIN is set, because they keep the PIN locked.
 */
export const retentionPolicies: readonly RetentionPolicy[] = [
  deletion(
    'quoted orders without a payment',
    quoteLifetimeSeconds,
    'orders',
    (age) => sql`state = 'quoted' and created_at < ${secondsAgoSql(age)}`,
  ),
  {
    // A payment's status is checked for three days. A payment that succeeds later is unallocated funds.
    name: 'expired orders that were never paid',
    seconds: 7 * day,
    purge: (age, limit) => sql`
      with gone as (
        select id from orders where state = 'expired' and paid_at is null and created_at < ${secondsAgoSql(age)}
          and not exists (select from payments where order_id = orders.id
            and (state not in ('failed', 'expired') or due_at is not null))
          and not exists (select from ledger_entries where order_id = orders.id)
        limit ${limit}
      ), unpaid as (
        delete from payments where order_id in (select id from gone) returning id
      ), documents as (
        delete from search_documents where row_id in (select id from gone union all select id from unpaid)
      )
      delete from orders where id in (select id from gone)`,
  },
  deletion(
    'customer lookups of meters and smartcards',
    day,
    'customer_lookups',
    (age) => sql`expires_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'idempotency keys and their stored responses',
    idempotencyKeyLifetimeDays * day,
    'idempotency_keys',
    (age) => sql`created_at < ${secondsAgoSql(age)}`,
  ),
  {
    name: 'webhook bodies',
    seconds: 7 * day,
    purge: (age, limit) => sql`
      update webhook_inbox set raw = '' where id in (select id from webhook_inbox
        where handled_at is not null and received_at < ${secondsAgoSql(age)} and raw <> '' limit ${limit})`,
  },
  deletion(
    'webhooks, kept to detect late duplicates',
    90 * day,
    'webhook_inbox',
    (age) => sql`handled_at is not null and received_at < ${secondsAgoSql(age)}`,
  ),
  {
    name: 'message texts, which contain tokens',
    seconds: 7 * day,
    purge: (age, limit) => sql`
      update outbox set body = '', html = null where id in (select id from outbox
        where state in ('sent', 'failed') and created_at < ${secondsAgoSql(age)} and (body <> '' or html is not null)
        limit ${limit})`,
  },
  deletion(
    'e-mailed codes and links',
    7 * day,
    'email_codes',
    (age) => sql`created_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'codes that verify a payer',
    7 * day,
    'refund_account_codes',
    (age) => sql`created_at < ${secondsAgoSql(age)}`,
  ),
  {
    name: 'payer names, compared with refund accounts',
    seconds: 90 * day,
    purge: (age, limit) => sql`
      update payments set payer_name = null where id in (select id from payments
        where payer_name is not null and created_at < ${secondsAgoSql(age)} limit ${limit})`,
  },
  {
    // Not in the transaction that closes an account: a payment that is verified locks its row before the user. An earlier
    // release stored the digits and the expiry of a card; a hash has 43 characters.
    name: 'card hashes of payments, compared for referrals; those of closed accounts and cards in plain text within an hour',
    seconds: 180 * day,
    purge: (age, limit) => sql`
      update payments set card_signature = null where id in (
        (select id from payments where card_signature is not null and created_at < ${secondsAgoSql(age)} limit ${limit})
        union all
        (select payments.id from users join payments on payments.user_id = users.id
          where users.closed_at > app_now() - interval '30 days' and card_signature is not null limit ${limit})
        union all
        (select id from payments where length(card_signature) <> 43 limit ${limit}))`,
  },
  {
    name: 'account names of completed or failed refunds',
    seconds: 90 * day,
    purge: (age, limit) => sql`
      update refunds set payout_account_name = null where id in (select id from refunds
        where payout_account_name is not null and state in ('processed', 'failed') and payout_account_set_at < ${secondsAgoSql(age)}
        limit ${limit})`,
  },
  deletion(
    'card attempts, used to count declines',
    2 * day,
    'card_attempts',
    (age) => sql`created_at < ${secondsAgoSql(age)}`,
  ),
  deletion('revoked sessions', 30 * day, 'session_tokens', (age) => sql`revoked_at < ${secondsAgoSql(age)}`),
  deletion(
    'unused sessions',
    60 * day,
    'session_tokens',
    (age) => sql`coalesce(last_seen_at, created_at) < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'push subscriptions of revoked sessions',
    day,
    'push_subscriptions',
    (age) => sql`session_id in (select id from session_tokens where revoked_at < ${secondsAgoSql(age)})`,
  ),
  // A user's subscription is deleted with the session. A guest's session has no row.
  deletion(
    'push subscriptions of guests',
    180 * day,
    'push_subscriptions',
    (age) => sql`session_id is null and created_at < ${secondsAgoSql(age)}`,
  ),
  deletion('unused devices', 400 * day, 'known_devices', (age) => sql`last_used_at < ${secondsAgoSql(age)}`),
  deletion(
    'rate-limit counters',
    hour,
    'rate_limits',
    (age) => sql`expire < extract(epoch from ${secondsAgoSql(age)}) * 1000`,
  ),
  deletion('USSD sessions', day, 'ussd_sessions', (age) => sql`updated_at < ${secondsAgoSql(age)}`),
  deletion(
    'incoming SMS, kept to detect late duplicates',
    90 * day,
    'incoming_sms',
    (age) => sql`received_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'service alerts that were sent',
    30 * day,
    'service_alert_subscriptions',
    (age) => sql`notified_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'service alerts that were never sent',
    90 * day,
    'service_alert_subscriptions',
    (age) => sql`created_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'reconciled items',
    30 * day,
    'reconciled_items',
    (age) => sql`reconciled_at < ${secondsAgoSql(age)}`,
  ),
  deletion(
    'rows of bulk purchases that were never started',
    7 * day,
    'bulk_rows',
    (age) => sql`bulk_id in (
      select id from bulk_purchases where state in ('checking', 'ready') and created_at < ${secondsAgoSql(age)})`,
  ),
  deletion(
    'rows of finished bulk purchases, whose orders are kept',
    365 * day,
    'bulk_rows',
    (age) => sql`bulk_id in (
      select id from bulk_purchases where state = 'done' and finished_at < ${secondsAgoSql(age)})`,
  ),
  deletion(
    'bulk purchases without rows',
    7 * day,
    'bulk_purchases',
    (age) => sql`state <> 'running' and created_at < ${secondsAgoSql(age)}
      and not exists (select from bulk_rows where bulk_id = bulk_purchases.id)`,
  ),
  {
    name: 'answered or closed tickets',
    seconds: 730 * day,
    purge: (age, limit) => sql`
      with gone as (
        select id from tickets where state <> 'open' and coalesce(answered_at, created_at) < ${secondsAgoSql(age)} limit ${limit}
      ), documents as (
        delete from search_documents where row_id in (select id from gone)
      )
      delete from tickets where id in (select id from gone)`,
  },
  deletion(
    'recipients of sent campaigns, whose counts are kept',
    90 * day,
    'campaign_recipients',
    (age) => sql`campaign_id in (
      select id from campaigns where counts is not null and created_at < ${secondsAgoSql(age)})`,
  ),
  deletion(
    'BVN checks without a match; the consent of a match is kept',
    90 * day,
    'bvn_checks',
    (age) => sql`outcome <> 'match' and consented_at < ${secondsAgoSql(age)}`,
  ),
]

const batchSize = 1_000

/**
 * Applies every retention policy.
 * @returns the number of rows by policy name
 * @throws AggregateError when a policy failed; all others were applied
 */
export async function purgeExpired(db: Database): Promise<ReadonlyMap<string, number>> {
  const deletedCounts = new Map<string, number>()
  const errors: Error[] = []
  for (const policy of retentionPolicies) {
    try {
      deletedCounts.set(policy.name, await purgePolicy(db, policy))
    } catch (cause) {
      errors.push(new Error(`${policy.name} could not be purged`, { cause }))
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map((policy) => policy.message).join('; '))
  return deletedCounts
}

async function purgePolicy(db: Database, { seconds, purge }: RetentionPolicy): Promise<number> {
  let deleted = 0
  for (;;) {
    const rows = Number((await purge(seconds, batchSize).execute(db.q)).numAffectedRows ?? 0n)
    deleted += rows
    if (rows < batchSize) return deleted
  }
}
