import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { MessageLanguage } from '../../shared/i18n.ts'
import type { Language, TranslatedLanguage } from '../../shared/languages.ts'
import { defectOf } from './check.ts'
import { type EnglishTexts, englishTexts } from './english.ts'

/** A translation, and whether a native reader has reviewed it. */
const Entry = z.object({ message: z.string(), reviewed: z.boolean() })
type CatalogueEntry = z.infer<typeof Entry>

export interface LoadedLanguage extends MessageLanguage {
  readonly code: Language
  /** True while a translation waits for its review. */
  readonly isBeta: boolean
}

/**
 * Plural rules and number formats of every language are the English ones: Nigerian amounts have one form in all of
 * them, and browsers differ in which of these languages they know.
 */
const locale = 'en'
export const englishLanguage: LoadedLanguage = { code: 'en', locale, messages: {}, isBeta: false }

/** Translations that the back office changed, by id. */
export type TranslationEntries = Readonly<Record<string, CatalogueEntry>>

let log: Pick<Logger, 'error'> | null = null
const changesOf = new Map<TranslatedLanguage, TranslationEntries>()
const loaded = new Map<TranslatedLanguage, Promise<LoadedLanguage>>()
const reported = new Set<string>()

/** Defects of catalogues are logged there, each once. */
export function logLanguageDefects(logger: Pick<Logger, 'error'>): void {
  log = logger
}

/** Uses the changes of the back office in place of the file's entries from now on. */
export function setChanges(code: TranslatedLanguage, changes: TranslationEntries): void {
  if (JSON.stringify(changes) === JSON.stringify(changesOf.get(code) ?? {})) return
  changesOf.set(code, changes)
  loaded.delete(code)
}

/**
 * A language with its usable messages. One that is missing, malformed or has other placeholders stays English. Reads
 * files only, so that a transaction can wait for it.
 */
export function loadLanguage(code: Language): Promise<LoadedLanguage> {
  if (code === 'en') return Promise.resolve(englishLanguage)
  const language = loaded.get(code) ?? read(code)
  loaded.set(code, language)
  return language
}

async function read(code: TranslatedLanguage): Promise<LoadedLanguage> {
  const entries = await readEntries(code)
  const messages = usableMessages(code, entries, await englishTexts())
  return { code, locale, messages, isBeta: Object.values(entries).some(({ reviewed }) => !reviewed) }
}

/** The entries of the file, and the changes. An unreadable file is logged; its texts are English. */
async function readEntries(code: TranslatedLanguage): Promise<TranslationEntries> {
  const fromFile = await readFile(join(import.meta.dirname, `catalogues/${code}.json`), 'utf8')
    .then((text) => entriesOf(code, JSON.parse(text)))
    .catch((error: unknown) =>
      report(code, { err: error }, 'catalogue cannot be read; its texts are English'),
    )
  return { ...fromFile, ...changesOf.get(code) }
}

function entriesOf(code: string, content: unknown): TranslationEntries {
  const entries: Record<string, CatalogueEntry> = {}
  for (const [id, value] of Object.entries(z.record(z.string(), z.unknown()).parse(content))) {
    const entry = Entry.safeParse(value)
    if (entry.success) entries[id] = entry.data
    else report(`${code} ${id}`, { id }, 'catalogue entry is malformed; its text is English')
  }
  return entries
}

function usableMessages(
  code: string,
  entries: TranslationEntries,
  english: EnglishTexts,
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const [id, { message }] of Object.entries(entries)) {
    const source = english.get(id)
    if (!source) continue
    const defect = defectOf(message, source.message)
    if (defect === null) messages[id] = message
    else report(`${code} ${id} ${message}`, { id, defect }, 'translation cannot be used; its text is English')
  }
  return messages
}

/** Logs each defect once per process. */
function report(key: string, fields: object, message: string): TranslationEntries {
  if (!reported.has(key)) log?.error({ ...fields, language: key.split(' ')[0] }, message)
  reported.add(key)
  return {}
}
