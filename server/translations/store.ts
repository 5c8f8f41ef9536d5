import { type Selectable, sql } from 'kysely'
import type { TranslatedLanguage } from '../../shared/languages.ts'
import type { Database, Tables, Tx } from '../database/index.ts'
import { applyRenames, storedIdsOf } from './renames.ts'

type Queryable = Database['q'] | Tx
type Change = Selectable<Tables['translation_changes']>

/** Version of all translations: it differs after every change. */
export async function currentVersion(q: Queryable): Promise<string> {
  const { id } = await q
    .selectFrom('translation_changes')
    .select((query) => query.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return String(id ?? 0)
}

const latestQuery = (q: Queryable) =>
  q
    .selectFrom('translations')
    .innerJoin('translation_changes as change', 'change.id', 'translations.change_id')
    .innerJoin('users as author', 'author.id', 'change.changed_by')
    .selectAll('change')
    .select('author.name as author')

export type LatestChange = Awaited<ReturnType<ReturnType<typeof latestQuery>['executeTakeFirstOrThrow']>>

/** The last change of each text in each language. */
export const latestChanges = async (q: Queryable): Promise<LatestChange[]> =>
  newestOfEachText(await latestQuery(q).orderBy('change.id').execute())

/** The last change of each text of a language. */
export const latestChangesOf = async (q: Queryable, language: TranslatedLanguage): Promise<LatestChange[]> =>
  newestOfEachText(
    await latestQuery(q).where('translations.language', '=', language).orderBy('change.id').execute(),
  )

/** A renamed text can have a change under each of its ids. @param changes oldest first */
function newestOfEachText(changes: readonly LatestChange[]): LatestChange[] {
  const current = changes.map(applyRenames)
  return [...new Map(current.map((change) => [`${change.language} ${change.text_id}`, change])).values()]
}

/** The last change of a text. */
export async function latestChangeOf(
  q: Queryable,
  language: TranslatedLanguage,
  textId: string,
): Promise<LatestChange | undefined> {
  const change = await latestQuery(q)
    .where('translations.language', '=', language)
    .where('translations.text_id', 'in', storedIdsOf(textId))
    .orderBy('change.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change && applyRenames(change)
}

/** The changes of a text with their authors, newest first. */
export async function historyOf(q: Queryable, language: TranslatedLanguage, textId: string, limit: number) {
  const changes = await q
    .selectFrom('translation_changes as change')
    .innerJoin('users as author', 'author.id', 'change.changed_by')
    .selectAll('change')
    .select('author.name as author')
    .where('change.language', '=', language)
    .where('change.text_id', 'in', storedIdsOf(textId))
    .orderBy('change.id', 'desc')
    .limit(limit)
    .execute()
  return changes.map(applyRenames)
}

/** One change at a time, so that each replaces the version that its author read. */
export async function lockTranslations(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('translations', 3))`.execute(tx)
}

/** Stores a change as the last one of its text. */
export async function saveChange(tx: Tx, change: Omit<Change, 'id' | 'changed_at'>): Promise<void> {
  const { id } = await tx
    .insertInto('translation_changes')
    .values(change)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { language, text_id } = change
  await tx
    .insertInto('translations')
    .values({ language, text_id, change_id: id })
    .onConflict((row) => row.columns(['language', 'text_id']).doUpdateSet({ change_id: id }))
    .execute()
}
