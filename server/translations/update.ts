import type { BodyOf, ParamsOf } from '../../shared/contract.ts'
import type { TranslationDetails, updateTranslation } from '../../shared/management/translations.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { assertValidTranslation } from './assert-valid-translation.ts'
import { currentTextOf, translationDetails, versionOf } from './current-texts.ts'
import { lockTranslations, saveChange } from './store.ts'

interface Update {
  readonly text: ParamsOf<typeof updateTranslation>
  readonly change: BodyOf<typeof updateTranslation>
  /** The version that the manager read. */
  readonly version: string | null
  readonly actor: Actor
  readonly requestId: string
}

interface UpdateResult {
  readonly details: TranslationDetails
  /** The message: a new translation, with or without its review, or a review alone. */
  readonly type: 'saved' | 'reviewed' | 'reviewRemoved'
}

const reviewTypeOf = (reviewed: boolean) => (reviewed ? 'reviewed' : 'reviewRemoved')

/**
 * Stores a translation, its review, or both, with the old values.
 * @throws ApiError NOT_FOUND, INVALID on `translation`, TRANSLATION_CHANGED, NO_CHANGES
 */
export const saveTranslation = (db: Database, update: Update): Promise<UpdateResult> =>
  db.inTransaction(async (tx) => {
    const { language, id } = update.text
    await lockTranslations(tx)
    const current = await currentTextOf(tx, language, id)
    if (update.version !== versionOf(current)) throw new ApiError('TRANSLATION_CHANGED')
    const message = update.change.translation.normalize('NFC')
    const { reviewed } = update.change
    assertValidTranslation(message, current.english)
    const isNewMessage = message !== current.translation
    if (!isNewMessage && reviewed === current.isReviewed) throw new ApiError('NO_CHANGES')
    await saveChange(tx, {
      language,
      text_id: id,
      old_message: current.translation,
      old_reviewed: current.isReviewed,
      message,
      reviewed,
      english: current.english,
      changed_by: update.actor.userId,
    })
    // The history has the old and new messages.
    const event = { actor: update.actor, subject: `${language} ${id}`, requestId: update.requestId }
    if (isNewMessage) await recordAuditEvent(tx, { ...event, action: 'translation.edit' })
    if (reviewed || !isNewMessage)
      await recordAuditEvent(tx, { ...event, action: 'translation.review', detail: { reviewed } })
    return {
      details: await translationDetails(tx, language, id),
      type: isNewMessage ? 'saved' : reviewTypeOf(reviewed),
    }
  })
