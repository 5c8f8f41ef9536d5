import type { DataOf } from '../../shared/contract.ts'
import type { UserId } from '../../shared/ids.ts'
import type { addUserNote, getUserNotes } from '../../shared/management/user-records.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, pageOf } from '../http/index.ts'

const pageSize = 50

const notesQuery = (db: Database['q'] | Tx) =>
  db
    .selectFrom('user_notes')
    .innerJoin('users as author', 'author.id', 'user_notes.author_id')
    .select(['user_notes.id', 'author.name', 'body', 'user_notes.created_at'])

type Row = Awaited<ReturnType<ReturnType<typeof notesQuery>['execute']>>[number]

const noteFrom = (row: Row) => ({
  id: String(row.id),
  author: row.name,
  text: row.body,
  at: row.created_at.toISOString(),
})

/** One page of the notes about a user, newest first. */
export async function userNotesOf(
  db: Database,
  userId: UserId,
  cursor: string | undefined,
): Promise<DataOf<typeof getUserNotes>> {
  const rows = await notesQuery(db.q)
    .where('user_id', '=', userId)
    .$if(cursor !== undefined, (query) => query.where('user_notes.id', '<', BigInt(cursor ?? 0)))
    .orderBy('user_notes.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { page, next } = pageOf(rows, pageSize, (last) => String(last.id))
  return { list: page.map(noteFrom), next }
}

interface NewNote {
  readonly actor: Actor
  readonly requestId: string
  readonly user: { readonly id: string; readonly uniqueid: string }
  readonly text: string
}

/** Stores a note. The audit log names the note; its text is in the note alone. */
export const writeUserNote = (
  db: Database,
  { actor, requestId, user, text }: NewNote,
): Promise<DataOf<typeof addUserNote>> =>
  db.inTransaction(async (tx) => {
    const { id } = await tx
      .insertInto('user_notes')
      .values({ user_id: user.id, author_id: actor.userId, body: text })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAuditEvent(tx, {
      actor,
      action: 'user.note',
      subject: user.uniqueid,
      dataSubject: user.id,
      detail: { note: String(id) },
      requestId,
    })
    return noteFrom(await notesQuery(tx).where('user_notes.id', '=', id).executeTakeFirstOrThrow())
  })
