import { useState } from 'react'
import { languageNames, type TranslatedLanguage, translatedLanguages } from '../../shared/languages.ts'
import {
  getTranslationCounts,
  getTranslations,
  type TranslatedText,
  type TranslationCounts,
  type TranslationFilter,
  translationFilters,
} from '../../shared/management/translations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, renderParts, TextField } from '../ui/index.ts'
import { ClearFilters } from './clear-filters.tsx'
import { Disclosure } from './disclosure.tsx'
import { ManagedFilterPanel } from './filter-panel.tsx'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { EmptyList, Table } from './table.tsx'
import { CopyOutdated, TranslationEditor } from './translation-editor.tsx'
import { translationsTexts } from './translations-texts.ts'
import { useFilters } from './use-filters.ts'

const filterLabels = {
  waiting: translationsTexts.waiting,
  missing: translationsTexts.missing,
  reviewed: translationsTexts.reviewed,
  edited: translationsTexts.edited,
  outdated: translationsTexts.outdated,
} as const satisfies Record<TranslationFilter, () => string>

const stateLabels = {
  ...filterLabels,
  removed: translationsTexts.removed,
} as const satisfies Record<TranslatedText['state'], () => string>

/** Translations: counts of each language, the texts of one language, and their editor. */
export default function Translations(page: ManagementPage) {
  const { filters, set, query } = useFilters(getTranslations)
  const [searchInput, setSearchInput] = useState<string | null>(null)
  const [openTextId, setOpenTextId] = useState<string | null>(null)
  const language = translatedLanguages.find((code) => code === filters.language) ?? translatedLanguages[0]
  const counts = useQuery(getTranslationCounts)
  const texts = useInfiniteQuery(getTranslations, { query: { ...query, language } })
  return (
    <PageLayout {...page} path="/management/translations" title={menuTexts.translations()}>
      <p className="lead">{translationsTexts.lead()}</p>
      <Disclosure
        title={translationsTexts.languages()}
        note={reviewProgressText(counts.data ?? [], language)}
      >
        <QueryContent query={counts}>{(list) => <CountsTable counts={list} />}</QueryContent>
      </Disclosure>
      <ManagedFilterPanel filters={filters}>
        <Form
          className="card form filters"
          onSubmit={() => {
            set({ search: searchInput ?? filters.search })
            setSearchInput(null)
          }}
        >
          <div className="columns three even pairs">
            <Select
              label={translationsTexts.language()}
              name="language"
              value={language}
              choices={translatedLanguages.map((code) => [code, languageNames[code]])}
              onValueChange={(code) => set({ language: code })}
            />
            <Select
              label={translationsTexts.state()}
              name="state"
              value={filters.state}
              choices={[
                ['', translationsTexts.allTexts()],
                ...translationFilters.map((name) => [name, filterLabels[name]()] as const),
              ]}
              onValueChange={(state) => set({ state })}
            />
            <TextField
              name="search"
              label={translationsTexts.search()}
              autoComplete="off"
              value={searchInput ?? filters.search}
              onValueChange={setSearchInput}
            />
          </div>
          <div className="row">
            <Button type="submit">{commonTexts.search()}</Button>
          </div>
        </Form>
      </ManagedFilterPanel>
      <section
        className="card stack"
        aria-label={translationsTexts.texts({ language: languageNames[language] })}
      >
        <QueryContent query={texts}>
          {({ list }) => (
            <>
              {list.length === 0 && (
                <EmptyList
                  action={
                    <ClearFilters filters={{ search: filters.search, state: filters.state }} set={set} />
                  }
                >
                  {translationsTexts.empty()}
                </EmptyList>
              )}
              <ul>
                {list.map((text) => (
                  <TextItem
                    key={text.id}
                    text={text}
                    language={language}
                    onEdit={() => setOpenTextId(text.id)}
                  />
                ))}
              </ul>
              <LoadMore query={texts} />
            </>
          )}
        </QueryContent>
      </section>
      {openTextId !== null && (
        <TranslationEditor
          language={language}
          id={openTextId}
          onClose={() => setOpenTextId(null)}
          onSaved={() => {
            counts.reload()
            texts.reload()
          }}
        />
      )}
    </PageLayout>
  )
}

/** A language and the share of its texts that are reviewed. */
function reviewProgressText(list: readonly TranslationCounts[], language: TranslatedLanguage): string {
  const counts = list.find((row) => row.language === language)
  return counts
    ? translationsTexts.languageShare({
        language: languageNames[language],
        share: translationsTexts.reviewedShare(counts),
      })
    : ''
}

const CountsTable = ({ counts }: { counts: readonly TranslationCounts[] }) => (
  <Table
    caption={translationsTexts.languages()}
    rows={counts}
    keyOf={(row) => row.language}
    emptyText={translationsTexts.empty()}
    columns={[
      {
        header: translationsTexts.language(),
        narrow: [1, 'line'],
        renderCell: (row) => languageNames[row.language],
      },
      {
        header: translationsTexts.reviewed(),
        isNumber: true,
        renderCell: (row) => translationsTexts.reviewedShare(row),
      },
      {
        header: translationsTexts.waiting(),
        isNumber: true,
        renderCell: (row) => row.waiting.toLocaleString('en'),
      },
      {
        header: translationsTexts.missing(),
        isNumber: true,
        renderCell: (row) => row.missing.toLocaleString('en'),
      },
      {
        header: translationsTexts.edited(),
        isNumber: true,
        renderCell: (row) => row.edited.toLocaleString('en'),
      },
      {
        header: translationsTexts.outdated(),
        isNumber: true,
        renderCell: (row) => (row.outdated ?? 0).toLocaleString('en'),
      },
    ]}
  />
)

interface TextItemProps {
  text: TranslatedText
  language: TranslatedLanguage
  onEdit: () => void
}

/** One text: its English message, its translation and its state. A removed text has only its outdated translation. */
const TextItem = ({ text, language, onEdit }: TextItemProps) => (
  <li className="list-row translation">
    <span>
      <span className="prose">{text.english}</span>
      {text.state !== 'removed' && <CurrentTranslation text={text} language={language} />}
      {text.outdated !== undefined && (
        <span className="prose">
          {renderParts(
            translationsTexts.outdatedTranslation({
              text: text.outdated,
              translation: (parts) => <span lang={language}>{parts}</span>,
            }),
          )}
        </span>
      )}
      <small>
        {[
          stateLabels[text.state](),
          ...(text.edited ? [translationsTexts.edited()] : []),
          ...(text.english_changed ? [translationsTexts.englishChanged()] : []),
          text.id,
        ].join(' · ')}
      </small>
    </span>
    {text.state === 'removed' ? (
      <CopyOutdated text={text.outdated ?? ''}>
        {renderParts(
          translationsTexts.copy({
            id: text.id,
            hidden: (parts) => <span className="sr-only">{parts}</span>,
          }),
        )}
      </CopyOutdated>
    ) : (
      <Button kind="plain" onClick={onEdit}>
        {renderParts(
          translationsTexts.edit({
            id: text.id,
            hidden: (parts) => <span className="sr-only">{parts}</span>,
          }),
        )}
      </Button>
    )}
  </li>
)

const CurrentTranslation = ({ text, language }: Omit<TextItemProps, 'onEdit'>) =>
  text.translation === null ? (
    <small>{translationsTexts.notTranslated()}</small>
  ) : (
    <span className="prose" lang={language}>
      {text.translation}
    </span>
  )
