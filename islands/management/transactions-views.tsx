import { type FormEvent, useState } from 'react'
import { toast } from '../lib/index.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { Select } from './select.tsx'
import { type ColumnId, columnIds, columnInfo } from './transactions-columns.tsx'
import type { ManagedTransactionFilters } from './transactions-filters.tsx'
import { transactionsTexts } from './transactions-texts.ts'
import type { SavedView, useSavedViews } from './use-saved-views.ts'

interface SavedViewsProps {
  filters: ManagedTransactionFilters
  set: (changes: Partial<ManagedTransactionFilters>) => void
  saved: ReturnType<typeof useSavedViews>
}

const matchesFilters = (view: SavedView, filters: ManagedTransactionFilters): boolean =>
  Object.entries(filters).every(([name, value]) => (view.filters[name] ?? '') === value)

/** No name of a saved view, which is trimmed, starts with a space. */
const unsavedView = ' unsaved'

/**
 * Chooses, saves and deletes views: filters and columns under a name. The chosen view is the one whose filters are set,
 * independent of the columns that are shown.
 */
export function SavedViews({ filters, set, saved }: SavedViewsProps) {
  const [isNaming, setIsNaming] = useState(false)
  const current = saved.views.find((view) => matchesFilters(view, filters))
  const emptyFilters = Object.fromEntries(Object.keys(filters).map((name) => [name, '']))
  const isUnsaved = !current && Object.values(filters).some((value) => value !== '')

  function choose(name: string) {
    const view = saved.views.find((candidate) => candidate.name === name)
    set({ ...emptyFilters, ...view?.filters })
    if (view) saved.setHidden(view.hidden)
  }

  return (
    <div className="view-tools">
      <Select
        label={transactionsTexts.view()}
        name="view"
        value={isUnsaved ? unsavedView : (current?.name ?? '')}
        choices={[
          ...(isUnsaved ? [[unsavedView, transactionsTexts.unsavedView()] as const] : []),
          ['', transactionsTexts.allTransactions()],
          ...saved.views.map(({ name }) => [name, name] as const),
        ]}
        onValueChange={choose}
      />
      <Button kind="plain" disabled={!saved.canSave} onClick={() => setIsNaming(true)}>
        {transactionsTexts.saveView()}
      </Button>
      {current && (
        <Button
          kind="plain"
          onClick={() => {
            saved.remove(current.name)
            toast.success(transactionsTexts.viewDeleted({ name: current.name }))
          }}
        >
          {transactionsTexts.deleteView()}
        </Button>
      )}
      <ColumnChoice hidden={saved.hidden} onHidden={saved.setHidden} />
      {isNaming && (
        <NameDialog
          initial={current?.name ?? ''}
          onClose={() => setIsNaming(false)}
          onName={(name) => {
            saved.save({ name, filters, hidden: saved.hidden })
            setIsNaming(false)
            toast.success(transactionsTexts.viewSaved({ name }))
          }}
        />
      )}
    </div>
  )
}

function NameDialog({
  initial,
  onClose,
  onName,
}: {
  initial: string
  onClose: () => void
  onName: (name: string) => void
}) {
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onName(name.trim())
  }
  return (
    <Dialog title={transactionsTexts.saveView()} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          name="view_name"
          label={transactionsTexts.viewName()}
          autoComplete="off"
          maxLength={40}
          value={name}
          onValueChange={setName}
        />
        <Button type="submit" disabled={!name.trim()}>
          {transactionsTexts.saveView()}
        </Button>
      </form>
    </Dialog>
  )
}

function ColumnChoice({
  hidden,
  onHidden,
}: {
  hidden: readonly ColumnId[]
  onHidden: (hidden: ColumnId[]) => void
}) {
  return (
    <details className="column-choice">
      <summary>{transactionsTexts.columns()}</summary>
      <fieldset>
        <legend className="sr-only">{transactionsTexts.columns()}</legend>
        {columnIds.map((id) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              // The reference leads to the transaction, so it is always shown.
              disabled={id === 'reference'}
              onChange={({ target }) =>
                onHidden(target.checked ? hidden.filter((other) => other !== id) : [...hidden, id])
              }
            />{' '}
            {columnInfo[id].header()}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
