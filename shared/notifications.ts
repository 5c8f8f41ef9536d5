import * as z from 'zod/mini'
import { services } from './constants.ts'
import { call } from './contract.ts'
import { Iso, NairaNumber } from './fields.ts'
import { orderPages, orderStates } from './orders.ts'
import { OrderReference } from './references.ts'

/** Services in the words of notifications; examinations, wallet and bonus are 'other'. Source: specification 2, section 3; E-010 */
export const notificationServices = ['power', 'cable', 'airtime', 'data', 'other'] as const

const about = {
  subject: z.string(),
  description: z.string(),
  /** The order that it is about. */
  reference: z.nullable(OrderReference),
  /** The page where more is seen. */
  link: z.nullable(z.string()),
}
const details = <S extends z.ZodMiniObject>(data: S) => z.object({ data })

/** What each service's detail dialog shows; amounts in naira. Source: specification 2, section 3 */
export const NotificationData = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('power'),
    ...about,
    details: details(
      z.object({
        /** The main token's digits; null for postpaid, and for what was not delivered. */
        token: z.nullable(z.string()),
        /** kWh as decimal text. */
        units: z.nullable(z.string()),
        amount: NairaNumber,
        meter_number: z.string(),
        disco: z.object({ description: z.string() }),
      }),
    ),
  }),
  z.object({
    service: z.literal('cable'),
    ...about,
    details: details(
      z.object({
        service_bundle: z.string(),
        amount: NairaNumber,
        smartcard_number: z.string(),
        tv_network: z.string(),
      }),
    ),
  }),
  z.object({
    service: z.literal('airtime'),
    ...about,
    details: details(z.object({ amount: NairaNumber, phone_number: z.string(), vtu_network: z.string() })),
  }),
  z.object({
    service: z.literal('data'),
    ...about,
    details: details(
      z.object({
        vtu_data_bundle: z.string(),
        amount: NairaNumber,
        device_id: z.string(),
        vtu_network: z.string(),
      }),
    ),
  }),
  z.object({
    service: z.literal('other'),
    ...about,
    details: details(z.object({ amount: z.nullable(NairaNumber) })),
  }),
])
export type NotificationData = z.infer<typeof NotificationData>

export const Notification = z.object({
  id: z.string(),
  /** Null until it was marked read. */
  read_at: z.nullable(Iso),
  created_at: Iso,
  data: NotificationData,
})
export type Notification = z.infer<typeof Notification>

/** The newest hundred, the newest first. */
export const allNotifications = call({
  name: 'allNotifications',
  method: 'GET',
  path: '/account/notifications/all',
  audience: 'user',
  summary: "One's own notifications",
  data: z.array(Notification),
  errors: [],
})

/** So many are counted, and no more: "99+" stands on the bell. */
export const mostUnread = 100

const Unread = z.object({ unread: z.number() })

/** How many are not marked read, up to `mostUnread`. */
export const unreadNotifications = call({
  name: 'unreadNotifications',
  method: 'GET',
  path: '/account/notifications/unread',
  audience: 'user',
  summary: 'How many of one’s own notifications are not read',
  data: Unread,
  errors: [],
})

/** A reading call that writes, as the specification names it: idempotent, by bearer only. Source: decision E-039 */
export const markAllNotificationsRead = call({
  name: 'markAllNotificationsRead',
  method: 'GET',
  path: '/account/notifications/mark-all-as-read',
  audience: 'user',
  summary: 'Marks all of one’s own notifications read',
  data: Unread,
  errors: [],
})

const NotificationId = z.object({ id: z.string().check(z.uuid()) })

/** As `markAllNotificationsRead`, for one. The first time stays. */
export const markNotificationRead = call({
  name: 'markNotificationRead',
  method: 'GET',
  path: '/account/notifications/mark-as-read/{id}',
  audience: 'user',
  summary: 'Marks one of one’s own notifications read',
  params: NotificationId,
  data: Unread,
  errors: ['NOT_FOUND'],
})

export const deleteNotification = call({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/account/notifications/{id}/delete',
  audience: 'user',
  summary: 'Deletes one of one’s own notifications',
  params: NotificationId,
  data: Unread,
  errors: ['NOT_FOUND'],
})

/**
 * One `data:` line of the event stream: a hint that something changed, never the secret itself. The page asks
 * for what it wants to show.
 */
export const AccountEvent = z.discriminatedUnion('about', [
  /** Sent first, and whenever the number changes without a new one. */
  z.object({ about: z.literal('unread'), unread: z.number() }),
  z.object({ about: z.literal('notification'), id: z.string(), subject: z.string(), unread: z.number() }),
  z.object({
    about: z.literal('order'),
    reference: OrderReference,
    service: z.enum(services),
    state: z.enum(orderStates),
    page: z.enum(orderPages),
  }),
])
export type AccountEvent = z.infer<typeof AccountEvent>

/** A comment line comes at least this often, so that a dead line is noticed. */
export const eventBeatMs = 15_000

/**
 * Server-sent events, read with fetch and the bearer. It ends after a quarter of an hour, when the session ends
 * and when the server stops: the page opens another, and asks now and then while it cannot.
 */
export const accountEvents = call({
  name: 'accountEvents',
  method: 'GET',
  path: '/account/events',
  audience: 'user',
  summary: 'Notifications and order states as they happen (server-sent events)',
  data: AccountEvent,
  answers: 'text/event-stream',
  errors: ['TOO_MANY'],
})
