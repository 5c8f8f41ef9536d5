import { sql } from 'kysely'
import { isActive, type Tile } from '../../shared/constants.ts'
import { formPageUrl, homePath } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import { serviceRestoredMessage } from '../messaging/index.ts'
import { enqueueMail, enqueueSms, smsOptOutsOf } from '../outbox/index.ts'
import { nigerianPhone } from '../purchase/index.ts'
import { enqueueServicePush, requestServicePush, servicesWithPushAlert } from '../push/index.ts'
import type { OperationsDeps } from './deps.ts'

/** Alerts sent per service and poll. */
const batchSize = 200

/**
 * Subscribes a contact to the service-restored alert. A repeated request changes nothing.
 * @throws ApiError SERVICE_ON when the service is available, INVALID for a phone that is not Nigerian,
 * TOO_MANY
 */
export async function subscribeToService(
  deps: OperationsDeps,
  service: Tile,
  contact: { phone?: string | undefined; email?: string | undefined },
  caller: Caller,
): Promise<void> {
  if (await isServiceOn(deps, service)) throw new ApiError('SERVICE_ON')
  const subscriptions = [
    ...(contact.phone === undefined
      ? []
      : [{ channel: 'sms' as const, recipient: nigerianPhone('phone', contact.phone) }]),
    ...(contact.email === undefined ? [] : [{ channel: 'mail' as const, recipient: contact.email }]),
  ]
  await deps.limits.spend('tell_client', caller.ip)
  await requestServicePush(deps.db, service, {
    userId: caller.actor?.userId ?? null,
    sessionHash: caller.sessionHash,
  })
  for (const { recipient } of subscriptions) await deps.limits.spend('tell_recipient', recipient)
  await deps.db.q
    .insertInto('service_alert_subscriptions')
    .values(subscriptions.map((subscription) => ({ ...subscription, service, notified_at: null })))
    .onConflict((subscription) => subscription.doNothing())
    .execute()
}

async function isServiceOn({ settings, availability }: OperationsDeps, service: Tile): Promise<boolean> {
  if (!isActive(await settings.get(`${service}_status`))) return false
  return service === 'insurance' || (await availability.outageOf(service)) === null
}

/** Sends each subscriber of a restored service one alert. @returns the number of alerts */
export async function notifyServiceRestored(deps: OperationsDeps): Promise<number> {
  const subscribedServices = await deps.db.q
    .selectFrom('service_alert_subscriptions')
    .select('service')
    .distinct()
    .where('notified_at', 'is', null)
    .execute()
  let notifiedCount = 0
  const services = new Set([
    ...subscribedServices.map(({ service }) => service),
    ...(await servicesWithPushAlert(deps.db)),
  ])
  for (const service of services) {
    if (await isServiceOn(deps, service))
      notifiedCount += await deps.db.inTransaction((tx) => notifySubscribers(deps, tx, service))
  }
  if (notifiedCount > 0) deps.wakeOutbox()
  return notifiedCount
}

async function notifySubscribers(deps: OperationsDeps, tx: Tx, service: Tile): Promise<number> {
  const claimed = await tx
    .updateTable('service_alert_subscriptions')
    .set({ notified_at: sql<Date>`app_now()` })
    .where('id', 'in', (query) =>
      query
        .selectFrom('service_alert_subscriptions')
        .select('id')
        .where('service', '=', service)
        .where('notified_at', 'is', null)
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'channel', 'recipient'])
    .execute()
  const messages = serviceRestoredMessage({
    brandName: deps.brandName,
    service: service === 'insurance' ? 'Insurance' : serviceContracts[service].name,
    formUrl: `${deps.appUrl}${service === 'insurance' ? homePath : formPageUrl(service)}`,
  })
  const pushed = await enqueueServicePush(tx, service, {
    title: messages.mail.subject,
    path: service === 'insurance' ? homePath : formPageUrl(service),
  })
  const optOuts = await smsOptOutsOf(
    tx,
    claimed.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient),
  )
  for (const { id, channel, recipient } of claimed) {
    const dedupeKey = `back:${id}`
    if (channel === 'mail') await enqueueMail(tx, { dedupeKey, to: recipient, mail: messages.mail })
    else if (!optOuts.has(recipient)) await enqueueSms(tx, { dedupeKey, to: recipient, text: messages.sms })
  }
  return claimed.length + pushed
}
