import { type ComponentProps, useRef, useState } from 'react'
import { authPinLength, pinPreviewMs, verificationPinLength } from '../../shared/constants.ts'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

interface PinCellsProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  value: string
  onValueChange: (digits: string) => void
  cells?: typeof verificationPinLength | typeof authPinLength
  /** Hides each digit 300 ms after it was typed. */
  mask?: boolean
  /** Before hydration: a plain input with visible text. */
  plain?: boolean
  /** Called once with the complete code after its last digit. */
  onComplete?: (digits: string) => void
}

/** A code of 4 or 6 digits: visible cells, backed by one labelled input that accepts paste and autofill. */
export function PinCells(props: PinCellsProps) {
  const {
    label,
    hint,
    error,
    id,
    value,
    onValueChange,
    onComplete,
    mask = false,
    plain = false,
    ...native
  } = props
  const { cells = verificationPinLength, ...attributes } = native
  const fieldIds = useFieldIds(id, { hint, error })
  const [previewIndex, setPreviewIndex] = useState(-1)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function handleInput(inputText: string): void {
    const digits = inputText.replace(/\D/g, '').slice(0, cells)
    setPreviewIndex(digits.length > value.length ? digits.length - 1 : -1)
    clearTimeout(timer.current)
    timer.current = setTimeout(setPreviewIndex, pinPreviewMs, -1)
    onValueChange(digits)
    if (digits.length === cells && digits !== value) onComplete?.(digits)
  }

  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
      <span className="pin">
        <input
          autoComplete="one-time-code"
          {...attributes}
          type="text"
          inputMode="numeric"
          className={plain ? 'field-input' : 'pin-input'}
          id={fieldIds.id}
          value={value}
          onChange={(event) => handleInput(event.target.value)}
          aria-describedby={fieldIds.describedBy}
          aria-invalid={error ? true : undefined}
        />
        {Array.from({ length: plain ? 0 : cells }, (_, index) => index).map((index) => (
          <span
            key={index}
            className={index === Math.min(value.length, cells - 1) ? 'pin-cell pin-next' : 'pin-cell'}
            aria-hidden="true"
          >
            {value[index] === undefined ? '' : mask && index !== previewIndex ? '•' : value[index]}
          </span>
        ))}
      </span>
    </FieldFrame>
  )
}

/** The 6-digit PIN that confirms a payment or an action. Each digit is hidden after it was typed. */
export const AuthPinField = (props: Omit<PinCellsProps, 'cells' | 'mask' | 'plain' | 'autoComplete'>) => (
  <PinCells {...props} cells={authPinLength} mask autoComplete="off" />
)
