import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tile } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import { languageOf } from '../../shared/languages.ts'
import type { Database, Tx } from '../database/index.ts'
import { isActiveSessionToken } from '../http/index.ts'
import { currentLanguage, inLanguage } from '../languages/index.ts'
import { currentTraceparent } from '../telemetry/index.ts'
import { pushServerTexts } from './texts.ts'

/** A subscriber: a user in an active session, or a guest's session. */
export interface PushOwner {
  readonly userId: UserId | null
  readonly sessionId: string | null
  /** SHA-256 of the browser's session id. */
  readonly sessionHash: Buffer | null
}

export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest()

/** More are created only by an API client; the oldest are deleted. */
const maxSubscriptions = 10

/** Stores a subscription. A browser's subscription belongs to its last subscriber. */
export async function saveSubscription(
  db: Database,
  owner: PushOwner,
  subscription: PushSubscription,
): Promise<void> {
  const values = {
    ...subscription,
    user_id: owner.userId,
    session_id: owner.sessionId,
    session_hash: owner.userId ? null : owner.sessionHash,
  }
  await db.inTransaction(async (tx) => {
    await tx
      .insertInto('push_subscriptions')
      .values({ ...values, endpoint_hash: hashOf(subscription.endpoint) })
      .onConflict((row) => row.column('endpoint_hash').doUpdateSet({ ...values, created_at: sql`app_now()` }))
      .execute()
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${owner.userId}::uuid or session_hash = ${values.session_hash}::bytea
      order by created_at desc offset ${maxSubscriptions})`.execute(tx)
  })
}

export async function deleteSubscription(db: Database, endpoint: string): Promise<void> {
  await db.q.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute()
}

/**
 * The insert that enqueues a notification about an order in the order's language, for the transaction of its event: to
 * the browsers of its user's active sessions, or of the guest's session. Orders of a bulk purchase get none each.
 */
export async function orderPushInsert(
  tx: Tx,
  order: { id: string; user_id: UserId | null; session_hash: Buffer | null; language: string | null },
  message: { name: string; title: string; path: string },
) {
  const body = await inLanguage(languageOf(order.language), () => pushServerTexts.openOrder())
  return tx
    .insertInto('push_messages')
    .columns(['dedupe_key', 'subscription_id', 'title', 'body', 'path', 'traceparent'])
    .expression(sql<never>`
      select ${`order:${order.id}:${message.name}:`}::text || push_subscriptions.id, push_subscriptions.id,
        ${message.title}::text, ${body}::text, ${message.path}::text, ${currentTraceparent()}::text
      from push_subscriptions
        left join session_tokens on session_tokens.id = push_subscriptions.session_id
        left join users on users.id = session_tokens.user_id
      where ((push_subscriptions.user_id = ${order.user_id}::uuid and ${isActiveSessionToken})
          or (push_subscriptions.user_id is null and push_subscriptions.session_hash = ${order.session_hash}::bytea))
        and not exists (select from bulk_rows where order_id = ${order.id}::uuid)`)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
}

/** The subscriptions of a user's active sessions. */
const userSubscriptions = (userId: UserId) => sql`
  push_subscriptions join session_tokens on session_tokens.id = push_subscriptions.session_id
    join users on users.id = session_tokens.user_id
  where push_subscriptions.user_id = ${userId}::uuid and ${isActiveSessionToken}`

/** True when a browser of the user receives notifications. */
export async function hasPush(db: Database['q'] | Tx, userId: UserId): Promise<boolean> {
  const { rows } = await sql`select from ${userSubscriptions(userId)} limit 1`.execute(db)
  return rows.length > 0
}

/** Enqueues a notification to the browsers of a user's active sessions, once per key. */
export async function enqueueUserPush(
  tx: Tx,
  userId: UserId,
  message: { dedupeKey: string; title: string; body: string; path: string },
): Promise<void> {
  await sql`
    insert into push_messages (dedupe_key, subscription_id, title, body, path, traceparent)
    select ${`${message.dedupeKey}:`} || push_subscriptions.id, push_subscriptions.id,
      ${message.title}, ${message.body}, ${message.path}, ${currentTraceparent()}
    from ${userSubscriptions(userId)}
    on conflict (dedupe_key) do nothing`.execute(tx)
}

/** The caller's browsers are notified once, in the language of the request, when the service is available again. */
export async function requestServicePush(
  db: Database,
  service: Tile,
  owner: Omit<PushOwner, 'sessionId'>,
): Promise<void> {
  await sql`
    insert into push_service_alerts (subscription_id, service, language)
    select id, ${service}, ${languageOf(currentLanguage())} from push_subscriptions
    where user_id = ${owner.userId}::uuid or (user_id is null and session_hash = ${owner.sessionHash}::bytea)
    on conflict (subscription_id, service) do update set language = excluded.language`.execute(db.q)
}

/** Services for which a notification is requested. */
export async function servicesWithPushAlert(db: Database): Promise<Tile[]> {
  const rows = await db.q.selectFrom('push_service_alerts').select('service').distinct().execute()
  return rows.map(({ service }) => service as Tile)
}

/** Enqueues the requested notifications of a service in the current language. @returns their number */
export async function enqueueServicePush(
  tx: Tx,
  service: Tile,
  message: { title: string; path: string },
): Promise<number> {
  const { rows } = await sql`
    with due as (
      delete from push_service_alerts
      where service = ${service} and coalesce(language, 'en') = ${languageOf(currentLanguage())}
      returning subscription_id
    )
    insert into push_messages (dedupe_key, subscription_id, title, body, path, traceparent)
    select ${`back:${service}:`} || push_subscriptions.id || ':' || gen_random_uuid(), push_subscriptions.id,
      ${message.title}, ${pushServerTexts.openForm()}, ${message.path}, ${currentTraceparent()}
    from due join push_subscriptions on push_subscriptions.id = due.subscription_id
      left join session_tokens on session_tokens.id = push_subscriptions.session_id
      left join users on users.id = session_tokens.user_id
    where push_subscriptions.user_id is null or ${isActiveSessionToken}
    returning id`.execute(tx)
  return rows.length
}
