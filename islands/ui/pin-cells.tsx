import { type ComponentProps, useEffect, useState } from 'react'
import { type authPinLength, pinPreviewMs, verificationPinLength } from '../../shared/constants.ts'
import { FieldFrame, type FieldProps, useParts } from './field.tsx'

export interface PinCellsProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  value: string
  onValue: (digits: string) => void
  cells?: typeof verificationPinLength | typeof authPinLength
  /** Hides each digit 300 ms after it was typed. */
  mask?: boolean
  /** Before the script has taken over: a plain input, in which what is typed can be seen. */
  plain?: boolean
  /** Called once with the whole code when its last digit has come. */
  onComplete?: (digits: string) => void
}

/** A code of 4 or 6 digits: cells to look at, fed by one labelled input that takes a paste and an autofill. */
export function PinCells(props: PinCellsProps) {
  const { label, hint, error, id, value, onValue, onComplete, mask = false, plain = false, ...native } = props
  const { cells = verificationPinLength, ...attributes } = native
  const parts = useParts(id, { hint, error })
  const [shown, setShown] = useState(-1)

  useEffect(() => {
    if (shown < 0) return
    const timer = setTimeout(setShown, pinPreviewMs, -1)
    return () => clearTimeout(timer)
  }, [shown])

  function take(typed: string): void {
    const digits = typed.replace(/\D/g, '').slice(0, cells)
    setShown(digits.length > value.length ? digits.length - 1 : -1)
    onValue(digits)
    if (digits.length === cells && digits !== value) onComplete?.(digits)
  }

  return (
    <FieldFrame parts={parts} label={label} hint={hint} error={error}>
      <span className="pin">
        <input
          autoComplete="one-time-code"
          {...attributes}
          type="text"
          inputMode="numeric"
          className={plain ? 'field-input' : 'pin-input'}
          id={parts.id}
          value={value}
          onChange={(event) => take(event.target.value)}
          aria-describedby={parts.describedBy}
          aria-invalid={error ? true : undefined}
        />
        {Array.from({ length: plain ? 0 : cells }, (_, at) => at).map((at) => (
          <span
            key={at}
            className={at === Math.min(value.length, cells - 1) ? 'pin-cell pin-next' : 'pin-cell'}
            aria-hidden="true"
          >
            {value[at] === undefined ? '' : mask && at !== shown ? '•' : value[at]}
          </span>
        ))}
      </span>
    </FieldFrame>
  )
}
