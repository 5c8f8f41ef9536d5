import * as z from 'zod/mini'
import { services } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber } from './fields.ts'
import { orderPages, orderStates } from './orders.ts'
import { OrderReference } from './references.ts'

/**
 * Service values of notifications; examinations, wallet and bonus are 'other'. Source: specification 2, section 3;
 * E-010
 */
export const notificationServices = ['power', 'cable', 'airtime', 'data', 'other'] as const

const commonFields = {
  subject: z.string(),
  description: z.string(),
  /** The related order. */
  reference: z.nullable(OrderReference),
  /** Page with more details. */
  link: z.nullable(z.string()),
}
const details = <S extends z.ZodMiniObject>(data: S) => z.object({ data })

/** Content of each service's detail dialog; amounts in naira. Source: specification 2, section 3 */
export const NotificationData = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('power'),
    ...commonFields,
    details: details(
      z.object({
        /** The main token's digits; null for postpaid and for undelivered orders. */
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
    ...commonFields,
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
    ...commonFields,
    details: details(z.object({ amount: NairaNumber, phone_number: z.string(), vtu_network: z.string() })),
  }),
  z.object({
    service: z.literal('data'),
    ...commonFields,
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
    ...commonFields,
    details: details(z.object({ amount: z.nullable(NairaNumber) })),
  }),
])
export type NotificationData = z.infer<typeof NotificationData>

export const Notification = z.object({
  id: z.string(),
  /** Null until it is marked read. */
  read_at: z.nullable(IsoTimestamp),
  created_at: IsoTimestamp,
  data: NotificationData,
})
export type Notification = z.infer<typeof Notification>

/** The newest hundred notifications, newest first. */
export const getNotifications = defineEndpoint({
  name: 'getNotifications',
  method: 'GET',
  path: '/account/notifications/all',
  audience: 'user',
  summary: "The user's notifications",
  data: z.array(Notification),
})

/** Counting stops here: the bell shows "99+". */
export const maxUnreadCount = 100

const Unread = z.object({ unread: z.number() })

/** Number of unread notifications, up to `maxUnreadCount`. */
export const getUnreadNotifications = defineEndpoint({
  name: 'getUnreadNotifications',
  method: 'GET',
  path: '/account/notifications/unread',
  audience: 'user',
  summary: 'Number of unread notifications',
  data: Unread,
})

/**
 * A GET that writes, as the specification defines it: idempotent, accepts only a bearer token. Source: decision
 * E-039
 */
export const markAllNotificationsRead = defineEndpoint({
  name: 'markAllNotificationsRead',
  method: 'GET',
  path: '/account/notifications/mark-all-as-read',
  audience: 'user',
  summary: 'Marks all notifications as read',
  data: Unread,
})

const NotificationId = z.object({ id: z.string().check(z.uuid()) })

/** As `markAllNotificationsRead`, for one. Repeating it keeps the first time. */
export const markNotificationRead = defineEndpoint({
  name: 'markNotificationRead',
  method: 'GET',
  path: '/account/notifications/mark-as-read/{id}',
  audience: 'user',
  summary: 'Marks a notification as read',
  params: NotificationId,
  data: Unread,
  errors: ['NOT_FOUND'],
})

/** `undo` restores it for an hour: see `restoreNotification`. */
export const deleteNotification = defineEndpoint({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/account/notifications/{id}/delete',
  audience: 'user',
  summary: 'Deletes a notification',
  params: NotificationId,
  data: z.extend(Unread, { undo: z.string() }),
  errors: ['NOT_FOUND'],
})

/** Restores a deleted notification under its id. A repeat has no effect. */
export const restoreNotification = defineEndpoint({
  name: 'restoreNotification',
  method: 'POST',
  path: '/account/notifications/{id}/restore',
  audience: 'user',
  summary: 'Restores a deleted notification',
  params: NotificationId,
  /** `undo` from the response of `deleteNotification`. */
  body: z.object({ undo: z.string().check(z.maxLength(12_000)) }),
  data: Unread,
  errors: ['NOT_FOUND'],
})

/**
 * One `data:` line of the event stream: it signals a change and never contains secrets. The page requests the
 * details itself.
 */
export const AccountEvent = z.discriminatedUnion('type', [
  /** Sent first, and whenever the count changes without a new notification. */
  z.object({ type: z.literal('unread'), unread: z.number() }),
  z.object({ type: z.literal('notification'), id: z.string(), subject: z.string(), unread: z.number() }),
  z.object({
    type: z.literal('order'),
    reference: OrderReference,
    service: z.enum(services),
    state: z.enum(orderStates),
    page: z.enum(orderPages),
  }),
])
export type AccountEvent = z.infer<typeof AccountEvent>

/** A comment line is sent at least this often, so that a broken connection is detected. */
export const eventKeepAliveMs = 15_000

/**
 * Server-sent events, read with fetch and the access token. The stream ends after 15 minutes, when the session ends
 * and when the server stops: the page reconnects, and polls while it cannot connect.
 */
export const streamAccountEvents = defineEndpoint({
  name: 'streamAccountEvents',
  method: 'GET',
  path: '/account/events',
  audience: 'user',
  summary: 'Notifications and order states as they happen (server-sent events)',
  data: AccountEvent,
  responseType: 'text/event-stream',
  errors: ['TOO_MANY'],
})
