import { sql } from 'kysely'
import { isActive, type Tile } from '../../shared/constants.ts'
import { type Language, languageOf, languages } from '../../shared/languages.ts'
import { formPageUrl, homePath } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import { currentLanguage, inLanguage } from '../languages/index.ts'
import { type Message, mailboxOf, serviceRestoredMessage } from '../messaging/index.ts'
import { enqueueMail, enqueueSms, smsOptOutsOf } from '../outbox/index.ts'
import { parseNigerianPhone } from '../purchase/index.ts'
import { enqueueServicePush, requestServicePush, servicesWithPushAlert } from '../push/index.ts'
import type { OperationsDeps } from './deps.ts'
import { operationsTexts } from './texts.ts'

/** Most SMS and e-mail alerts per service and run of the check; notifications have no such limit. */
const batchSize = 200

/**
 * Subscribes a contact, and the caller's browsers that receive notifications, to the alert that a service is restored, in
 * the language of the request. A repeated request adds no second alert and does not count towards the recipient's limit.
 * The limit is per service, so that a caller cannot use up the alerts of another person.
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
      : [{ channel: 'sms' as const, recipient: parseNigerianPhone('phone', contact.phone) }]),
    ...(contact.email === undefined ? [] : [{ channel: 'mail' as const, recipient: contact.email }]),
  ]
  await deps.limits.consume('service_alert_client', caller.ip)
  await requestServicePush(deps.db, service, {
    userId: caller.actor?.userId ?? null,
    sessionHash: caller.sessionHash,
  })
  for (const subscription of subscriptions)
    if (!(await isSubscribed(deps, service, subscription)))
      await deps.limits.consume('service_alert_recipient', `${service} ${limitedRecipient(subscription)}`)
  await deps.db.q
    .insertInto('service_alert_subscriptions')
    .values(
      subscriptions.map((subscription) => ({
        ...subscription,
        service,
        notified_at: null,
        language: languageOf(currentLanguage()),
      })),
    )
    .onConflict((subscription) => subscription.doNothing())
    .execute()
}

const limitedRecipient = ({ channel, recipient }: { channel: 'sms' | 'mail'; recipient: string }): string =>
  channel === 'mail' ? mailboxOf(recipient) : recipient

async function isSubscribed(
  { db }: OperationsDeps,
  service: Tile,
  { channel, recipient }: { channel: 'sms' | 'mail'; recipient: string },
): Promise<boolean> {
  const subscription = await db.q
    .selectFrom('service_alert_subscriptions')
    .select('id')
    .where('service', '=', service)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  return subscription !== undefined
}

async function isServiceOn({ settings, availability }: OperationsDeps, service: Tile): Promise<boolean> {
  if (!isActive(await settings.get(`${service}_status`))) return false
  return service === 'insurance' || (await availability.outageOf(service)) === null
}

/**
 * Enqueues one alert for each subscriber of a restored service; none for a phone that sent STOP.
 * @returns the number of subscriptions that ended
 */
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
  if (notifiedCount > 0) deps.triggerOutbox()
  return notifiedCount
}

async function notifySubscribers(deps: OperationsDeps, tx: Tx, service: Tile): Promise<number> {
  const claimedSubscriptions = await tx
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
    .returning(['id', 'channel', 'recipient', 'language'])
    .execute()
  let pushedCount = 0
  const messages = new Map<Language, Message>()
  for (const language of languages)
    await inLanguage(language, async () => {
      const message = messageOf(deps, service)
      messages.set(language, message)
      const path = formPathOf(service)
      pushedCount += await enqueueServicePush(tx, service, { title: message.mail.subject, path })
    })
  const optOuts = await smsOptOutsOf(
    tx,
    claimedSubscriptions.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient),
  )
  for (const { id, channel, recipient, language } of claimedSubscriptions) {
    const message = messages.get(languageOf(language))
    const dedupeKey = `back:${id}`
    if (!message) throw new Error(`No message in ${language}`)
    if (channel === 'mail') await enqueueMail(tx, { dedupeKey, to: recipient, mail: message.mail })
    else if (!optOuts.has(recipient)) await enqueueSms(tx, { dedupeKey, to: recipient, text: message.sms })
  }
  return claimedSubscriptions.length + pushedCount
}

const formPathOf = (service: Tile): string => (service === 'insurance' ? homePath : formPageUrl(service))

/** The alert in the current language. */
const messageOf = ({ brandName, appUrl }: OperationsDeps, service: Tile): Message =>
  serviceRestoredMessage({
    brandName,
    service: service === 'insurance' ? operationsTexts.insurance() : serviceContracts[service].name,
    formUrl: `${appUrl}${formPathOf(service)}`,
  })
