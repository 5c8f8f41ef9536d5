import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { retryEmptyList } from '../lib/lists.ts'
import { matchesSearch } from '../lib/matches-search.ts'
import { uiTexts } from './component-texts.ts'
import { Dialog } from './dialog.tsx'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'
import { PickerButton, PickerLogo, PickerSelect, useEnhanced } from './picker-controls.tsx'
import { commonTexts } from './texts.ts'

interface PickerItem {
  value: string
  name: string
  /** Second line, e.g. the states that a disco serves. Included in the search. */
  detail?: string
  /** URL of a small image. */
  logo?: string
  /** Shown at the end of the row, e.g. a price. */
  end?: ReactNode
}

export interface PickerProps extends FieldProps {
  id?: string
  name: string
  value: string
  onValueChange: (value: string) => void
  items: readonly PickerItem[]
  /** Shown while nothing is selected, e.g. 'Choose your company'. */
  placeholder: string
  /** Title of the dialog; default: the label. */
  title?: string
  search?: boolean
  required?: boolean
}

/**
 * Single-choice field. The server's HTML is a native select, which works without JavaScript; after hydration
 * a button opens the list in a dialog, optionally with search.
 */
export function Picker(props: PickerProps) {
  const {
    label,
    hint,
    error,
    name,
    value,
    onValueChange,
    items,
    placeholder,
    title = label,
    search,
    required,
  } = props
  const fieldIds = useFieldIds(props.id, { hint, error })
  const select = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(select)
  const [open, setOpen] = useState(false)
  const control = { id: fieldIds.id, name, value, describedBy: fieldIds.describedBy, error, placeholder }

  if (!enhanced) {
    return (
      <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
        <PickerSelect {...control} select={select} required={required} onValueChange={onValueChange}>
          {items.map((item) => (
            <option key={item.value} value={item.value}>
              {item.detail ? uiTexts.optionWithDetail({ name: item.name, detail: item.detail }) : item.name}
            </option>
          ))}
        </PickerSelect>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
      <PickerButton
        {...control}
        labelId={fieldIds.labelId}
        selectedItem={items.find((item) => item.value === value)}
        onOpen={() => {
          retryEmptyList(items)
          setOpen(true)
        }}
      />
      {open && (
        <PickerDialog
          title={title}
          items={items}
          value={value}
          search={search}
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false)
            onValueChange(picked)
          }}
        />
      )}
    </FieldFrame>
  )
}

export interface PickerDialogProps {
  title: string
  items: readonly PickerItem[]
  value?: string
  search?: boolean
  onPick: (value: string) => void
  onClose: () => void
  /** Shown when the list is empty. */
  emptyText?: string
  /** Content above the list, e.g. a 'Change' button or a sort control. */
  children?: ReactNode
}

/** The list of a picker in a dialog: search, arrow keys, empty-state messages. */
export function PickerDialog({
  title,
  items,
  value,
  search,
  emptyText = commonTexts.noData(),
  onPick,
  onClose,
  children,
}: PickerDialogProps) {
  const [searchInput, setSearchInput] = useState('')
  const matches = items.filter((item) => matchesSearch([`${item.name} ${item.detail ?? ''}`], searchInput))
  const [firstMatch, ...otherMatches] = matches
  const isEmpty = items.length === 0

  return (
    <Dialog title={title} onClose={onClose} className="picker-dialog">
      {children}
      {search && !isEmpty && (
        <input
          type="search"
          className="field-input"
          aria-label={uiTexts.searchIn({ title })}
          placeholder={commonTexts.search()}
          autoComplete="off"
          value={searchInput}
          onChange={(event) => setSearchInput(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && firstMatch && otherMatches.length === 0) onPick(firstMatch.value)
          }}
        />
      )}
      <p role="status" className="empty">
        {isEmpty ? emptyText : matches.length === 0 ? commonTexts.noMatch() : ''}
      </p>
      <ul className="picker-list" onKeyDown={moveFocus}>
        {matches.map((item) => (
          <li key={item.value}>
            <button
              type="button"
              className="picker-item"
              aria-pressed={item.value === value}
              onClick={() => onPick(item.value)}
            >
              {item.logo && <PickerLogo src={item.logo} name={item.name} size={36} />}
              <span className="picker-text">
                {item.name}
                {item.detail && <small>{item.detail}</small>}
              </span>
              {item.end}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Arrow keys move through the list; Home and End go to its ends. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index =
    document.activeElement instanceof HTMLButtonElement ? buttons.indexOf(document.activeElement) : -1
  const nextIndex = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const next = nextIndex === undefined ? undefined : buttons[nextIndex]
  if (!next) return
  event.preventDefault()
  next.focus()
}
