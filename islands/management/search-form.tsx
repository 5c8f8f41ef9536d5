import { type ReactNode, useState } from 'react'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { ManagedFilterPanel } from './filter-panel.tsx'

interface SearchFormProps {
  filters: Readonly<Record<string, string>> & { readonly search: string }
  hint: string
  onSearch: (search: string) => void
  /** Other filters of the list. */
  children?: ReactNode
}

/** The search field of a list, next to its other filters. */
export function SearchForm({ filters, hint, onSearch, children }: SearchFormProps) {
  const [searchInput, setSearchInput] = useState<string | null>(null)
  const search = searchInput ?? filters.search
  return (
    <ManagedFilterPanel filters={filters}>
      <Form
        className="card form filters"
        onSubmit={() => {
          onSearch(search.trim())
          setSearchInput(null)
        }}
      >
        <div className="search-row">
          <TextField
            name="search"
            type="search"
            label={commonTexts.search()}
            hint={hint}
            placeholder={hint}
            autoComplete="off"
            value={search}
            onValueChange={setSearchInput}
          />
          <Button type="submit">{commonTexts.search()}</Button>
        </div>
        {children}
      </Form>
    </ManagedFilterPanel>
  )
}
