import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { Database } from '../database/index.ts'
import { hasOpenDisputeSql } from '../payments/index.ts'
import type { OperationsDeps } from './deps.ts'
import { timeSecondsAgo } from './time.ts'

const day = 24 * 60 * 60
const ordersPerBatch = 500
/** The first run on a long history ends in time, and the next one continues. */
const batchesPerRun = 400

interface Batch {
  /** The last order that was looked at; null when there was none. */
  readonly lastOrderId: OrderId | null
  readonly orders: number
  readonly messages: number
}

/**
 * Moves the messages of orders that finished before the configured age from `outbox` to `message_archive`. Everything
 * else about an order stays in its tables. A message that is sent later is archived by a later run.
 * @returns the number of archived messages
 */
export async function archiveMessages(
  { db, settings, log }: Pick<OperationsDeps, 'db' | 'settings' | 'log'>,
  batchSize = ordersPerBatch,
): Promise<number> {
  const days = await settings.get('archive_messages_after_days')
  if (days === 0) return 0
  const before = await timeSecondsAgo(db, days * day)
  const total = { orders: 0, messages: 0 }
  let batches = 0
  for (const { after, until } of idRanges(before, await timeSecondsAgo(db, 0))) {
    let lastOrderId: OrderId | null = after
    for (; lastOrderId !== null && batches < batchesPerRun; batches++) {
      const batch: Batch = await archiveBatch(db, { before, after: lastOrderId, until, limit: batchSize })
      total.orders += batch.orders
      total.messages += batch.messages
      lastOrderId = batch.lastOrderId
    }
  }
  if (total.messages > 0) log.info(total, 'messages of finished orders archived')
  return total.messages
}

/**
 * The ids of orders that were created before a time. Orders from before migration 0030 have random ids, of which all but
 * one in a hundred are above every id that begins with a time; the others are in the first range, at the latest when it
 * has reached them.
 */
const idRanges = (before: Date, now: Date) => [
  { after: firstIdOf(new Date(0)), until: firstIdOf(before) },
  { after: firstIdOf(now), until: 'f'.repeat(32) },
]

/** The lowest id of an order that is created at this time: ids begin with the milliseconds since 1970. */
const firstIdOf = (time: Date): string => time.getTime().toString(16).padStart(12, '0').padEnd(32, '0')

/**
 * Archives one batch in one statement. An order that another process archives at the same time is skipped. The limit is
 * a literal, so that every plan expects few orders and uses the index of the messages.
 */
async function archiveBatch(
  db: Database,
  { before, after, until, limit }: { before: Date; after: string; until: string; limit: number },
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with candidates as materialized (
      select distinct order_id from outbox
      where order_id > ${after}::uuid and order_id < ${until}::uuid order by order_id limit ${sql.lit(limit)}
    ), finished_orders as materialized (
      select id from orders where id in (select order_id from candidates) and ${isFinishedBefore(before)}
      for no key update skip locked
    ), messages as (
      delete from outbox where order_id in (select id from finished_orders) and state in ('sent', 'failed')
        and created_at < ${before}
      returning order_id, created_at, sent_at, attempt_count, channel, state, recipient, subject, failure_reason
    ), insertion as (
      insert into message_archive (order_id, created_at, sent_at, attempt_count, channel, state, recipient, subject,
        failure_reason) select * from messages
    )
    select (select order_id from candidates order by order_id desc limit 1) as "lastOrderId",
      count(distinct order_id)::int as orders, count(*)::int as messages from messages`.execute(db.q)
  const [batch] = rows
  if (!batch) throw new Error('The database returned no counts')
  return batch
}

/** Nothing of the order is open: no payment, attempt, refund, dispute, review, approval, ticket or unsent message. */
const isFinishedBefore = (time: Date) => sql<boolean>`
  orders.state in ('delivered', 'refunded', 'expired') and orders.state_since < ${time}
  and orders.due_at is null and orders.review_since is null
  and not exists (select from payments where order_id = orders.id
    and (due_at is not null or state in ('created', 'initialised', 'pending')))
  and not exists (select from attempts where order_id = orders.id
    and (due_at is not null or state in ('sending', 'unknown')))
  and not exists (select from refunds where order_id = orders.id
    and (due_at is not null or state not in ('processed', 'failed')))
  and not ${hasOpenDisputeSql(sql.ref('orders.id'))}
  and not exists (select from approvals where order_id = orders.id and state = 'pending')
  and not exists (select from tickets where order_id = orders.id and state = 'open')
  and not exists (select from outbox where order_id = orders.id and state in ('pending', 'sending'))`
