import type { DataOf, QueryOf } from '../../shared/contract.ts'
import { type TranslatedLanguage, translatedLanguages } from '../../shared/languages.ts'
import {
  type getTranslations,
  type TranslatedText,
  type TranslationCounts,
  type TranslationDetails,
  type TranslationFilter,
  type TranslationState,
  translationStates,
} from '../../shared/management/translations.ts'
import type { Database, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import {
  catalogueEntries,
  defectOf,
  englishTexts,
  placeholderNames,
  translatedTextIds,
} from '../languages/index.ts'
import { historyOf, type LatestChange, latestChangeOf, latestChangesOf } from './store.ts'

const pageSize = 50
const historySize = 100

/** A text of the catalogue with its current translation. */
export interface CurrentText {
  readonly id: string
  readonly english: string
  /** Null for one that is missing or cannot be used. */
  readonly translation: string | null
  readonly isReviewed: boolean
  /** The change was made for another English text. */
  readonly isEnglishChanged: boolean
  readonly change: LatestChange | undefined
  /** The change's translation when it cannot be used, for example because its placeholders are not those of the English text. */
  readonly outdated: string | null
}

/** Whether the review of a change holds: the English text is still the one that was reviewed. */
export const isReviewed = (change: Pick<LatestChange, 'reviewed' | 'english'>, english: string): boolean =>
  change.reviewed && change.english === english

interface LanguageTexts {
  /** The texts that are translated, in the order of the product. */
  readonly texts: readonly TranslatedText[]
  /** Changes of texts that have been removed. */
  readonly removed: readonly TranslatedText[]
}

async function textsOf(db: Database, language: TranslatedLanguage): Promise<LanguageTexts> {
  const changes = new Map((await latestChangesOf(db.q, language)).map((change) => [change.text_id, change]))
  const [ids, english, catalogue] = await Promise.all([
    translatedTextIds(),
    englishTexts(),
    catalogueEntries(language),
  ])
  const current = new Set(ids)
  return {
    texts: ids.map((id) =>
      rowOf(currentText(id, english.get(id)?.message ?? '', catalogue[id], changes.get(id))),
    ),
    removed: [...changes.values()].filter(({ text_id }) => !current.has(text_id)).map(removedRowOf),
  }
}

/** The text of an id. @throws ApiError NOT_FOUND for one that is not translated */
export async function currentTextOf(
  q: Database['q'] | Tx,
  language: TranslatedLanguage,
  id: string,
): Promise<CurrentText> {
  const change = await latestChangeOf(q, language, id)
  const [ids, english, catalogue] = await Promise.all([
    translatedTextIds(),
    englishTexts(),
    catalogueEntries(language),
  ])
  if (!ids.includes(id)) throw new ApiError('NOT_FOUND')
  return currentText(id, english.get(id)?.message ?? '', catalogue[id], change)
}

function currentText(
  id: string,
  english: string,
  entry: { readonly message: string; readonly reviewed: boolean } | undefined,
  change: LatestChange | undefined,
): CurrentText {
  if (change && defectOf(change.message, english) === null)
    return {
      ...{ id, english, change, translation: change.message },
      isReviewed: isReviewed(change, english),
      isEnglishChanged: change.english !== english,
      outdated: null,
    }
  return {
    ...{ id, english, change, translation: entry?.message ?? null },
    isReviewed: entry?.reviewed ?? false,
    isEnglishChanged: false,
    outdated: change?.message ?? null,
  }
}

const stateOf = ({ translation, isReviewed }: CurrentText): TranslationState =>
  translation === null ? 'missing' : isReviewed ? 'reviewed' : 'waiting'

const rowOf = (text: CurrentText): TranslatedText => ({
  id: text.id,
  english: text.english,
  translation: text.translation,
  state: stateOf(text),
  edited: text.change !== undefined,
  english_changed: text.isEnglishChanged,
  ...(text.outdated === null ? {} : { outdated: text.outdated }),
})

const removedRowOf = ({ text_id, english, message }: LatestChange): TranslatedText => ({
  ...{ id: text_id, english, translation: null, state: 'removed', edited: true, english_changed: false },
  outdated: message,
})

/** The counts of each language. */
export const translationCounts = (db: Database): Promise<TranslationCounts[]> =>
  Promise.all(
    translatedLanguages.map(async (language) => {
      const { texts, removed } = await textsOf(db, language)
      const count = (filter: TranslationFilter) => texts.filter((text) => matchesFilter(text, filter)).length
      return {
        language,
        total: texts.length,
        waiting: count('waiting'),
        missing: count('missing'),
        reviewed: count('reviewed'),
        edited: count('edited'),
        outdated: count('outdated') + removed.length,
      }
    }),
  )

function matchesFilter(text: TranslatedText, filter: TranslationFilter): boolean {
  if (filter === 'outdated') return text.outdated !== undefined
  return filter === 'edited' ? text.edited : text.state === filter
}

/**
 * One page of texts: those that wait for review first, of them those whose English text has changed, then missing ones,
 * then reviewed ones.
 */
export async function findTranslations(
  db: Database,
  {
    language = translatedLanguages[0],
    state,
    search = '',
    cursor,
  }: NonNullable<QueryOf<typeof getTranslations>>,
): Promise<DataOf<typeof getTranslations>> {
  const searchText = search.trim().toLocaleLowerCase('en')
  const { texts, removed } = await textsOf(db, language)
  const rows = (state === 'outdated' ? [...texts, ...removed] : texts)
    .filter((text) => state === undefined || matchesFilter(text, state))
    .filter((text) =>
      [text.id, text.english, text.translation ?? '', text.outdated ?? ''].some((part) =>
        part.toLocaleLowerCase('en').includes(searchText),
      ),
    )
    .sort((a, b) => sortKey(a).localeCompare(sortKey(b), 'en'))
  const remaining =
    cursor === undefined ? rows : rows.filter((text) => sortKey(text).localeCompare(cursor, 'en') > 0)
  const list = remaining.slice(0, pageSize)
  const last = list.at(-1)
  return { list, next: remaining.length > pageSize && last ? sortKey(last) : null }
}

/** A place in the list that stays when other texts change. */
const sortKey = ({ state, english_changed, id }: TranslatedText): string =>
  `${state === 'removed' ? translationStates.length : translationStates.indexOf(state)}${english_changed ? 0 : 1} ${id}`

/** A text with its version and history. @throws ApiError NOT_FOUND */
export async function translationDetails(
  q: Database['q'] | Tx,
  language: TranslatedLanguage,
  id: string,
): Promise<TranslationDetails> {
  const text = await currentTextOf(q, language, id)
  const history = await historyOf(q, language, id, historySize)
  return {
    ...rowOf(text),
    language,
    version: versionOf(text),
    placeholders: placeholderNames(text.english),
    reviewer: text.isReviewed ? (text.change?.author ?? null) : null,
    history: history.map((change) => ({
      id: String(change.id),
      author: change.author,
      at: change.changed_at.toISOString(),
      old: change.old_message,
      new: change.message,
      reviewed: change.reviewed,
    })),
  }
}

/** Version of one text: its last change; '0' before the first one. */
export const versionOf = ({ change }: CurrentText): string => String(change?.id ?? 0)
