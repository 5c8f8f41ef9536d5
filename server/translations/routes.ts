import {
  getTranslation,
  getTranslationCounts,
  getTranslations,
  updateTranslation,
} from '../../shared/management/translations.ts'
import { getTranslationChanges } from '../../shared/translations.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../http/index.ts'
import { translationChangesSince } from './changes.ts'
import { findTranslations, translationCounts, translationDetails } from './current-texts.ts'
import { translationTexts } from './texts.ts'
import { saveTranslation } from './update.ts'

interface TranslationDeps {
  readonly db: Database
  /** Shows a saved change in this process immediately. */
  readonly reloadTranslations: () => Promise<void>
}

/** The translations of the back office, and the changes for web servers without a database. */
export function translationRoutes({ db, reloadTranslations }: TranslationDeps): Route[] {
  return [
    route(getTranslationChanges, async ({ query }) => ({
      data: await translationChangesSince(db, query.version),
    })),
    route(getTranslationCounts, async () => ({ data: await translationCounts(db) })),
    route(getTranslations, async ({ query }) => ({ data: await findTranslations(db, query) })),
    route(getTranslation, async ({ params }) => ({
      data: await translationDetails(db.q, params.language, params.id),
    })),
    route(updateTranslation, async ({ params, body, version = null, actor, requestId }) => {
      const result = await saveTranslation(db, { text: params, change: body, version, actor, requestId })
      await reloadTranslations()
      return { message: translationTexts[result.type](), data: result.details }
    }),
  ]
}
