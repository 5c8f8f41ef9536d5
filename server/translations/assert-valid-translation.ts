import { ApiError } from '../http/index.ts'
import { defectOf, type TranslationDefect } from '../languages/index.ts'
import { translationTexts } from './texts.ts'

/** Checks a translation as the loader of the catalogues does. @throws ApiError INVALID on `translation` */
export function assertValidTranslation(translation: string, english: string): void {
  const defect = defectOf(translation, english)
  if (defect) throw new ApiError('INVALID', { field: 'translation', message: messageOf(defect) })
}

function messageOf(defect: TranslationDefect): string {
  switch (defect.type) {
    case 'missing':
      return translationTexts.missingPlaceholder(defect)
    case 'unknown':
      return translationTexts.unknownPlaceholder(defect)
    case 'format':
      return translationTexts.wrongFormat(defect)
    case 'malformed':
      return defect.reason === 'MISSING_OTHER_CLAUSE'
        ? translationTexts.incompletePlural()
        : translationTexts.malformed()
  }
}
