import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { ChevronIcon } from './icons.tsx'

/** False in the server's HTML; then the script takes over, unless the native list is open under a thumb. */
export function useEnhanced(...selects: RefObject<HTMLSelectElement | null>[]): boolean {
  const [enhanced, setEnhanced] = useState(false)
  const [natives] = useState(selects)
  useEffect(() => {
    const enhance = () => setEnhanced(true)
    const open = natives.find(({ current }) => current && current === document.activeElement)?.current
    if (!open) return enhance()
    open.addEventListener('blur', enhance, { once: true })
    return () => open.removeEventListener('blur', enhance)
  }, [natives])
  return enhanced
}

interface Control {
  id: string
  name: string
  value: string
  describedBy: string | undefined
  error: string | null | undefined
  placeholder: string
}

interface PickerSelectProps extends Control {
  select: RefObject<HTMLSelectElement | null>
  required: boolean | undefined
  onValue: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** The picker without script: a native list. */
export const PickerSelect = ({ select, placeholder, children, ...it }: PickerSelectProps) => (
  <select
    ref={select}
    className="field-input picker"
    id={it.id}
    name={it.name}
    required={it.required}
    value={it.value}
    onChange={(event) => it.onValue(event.target.value)}
    aria-describedby={it.describedBy}
    aria-invalid={it.error ? true : undefined}
  >
    <option value="">{placeholder}</option>
    {children}
  </select>
)

interface PickerButtonProps extends Control {
  labelId: string
  chosen: { name: string; logo?: string | undefined } | undefined
  onOpen: () => void
}

/** The picker with script: what is chosen, and a press opens the list. */
export const PickerButton = ({ chosen, placeholder, onOpen, ...it }: PickerButtonProps) => (
  <>
    <input type="hidden" name={it.name} value={it.value} />
    <button
      type="button"
      className={it.error ? 'field-input picker picker-bad' : 'field-input picker'}
      id={it.id}
      aria-haspopup="dialog"
      aria-labelledby={`${it.labelId} ${it.id}-value`}
      aria-describedby={it.describedBy}
      onClick={onOpen}
    >
      {chosen?.logo && <img src={chosen.logo} alt="" width="28" height="28" />}
      <span id={`${it.id}-value`} className={chosen ? 'picker-text' : 'picker-text picker-empty'}>
        {chosen?.name ?? placeholder}
      </span>
      <ChevronIcon />
    </button>
  </>
)
