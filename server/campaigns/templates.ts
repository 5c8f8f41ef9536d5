import { type Selectable, sql } from 'kysely'
import type { Template } from '../../shared/management/messages.ts'
import { type Database, isTaken, type Tables, type Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { cleanHtml } from './clean.ts'

export interface TemplateWish {
  readonly type: string
  readonly message_type: 'email' | 'sms'
  readonly name: string
  readonly subject: string
  readonly default_message: string
}

const shown = (row: Selectable<Tables['templates']>): Template => ({
  id: row.id,
  name: row.name,
  subject: row.subject,
  default_message: row.body,
})

export async function templatesFor(
  db: Database,
  channel: 'email' | 'sms',
  type: string,
): Promise<Template[]> {
  const rows = await db.q
    .selectFrom('templates')
    .selectAll()
    .where('channel', '=', channel)
    .where('type', '=', type)
    .orderBy('name')
    .execute()
  return rows.map(shown)
}

const valuesOf = (it: TemplateWish, by: string) => ({
  channel: it.message_type,
  type: it.type,
  name: it.name,
  subject: it.subject,
  body: it.message_type === 'email' ? cleanHtml(it.default_message) : it.default_message,
  updated_at: sql<Date>`business_now()`,
  updated_by: by,
})

/** Adds a template. @throws Refused INVALID for a name that there is already */
export async function addTemplate(tx: Tx, it: TemplateWish, by: string): Promise<Template> {
  const row = await tx
    .insertInto('templates')
    .values(valuesOf(it, by))
    .onConflict((on) => on.columns(['channel', 'type', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw nameTaken()
  return shown(row)
}

/** @throws Refused NOT_FOUND, INVALID for a name that another has */
export async function changeTemplate(tx: Tx, id: string, it: TemplateWish, by: string): Promise<Template> {
  const row = await tx
    .updateTable('templates')
    .set(valuesOf(it, by))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isTaken(error) ? nameTaken() : error
    })
  if (!row) throw new Refused('NOT_FOUND')
  return shown(row)
}

const nameTaken = () => new Refused('INVALID', { field: 'name', says: 'There is a template of this name.' })

/** @returns what it was. @throws Refused NOT_FOUND */
export async function removeTemplate(tx: Tx, id: string): Promise<Template> {
  const row = await tx.deleteFrom('templates').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return shown(row)
}
