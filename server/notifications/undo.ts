import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { UserId } from '../../shared/ids.ts'
import type { Tables } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { createUndoToken, parseUndoToken, type Secrets } from '../secrets/index.ts'

const DeletedNotification = z.object({
  id: z.string(),
  service: z.string(),
  subject: z.string(),
  body: z.string(),
  order_id: z.nullable(z.string()),
  read_at: z.nullable(z.coerce.date()),
  created_at: z.coerce.date(),
  amount_kobo: z.nullable(z.coerce.bigint()),
})

const contextOf = (userId: UserId) => `deleted notification of ${userId}`

export const createNotificationUndoToken = (
  secrets: Secrets,
  { user_id: userId, ...notification }: Selectable<Tables['notifications']>,
): string => createUndoToken(secrets, contextOf(userId), notification)

/** @throws ApiError NOT_FOUND for an altered or expired token, and for one of another user or notification */
export function parseNotificationUndoToken(
  secrets: Secrets,
  { userId, id, undo }: { userId: UserId; id: string; undo: string },
): Selectable<Tables['notifications']> {
  const notification = parseUndoToken(secrets, contextOf(userId), { schema: DeletedNotification, undo })
  if (notification?.id !== id) throw new ApiError('NOT_FOUND')
  return { ...notification, user_id: userId }
}
