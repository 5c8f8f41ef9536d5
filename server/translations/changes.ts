import type { Logger } from 'pino'
import type { DataOf } from '../../shared/contract.ts'
import { type TranslatedLanguage, translatedLanguages } from '../../shared/languages.ts'
import type { getTranslationChanges } from '../../shared/translations.ts'
import type { Database } from '../database/index.ts'
import { startPolling } from '../jobs/index.ts'
import { englishTexts, setTranslationChanges, type TranslationEntries } from '../languages/index.ts'
import { isReviewed } from './current-texts.ts'
import { currentVersion, latestChanges } from './store.ts'

type Changes = DataOf<typeof getTranslationChanges>

/** Every process shows a change made by another one within this time, and the time of a query. */
const pollMs = 1_000

/**
 * The changed translations of all languages with their version.
 * @param version the version that the caller has; `changes` is null when it is the newest
 */
export async function translationChangesSince(db: Database, version: string | undefined): Promise<Changes> {
  // Read first: a change in between is then read again, not missed.
  const newest = await currentVersion(db.q)
  if (newest === version) return { version: newest, changes: null }
  const english = await englishTexts()
  const rows = await latestChanges(db.q)
  const entriesOf = (language: TranslatedLanguage): TranslationEntries =>
    Object.fromEntries(
      rows
        .filter((row) => row.language === language)
        .map((row) => [
          row.text_id,
          { message: row.message, reviewed: isReviewed(row, english.get(row.text_id)?.message ?? '') },
        ]),
    )
  const changes = {
    pcm: entriesOf('pcm'),
    ha: entriesOf('ha'),
    yo: entriesOf('yo'),
    ig: entriesOf('ig'),
  } satisfies Record<TranslatedLanguage, TranslationEntries>
  return { version: newest, changes }
}

/** Polling of the translations that managers changed. */
interface TranslationWatch {
  /** Loads the changes, and then each later one. A failed load is logged and repeated. */
  start(): Promise<void>
  /** Loads the changes now. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/** Polls the translations that managers changed in the back office, and uses them in this process. */
export function watchTranslations(
  read: (version: string | undefined) => Promise<Changes>,
  log: Logger,
): TranslationWatch {
  let version: string | undefined
  let poller: ReturnType<typeof startPolling> | undefined
  const reload = async () => {
    const result = await read(version)
    version = result.version
    if (result.changes)
      for (const code of translatedLanguages) setTranslationChanges(code, result.changes[code])
  }
  return {
    reload,
    async start() {
      await reload().catch((error: unknown) => log.error({ err: error }, 'translations cannot be read'))
      poller = startPolling(
        pollMs,
        async () => {
          await reload()
          return 0
        },
        log,
      )
    },
    async stop() {
      await poller?.stop()
    },
  }
}
