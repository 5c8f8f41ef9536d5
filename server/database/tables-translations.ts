import type { Generated, GeneratedAlways } from 'kysely'
import type { TranslatedLanguage } from '../../shared/languages.ts'

/** Translations that managers changed or reviewed. */
export interface TranslationTables {
  /** Append-only. */
  translation_changes: {
    id: GeneratedAlways<bigint>
    language: TranslatedLanguage
    text_id: string
    /** Null for a text that had no translation. */
    old_message: string | null
    old_reviewed: boolean
    message: string
    reviewed: boolean
    /** The English message at that time: a review does not apply to a later one. */
    english: string
    changed_by: string
    changed_at: Generated<Date>
  }
  /** The last change of each text in each language. */
  translations: { language: TranslatedLanguage; text_id: string; change_id: bigint }
}
