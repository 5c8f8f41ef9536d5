import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { translatedLanguages } from '../../shared/languages.ts'
import { englishTexts } from './english.ts'
import { catalogueEntries } from './load.ts'
import { translatedTextIds } from './scope.ts'

/** Digests of an English message and its translations at the time when they were compared. */
interface Source {
  readonly english: string
  /** In the order of `translatedLanguages`. */
  readonly translations: readonly string[]
}
type Sources = ReadonlyMap<string, Source>

const path = join(import.meta.dirname, 'catalogues/sources.json')
const digest = (message: string): string =>
  createHash('sha256').update(message).digest('base64url').slice(0, 6)

/** A translation that was not changed after its English text. */
export interface OutdatedTranslation {
  readonly id: string
  readonly language: string
}

/** Differences between `catalogues/sources.json` and the catalogue files. */
export interface SourceComparison {
  /** Translations to correct, or to confirm for the changed English text. */
  readonly outdated: readonly OutdatedTranslation[]
  /** Ids that are new, changed or removed since they were recorded. */
  readonly unrecorded: readonly string[]
}

export async function compareSources(): Promise<SourceComparison> {
  const [recorded, current] = await Promise.all([recordedSources(), currentSources()])
  const ids = [...new Set([...recorded.keys(), ...current.keys()])].sort()
  return {
    outdated: [...current].flatMap(([id, source]) => outdatedOf(id, recorded.get(id), source)),
    unrecorded: ids.filter((id) => textOf(recorded.get(id)) !== textOf(current.get(id))),
  }
}

/**
 * Records the English text of each translation that is new or was changed.
 * @param confirmed ids whose translations are still right for a changed English text
 * @returns the translations that are still to be corrected
 */
export async function recordSources(confirmed: readonly string[]): Promise<readonly OutdatedTranslation[]> {
  const [recorded, current] = await Promise.all([recordedSources(), currentSources()])
  const { outdated } = await compareSources()
  const remaining = outdated.filter(({ id }) => !confirmed.includes(id))
  const outdatedIds = new Set(remaining.map(({ id }) => id))
  const lines = [...current].map(([id, source]) => [
    id,
    textOf(outdatedIds.has(id) ? recorded.get(id) : source),
  ])
  await writeFile(path, `${JSON.stringify(Object.fromEntries(lines.sort()), null, 2)}\n`)
  return remaining
}

/** With a changed English text, the translations that are as they were recorded. */
function outdatedOf(id: string, recorded: Source | undefined, current: Source): OutdatedTranslation[] {
  if (!recorded || recorded.english === current.english) return []
  return translatedLanguages
    .filter((_, index) => recorded.translations[index] === current.translations[index])
    .map((language) => ({ id, language }))
}

async function currentSources(): Promise<Sources> {
  const [ids, english, ...catalogues] = await Promise.all([
    translatedTextIds(),
    englishTexts(),
    ...translatedLanguages.map(catalogueEntries),
  ])
  return new Map(
    [...ids].sort().map((id) => [
      id,
      {
        english: digest(english.get(id)?.message ?? ''),
        translations: catalogues.map((entries) => digest(entries[id]?.message ?? '')),
      },
    ]),
  )
}

async function recordedSources(): Promise<Sources> {
  const lines: Record<string, string> = JSON.parse(await readFile(path, 'utf8'))
  return new Map(
    Object.entries(lines).map(([id, line]) => {
      const [english = '', ...translations] = line.split(' ')
      return [id, { english, translations }]
    }),
  )
}

const textOf = (source: Source | undefined): string | undefined =>
  source && [source.english, ...source.translations].join(' ')
