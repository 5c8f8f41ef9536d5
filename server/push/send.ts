import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import webPush from 'web-push'
import type { Config } from '../config.ts'
import { type Database, inSeconds, type Tables } from '../database/index.ts'
import { sendHttpRequest } from '../http/index.ts'
import { defineTableQueue } from '../jobs/index.ts'
import { isAllowedEndpoint } from './endpoint.ts'

export interface PushDeps {
  readonly db: Database
  readonly log: Logger
  readonly config: Pick<Config, 'push' | 'mode' | 'simulatorsUrl'>
}

const timeoutMs = 15_000
/** The push service keeps a notification for a phone that is off for this long. */
const ttlSeconds = 24 * 3_600
/** Delay after each failed attempt, seconds. After the last one the notification is deleted. */
const retryDelays = [30, 120, 600, 3_600]
/** Statuses of a subscription that has ended. Source: RFC 8030, section 7.3 */
const endedStatuses = [404, 410]

/** The URL of the simulated push service; null in live mode. */
export const pushSimulator = ({ mode, simulatorsUrl }: PushDeps['config']): string | null =>
  mode === 'simulated' ? simulatorsUrl : null

/** Queue of notifications. One whose result was lost may be sent twice: the second replaces the first by its `tag`. */
export const pushQueue = (deps: PushDeps) =>
  defineTableQueue(deps.db, 'push_messages', {
    concurrency: 10,
    leaseSeconds: 60,
    process: (message) => send(deps, message),
  })

async function send(deps: PushDeps, message: Selectable<Tables['push_messages']>): Promise<void> {
  const { db } = deps
  const subscription = await db.q
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('id', '=', message.subscription_id)
    .executeTakeFirst()
  if (!subscription) return
  const result = await post(deps, subscription, message)
  if (result === 'ended') {
    await db.q.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
    return
  }
  const retryAfter = result === 'sent' ? undefined : retryDelays[message.attempt_count]
  if (retryAfter === undefined) {
    if (result === 'failed') deps.log.warn({ push: message.id }, 'notification was not sent')
    await db.q.deleteFrom('push_messages').where('id', '=', message.id).execute()
    return
  }
  await db.q
    .updateTable('push_messages')
    .set({ attempt_count: message.attempt_count + 1, due_at: inSeconds(retryAfter) })
    .where('id', '=', message.id)
    .execute()
}

type PostResult = 'sent' | 'failed' | 'ended'

async function post(
  { config }: PushDeps,
  subscription: Selectable<Tables['push_subscriptions']>,
  { dedupe_key, title, body, path }: Selectable<Tables['push_messages']>,
): Promise<PostResult> {
  const { endpoint } = subscription
  if (!config.push) return 'failed'
  if (!isAllowedEndpoint(endpoint, pushSimulator(config))) return 'ended'
  const request = encrypt(subscription, JSON.stringify({ tag: dedupe_key, title, body, path }), config.push)
  if (!request) return 'ended'
  const httpResult = await sendHttpRequest({
    method: 'POST',
    url: endpoint,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: request.body,
    timeoutMs,
  })
  if (httpResult.type !== 'response') return 'failed'
  if (endedStatuses.includes(httpResult.status)) return 'ended'
  return httpResult.status >= 200 && httpResult.status < 300 ? 'sent' : 'failed'
}

/** The request with the encrypted message; null for invalid keys. Source: RFC 8291, RFC 8292 */
function encrypt(
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  text: string,
  { publicKey, privateKey, subject }: NonNullable<Config['push']>,
) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: ttlSeconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return null
  }
}
