import type { z } from 'zod/mini'
import type { OrderId } from '../../../shared/ids.ts'
import type { OrderNote } from '../../../shared/management/order-actions.ts'
import type { OrderReference } from '../../../shared/references.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import { ApiError } from '../../http/index.ts'
import { orderByReference } from '../../purchase/index.ts'
import type { OrderActionCaller } from './codes.ts'

type Note = z.infer<typeof OrderNote>

/** The notes of an order, oldest first. */
export async function orderNotesOf(db: Database, orderId: OrderId): Promise<Note[]> {
  const rows = await db.q
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'order_notes.author_id')
    .select(['order_notes.created_at', 'order_notes.body', 'users.name'])
    .where('order_id', '=', orderId)
    .orderBy('order_notes.created_at')
    .orderBy('order_notes.id')
    .execute()
  return rows.map(({ created_at, body, name }) => ({
    at: created_at.toISOString(),
    author: name,
    text: body,
  }))
}

/** Adds a note, once for each id. @throws ApiError NOT_FOUND */
export async function writeOrderNote(
  db: Database,
  { reference, text, id }: { reference: OrderReference; text: string; id: string },
  { actor, requestId }: OrderActionCaller,
): Promise<Note> {
  const order = await orderByReference(db.q, reference)
  if (!order) throw new ApiError('NOT_FOUND')
  await db.inTransaction(async (tx) => {
    const insertedNote = await tx
      .insertInto('order_notes')
      .values({ id, order_id: order.id, author_id: actor.userId, body: text })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!insertedNote) return
    await recordAuditEvent(tx, {
      actor,
      requestId,
      action: 'order.note',
      subject: order.reference,
      dataSubject: order.user_id,
      detail: {},
    })
  })
  const { created_at, body, name } = await db.q
    .selectFrom('order_notes')
    .innerJoin('users', 'users.id', 'order_notes.author_id')
    .select(['order_notes.created_at', 'order_notes.body', 'users.name'])
    .where('order_notes.id', '=', id)
    .executeTakeFirstOrThrow()
  return { at: created_at.toISOString(), author: name, text: body }
}
