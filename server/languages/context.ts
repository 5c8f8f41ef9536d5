import { AsyncLocalStorage } from 'node:async_hooks'
import { type MessageLanguage, setLanguageSource } from '../../shared/i18n.ts'
import { languageOf, type PageLanguage, pseudoLanguage } from '../../shared/languages.ts'
import { englishLanguage, type LoadedLanguage, loadLanguage } from './load.ts'

const storage = new AsyncLocalStorage<LoadedLanguage>()
const currentLoadedLanguage = (): LoadedLanguage => storage.getStore() ?? englishLanguage

/** The language of the request or message in progress; English outside of both. */
export const currentLanguage = (): PageLanguage => currentLoadedLanguage().code

/** The current language with its messages. */
export const currentMessages = (): MessageLanguage => currentLoadedLanguage()

/** The language of a request, English for an unknown one. Only simulated mode has the pseudo-language. */
export const requestedLanguage = (value: unknown, { mode }: { readonly mode: string }): PageLanguage =>
  mode === 'simulated' && value === pseudoLanguage ? value : languageOf(value)

/** Runs `work` with all texts in a language, including the asynchronous tasks that it starts. */
export async function inLanguage<T>(code: PageLanguage, work: () => T | Promise<T>): Promise<T> {
  if (code === currentLanguage()) return work()
  const language = await loadLanguage(code)
  return storage.run(language, work)
}

setLanguageSource(currentLoadedLanguage)
