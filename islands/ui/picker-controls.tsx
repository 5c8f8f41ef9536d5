import { type ReactNode, type RefObject, useState, useSyncExternalStore } from 'react'
import { ChevronIcon } from './icons.tsx'

function subscribeToBlur(onBlur: () => void): () => void {
  document.addEventListener('focusout', onBlur)
  return () => document.removeEventListener('focusout', onBlur)
}

/** False in the server's HTML; true after hydration, unless the native select is currently open. */
export const useEnhanced = (...selects: RefObject<HTMLSelectElement | null>[]): boolean =>
  useSyncExternalStore(
    subscribeToBlur,
    () => !selects.some(({ current }) => current && current === document.activeElement),
    () => false,
  )

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
  onValueChange: (value: string) => void
  /** The options. */
  children: ReactNode
}

/** The picker without JavaScript: a native select. */
export const PickerSelect = ({ select, placeholder, children, ...control }: PickerSelectProps) => (
  <select
    ref={select}
    className="field-input picker"
    id={control.id}
    name={control.name}
    required={control.required}
    value={control.value}
    onChange={(event) => control.onValueChange(event.target.value)}
    aria-describedby={control.describedBy}
    aria-invalid={control.error ? true : undefined}
  >
    <option value="">{placeholder}</option>
    {children}
  </select>
)

interface PickerLogoProps {
  src: string
  /** Name of the item: its first letter replaces a logo that fails to load. */
  name: string
  /** Width and height, pixels. */
  size: number
}

/** The logo of an item, or the first letter of its name where the logo cannot be loaded. */
export function PickerLogo({ src, name, size }: PickerLogoProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  if (failedSrc === src)
    return (
      <span className="picker-initial" aria-hidden="true">
        {name.charAt(0)}
      </span>
    )
  return <img src={src} alt="" width={size} height={size} loading="lazy" onError={() => setFailedSrc(src)} />
}

interface PickerButtonProps extends Control {
  labelId: string
  selectedItem: { name: string; logo?: string | undefined } | undefined
  onOpen: () => void
}

/** The picker with JavaScript: a button with the selected value that opens the list. */
export const PickerButton = ({ selectedItem, placeholder, onOpen, ...control }: PickerButtonProps) => (
  <>
    <input type="hidden" name={control.name} value={control.value} />
    <button
      type="button"
      className={control.error ? 'field-input picker picker-bad' : 'field-input picker'}
      id={control.id}
      aria-haspopup="dialog"
      aria-labelledby={`${control.labelId} ${control.id}-value`}
      aria-describedby={control.describedBy}
      onClick={onOpen}
    >
      {selectedItem?.logo && <PickerLogo src={selectedItem.logo} name={selectedItem.name} size={28} />}
      <span id={`${control.id}-value`} className={selectedItem ? 'picker-text' : 'picker-text picker-empty'}>
        {selectedItem?.name ?? placeholder}
      </span>
      <ChevronIcon />
    </button>
  </>
)
