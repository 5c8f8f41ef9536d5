import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { emptyLists } from '../lib/lists.ts'
import { Dialog } from './dialog.tsx'
import { FieldFrame, type FieldProps, useParts } from './field.tsx'
import { PickerButton, PickerSelect, useEnhanced } from './picker-parts.tsx'

export interface PickerItem {
  value: string
  name: string
  /** A second line: the states a company serves. Searched too. */
  line?: string
  /** Address of a small picture. */
  logo?: string
  /** Shown at the end of the row: a price. */
  end?: ReactNode
}

export interface PickerProps extends FieldProps {
  id?: string
  name: string
  value: string
  onValue: (value: string) => void
  items: readonly PickerItem[]
  /** Shown while nothing is chosen: 'Choose your company'. */
  placeholder: string
  /** The dialog's title; the label when not given. */
  title?: string
  search?: boolean
  required?: boolean
}

/**
 * One of many. The server's HTML is a native select, which works without script; once the script has
 * taken over a button opens the list in a dialog, with a search where asked.
 */
export function Picker(props: PickerProps) {
  const {
    label,
    hint,
    error,
    name,
    value,
    onValue,
    items,
    placeholder,
    title = label,
    search,
    required,
  } = props
  const parts = useParts(props.id, { hint, error })
  const select = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(select)
  const [open, setOpen] = useState(false)
  const control = { id: parts.id, name, value, describedBy: parts.describedBy, error, placeholder }

  if (!enhanced) {
    return (
      <FieldFrame parts={parts} label={label} hint={hint} error={error}>
        <PickerSelect {...control} select={select} required={required} onValue={onValue}>
          {items.map((item) => (
            <option key={item.value} value={item.value}>
              {item.line ? `${item.name} (${item.line})` : item.name}
            </option>
          ))}
        </PickerSelect>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame parts={parts} label={label} hint={hint} error={error}>
      <PickerButton
        {...control}
        labelId={parts.labelId}
        chosen={items.find((item) => item.value === value)}
        onOpen={() => setOpen(true)}
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
            onValue(picked)
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
  /** Stands above the list: 'Change', an order of sorting. */
  children?: ReactNode
}

/** The list of a picker in a dialog: search, arrow keys, the three texts of an empty list. */
export function PickerDialog({ title, items, value, search, onPick, onClose, children }: PickerDialogProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = items.filter((item) => `${item.name} ${item.line ?? ''}`.toLowerCase().includes(wanted))
  const [only, ...others] = found
  const isEmpty = items.length === 0

  useEffect(() => {
    if (isEmpty) emptyLists.dispatchEvent(new Event('opened'))
  }, [isEmpty])

  return (
    <Dialog title={title} onClose={onClose} className="picker-dialog">
      {children}
      {search && !isEmpty && (
        <input
          type="search"
          className="field-input"
          aria-label={`Search: ${title}`}
          placeholder="Search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && only && others.length === 0) onPick(only.value)
          }}
        />
      )}
      <p role="status" className="empty">
        {isEmpty ? 'No data...' : found.length === 0 ? 'No match found!' : ''}
      </p>
      <ul className="picker-list" onKeyDown={walk}>
        {found.map((item) => (
          <li key={item.value}>
            <button
              type="button"
              className="picker-item"
              aria-pressed={item.value === value}
              onClick={() => onPick(item.value)}
            >
              {item.logo && <img src={item.logo} alt="" width="36" height="36" loading="lazy" />}
              <span className="picker-text">
                {item.name}
                {item.line && <small>{item.line}</small>}
              </span>
              {item.end}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Arrow keys walk the list; Home and End go to its ends. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at =
    document.activeElement instanceof HTMLButtonElement ? buttons.indexOf(document.activeElement) : -1
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const next = to === undefined ? undefined : buttons[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}
