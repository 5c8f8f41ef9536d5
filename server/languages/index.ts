export { browserMessages } from './browser-messages.ts'
export { defectOf, placeholderNames, type TranslationDefect } from './check.ts'
export { currentLanguage, currentMessages, inLanguage, requestedLanguage } from './context.ts'
export { englishTexts } from './english.ts'
export {
  catalogueEntries,
  loadLanguage,
  logLanguageDefects,
  setTranslationChanges,
  type TranslationEntries,
} from './load.ts'
export { translatedTextIds } from './scope.ts'
export { compareSources, recordSources } from './sources.ts'
