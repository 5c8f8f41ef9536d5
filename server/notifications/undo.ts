import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import type { Secrets } from '../secrets/index.ts'

const lifetimeMs = 60 * 60 * 1000

const nullableText = z.nullable(z.string())
const Deleted = z.object({
  id: z.string(),
  service: z.string(),
  subject: z.string(),
  body: z.string(),
  order_id: nullableText,
  read_at: nullableText,
  created_at: z.string(),
  amount_kobo: nullableText,
  until: z.number(),
})

const contextOf = (userId: string) => `deleted notification of ${userId}`

/** A deleted notification, encrypted: its owner can restore it for an hour, and nothing of it is stored here. */
export const createNotificationUndo = (
  secrets: Secrets,
  { user_id, ...notification }: Selectable<Tables['notifications']>,
): string =>
  secrets.encrypt(
    JSON.stringify({
      ...notification,
      amount_kobo: notification.amount_kobo?.toString() ?? null,
      until: Date.now() + lifetimeMs,
    }),
    contextOf(user_id),
  )

/** @throws ApiError NOT_FOUND for an altered or expired text, and for one of another user or notification */
export function parseNotificationUndo(
  secrets: Secrets,
  { userId, id, undo }: { userId: string; id: string; undo: string },
): Selectable<Tables['notifications']> {
  const { until, ...notification } = parse(secrets, userId, undo)
  if (until < Date.now() || notification.id !== id) throw new ApiError('NOT_FOUND')
  const { read_at: readAt, amount_kobo: amountKobo } = notification
  return {
    ...notification,
    user_id: userId,
    read_at: readAt === null ? null : new Date(readAt),
    created_at: new Date(notification.created_at),
    amount_kobo: amountKobo === null ? null : BigInt(amountKobo),
  }
}

function parse(secrets: Secrets, userId: string, undo: string): z.infer<typeof Deleted> {
  try {
    return Deleted.parse(JSON.parse(secrets.decrypt(undo, contextOf(userId))))
  } catch {
    throw new ApiError('NOT_FOUND')
  }
}
