import type { Template } from '../../shared/management/messages.ts'
import * as endpoints from '../../shared/management/messages.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, type Route, route } from '../http/index.ts'
import { addTemplate, deleteStoredTemplate, templatesFor, updateStoredTemplate } from './templates.ts'
import { campaignTexts } from './texts.ts'

/** Routes for the templates of messages. Managers only. */
export function templateRoutes({ db }: { readonly db: Database }): Route[] {
  /** Adds, changes or deletes a template and records the audit event, in one transaction. */
  const saveTemplate = (
    event: string,
    { actor, requestId }: { actor: Actor; requestId: string },
    work: (tx: Tx) => Promise<Template>,
  ) =>
    db.inTransaction(async (tx) => {
      const template = await work(tx)
      const detail = { name: template.name }
      await recordAuditEvent(tx, {
        actor,
        action: `template.${event}`,
        subject: template.id,
        detail,
        requestId,
      })
      return template
    })
  return [
    route(endpoints.getEmailTemplates, async ({ query }) => ({
      data: await templatesFor(db, query.message_type ?? 'email', query.type),
    })),
    route(endpoints.createTemplate, async ({ body, actor, requestId }) => {
      const template = await saveTemplate('add', { actor, requestId }, (tx) =>
        addTemplate(tx, body, actor.userId),
      )
      return { message: campaignTexts.templateSaved(), data: template }
    }),
    route(endpoints.updateTemplate, async ({ params, body, actor, requestId }) => {
      const template = await saveTemplate('change', { actor, requestId }, (tx) =>
        updateStoredTemplate(tx, params.id, body, actor.userId),
      )
      return { message: campaignTexts.templateSaved(), data: template }
    }),
    route(endpoints.deleteTemplate, async ({ params, actor, requestId }) => {
      await saveTemplate('remove', { actor, requestId }, (tx) => deleteStoredTemplate(tx, params.id))
      return { message: campaignTexts.templateDeleted(), data: {} }
    }),
  ]
}
