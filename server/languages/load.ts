import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { MessageLanguage } from '../../shared/i18n.ts'
import { type PageLanguage, pseudoLanguage, type TranslatedLanguage } from '../../shared/languages.ts'
import { defectOf } from './check.ts'
import { type EnglishTexts, englishTexts } from './english.ts'
import { pseudoMessages } from './pseudo.ts'
import { translatedTextIds } from './scope.ts'

/** A translation, and whether a native reader has reviewed it. */
const Entry = z.object({ message: z.string(), reviewed: z.boolean() })
type CatalogueEntry = z.infer<typeof Entry>

export interface LoadedLanguage extends MessageLanguage {
  readonly code: PageLanguage
  /** True while a text that is translated waits for its translation or review. */
  readonly isBeta: boolean
}

/**
 * Plural rules and number formats of every language are the English ones: Nigerian amounts have one form in all of
 * them, and browsers differ in which of these languages they support.
 */
const locale = 'en'
export const englishLanguage: LoadedLanguage = { code: 'en', locale, messages: {}, isBeta: false }

/** Translations that the back office changed, by id. */
export type TranslationEntries = Readonly<Record<string, CatalogueEntry>>

let log: Pick<Logger, 'error'> | null = null
const changesOf = new Map<TranslatedLanguage, TranslationEntries>()
const languagesByCode = new Map<PageLanguage, Promise<LoadedLanguage>>()
const reported = new Set<string>()

/** Defects of catalogues are logged there, each once. */
export function logLanguageDefects(logger: Pick<Logger, 'error'>): void {
  log = logger
}

/** Uses the changes of the back office in place of the file's entries from now on. */
export function setTranslationChanges(code: TranslatedLanguage, changes: TranslationEntries): void {
  if (JSON.stringify(changes) === JSON.stringify(changesOf.get(code) ?? {})) return
  changesOf.set(code, changes)
  languagesByCode.delete(code)
}

/**
 * A language with its usable messages. One that is missing, malformed or has other placeholders stays English. Reads
 * files only, so that a transaction can wait for it.
 */
export function loadLanguage(code: PageLanguage): Promise<LoadedLanguage> {
  if (code === 'en') return Promise.resolve(englishLanguage)
  const language = languagesByCode.get(code) ?? (code === pseudoLanguage ? readPseudo() : read(code))
  languagesByCode.set(code, language)
  return language
}

const readPseudo = async (): Promise<LoadedLanguage> => ({
  code: pseudoLanguage,
  locale,
  messages: await pseudoMessages(),
  isBeta: false,
})

async function read(code: TranslatedLanguage): Promise<LoadedLanguage> {
  const [english, fromFile, scope] = await Promise.all([
    englishTexts(),
    catalogueEntries(code),
    translatedTextIds(),
  ])
  // A change that cannot be used leaves the text of the file.
  const entries = { ...fromFile, ...validEntries(code, changesOf.get(code) ?? {}, english) }
  const messages = Object.fromEntries(Object.entries(entries).map(([id, { message }]) => [id, message]))
  return { code, locale, messages, isBeta: scope.some((id) => !entries[id]?.reviewed) }
}

/** The usable entries of the file. An unreadable file is logged; its texts are English. */
export async function catalogueEntries(code: TranslatedLanguage): Promise<TranslationEntries> {
  try {
    const text = await readFile(join(import.meta.dirname, `catalogues/${code}.json`), 'utf8')
    return validEntries(code, entriesOf(code, JSON.parse(text)), await englishTexts())
  } catch (error) {
    reportOnce(code, code, { err: error }, 'catalogue cannot be read; its texts are English')
    return {}
  }
}

function entriesOf(code: string, content: unknown): TranslationEntries {
  const entries: Record<string, CatalogueEntry> = {}
  for (const [id, value] of Object.entries(z.record(z.string(), z.unknown()).parse(content))) {
    const entry = Entry.safeParse(value)
    if (entry.success) entries[id] = entry.data
    else reportOnce(code, id, { id }, 'catalogue entry is malformed; its text is English')
  }
  return entries
}

/** The entries of known texts without a defect. */
function validEntries(code: string, entries: TranslationEntries, english: EnglishTexts): TranslationEntries {
  const usableEntries = Object.entries(entries).filter(([id, { message }]) => {
    const source = english.get(id)
    const defect = source && defectOf(message, source.message)
    if (defect) reportOnce(code, `${id} ${message}`, { id, defect }, 'translation cannot be used')
    return defect === null
  })
  return Object.fromEntries(usableEntries)
}

/** Logs each defect once per process. */
function reportOnce(language: string, defect: string, fields: object, message: string): void {
  const key = `${language} ${defect}`
  if (!reported.has(key)) log?.error({ ...fields, language }, message)
  reported.add(key)
}
