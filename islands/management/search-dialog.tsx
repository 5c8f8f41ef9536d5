import { type KeyboardEvent, useId, useState } from 'react'
import {
  isSearchable,
  minSearchLength,
  type SearchKind,
  type SearchResult,
  searchRecords,
} from '../../shared/management/search.ts'
import { useQuery } from '../account/use-query.ts'
import { navigate } from '../purchase/navigate.ts'
import { Dialog } from '../ui/index.ts'
import { groupBy } from './group-by.ts'
import { displayName } from './labels.ts'
import { searchTexts } from './search-texts.ts'
import { ticketPageUrl } from './ticket-page.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

/** Debounce: every search is audited. */
const debounceMs = 300

const filteredListUrl = (key: string) => `/management/transactions?search=${encodeURIComponent(key)}`
const managedOrderUrl = (reference: string | null) =>
  reference === null ? null : `/management/transactions/${reference}`

/** URL of the page of each kind of result. */
const pageUrls: Readonly<Record<SearchKind, (result: SearchResult) => string>> = {
  order: ({ key }) => `/management/transactions/${key}`,
  payment: ({ key, order_reference }) => managedOrderUrl(order_reference) ?? filteredListUrl(key),
  top_up: ({ key }) => `/management/top-ups?search=${encodeURIComponent(key)}`,
  user: ({ key }) => `/management/users/${key}`,
  meter: ({ key }) => filteredListUrl(key),
  phone: ({ key }) => filteredListUrl(key),
  ticket: ({ key, details: [state] }) => ticketPageUrl({ number: key, state: state ?? '' }),
  record: ({ key }) => `/management/transactions/${key}`,
}

/** Name of a result: of a user the name, of everything else its reference or number. */
const titleOf = ({ kind, key, details: [name] }: SearchResult): string =>
  kind === 'user' ? (name ?? key) : key
const detailsOf = ({ kind, details }: SearchResult): readonly string[] =>
  (kind === 'user' ? details.slice(1) : details).map(displayName)

/** Search over everything: a combobox whose list of results is grouped by kind. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [searchInput, setSearchInput] = useState('')
  const [active, setActive] = useState(0)
  const search = useDebouncedValue(searchInput.trim(), debounceMs)
  const canSearch = isSearchable(search)
  const { data, isLoading, failed } = useQuery(searchRecords, canSearch ? { query: { q: search } } : null, {
    quiet: true,
  })
  const results = canSearch ? (data ?? []) : []
  const currentIndex = Math.min(active, results.length - 1)
  const current = results[currentIndex]
  const optionId = (result: SearchResult) => `${id}-${results.indexOf(result)}`

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (current) navigate.to(pageUrls[current.kind](current))
      return
    }
    const next = nextIndex(event.key, currentIndex, results.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    <Dialog title={searchTexts.title()} className="search-dialog" onClose={onClose}>
      <input
        type="search"
        className="field-input"
        role="combobox"
        aria-label={searchTexts.field()}
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        aria-autocomplete="list"
        aria-describedby={`${id}-keys`}
        placeholder={searchTexts.field()}
        autoComplete="off"
        maxLength={100}
        value={searchInput}
        onChange={({ target }) => {
          setSearchInput(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-keys`} className="field-hint keyboard-hint">
        {searchTexts.keys()}
      </p>
      <p role="status" className="field-hint">
        {statusText({ canSearch, isLoading, failed, count: results.length })}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={searchTexts.results()} className="search-results">
        {groupBy(results, ({ kind }) => kind).map(([kind, group]) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`}>{searchTexts[kind]()}</p>
            {group.map((result) => (
              <Option key={result.key} id={optionId(result)} result={result} isActive={result === current} />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

/** Focus stays in the field: the keyboard chooses options there, a press opens one. */
const Option = ({ id, result, isActive }: { id: string; result: SearchResult; isActive: boolean }) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onClick={() => navigate.to(pageUrls[result.kind](result))}
  >
    <strong>{titleOf(result)}</strong>
    {detailsOf(result).map((detail) => (
      <span key={detail}>{detail}</span>
    ))}
  </div>
)

/** Index of the option that a key chooses; null for other keys and without options. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  return null
}

interface SearchState {
  canSearch: boolean
  isLoading: boolean
  failed: boolean
  count: number
}

function statusText({ canSearch, isLoading, failed, count }: SearchState): string {
  if (!canSearch) return searchTexts.typeMore({ count: minSearchLength })
  if (isLoading) return searchTexts.searching()
  return failed ? searchTexts.failed() : searchTexts.found({ count })
}
