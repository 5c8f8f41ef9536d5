import { type Selectable, sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Template } from '../../shared/management/messages.ts'
import { type Database, isUniqueViolation, type Tables, type Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { cleanHtml } from './clean-html.ts'
import { campaignTexts } from './texts.ts'

export interface TemplateInput {
  readonly type: string
  readonly message_type: 'email' | 'sms'
  readonly name: string
  readonly subject: string
  readonly default_message: string
}

const toTemplate = (row: Selectable<Tables['templates']>): Template => ({
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
  return rows.map(toTemplate)
}

const valuesOf = (input: TemplateInput, managerId: UserId) => ({
  channel: input.message_type,
  type: input.type,
  name: input.name,
  subject: input.subject,
  body: input.message_type === 'email' ? cleanHtml(input.default_message) : input.default_message,
  updated_at: sql<Date>`app_now()`,
  updated_by: managerId,
})

/** Adds a template. @throws ApiError INVALID for a name that a template of the same channel and service has */
export async function addTemplate(tx: Tx, input: TemplateInput, managerId: UserId): Promise<Template> {
  const row = await tx
    .insertInto('templates')
    .values(valuesOf(input, managerId))
    .onConflict((conflict) => conflict.columns(['channel', 'type', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw nameTakenError()
  return toTemplate(row)
}

/** @throws ApiError NOT_FOUND, INVALID for a name that another template of the same channel and service has */
export async function updateStoredTemplate(
  tx: Tx,
  id: string,
  input: TemplateInput,
  managerId: UserId,
): Promise<Template> {
  const row = await tx
    .updateTable('templates')
    .set(valuesOf(input, managerId))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTakenError() : error
    })
  if (!row) throw new ApiError('NOT_FOUND')
  return toTemplate(row)
}

const nameTakenError = () =>
  new ApiError('INVALID', { field: 'name', message: campaignTexts.templateNameTaken() })

/** @returns the deleted template. @throws ApiError NOT_FOUND */
export async function deleteStoredTemplate(tx: Tx, id: string): Promise<Template> {
  const row = await tx.deleteFrom('templates').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw new ApiError('NOT_FOUND')
  return toTemplate(row)
}
