import type { ReactNode } from 'react'
import { FieldError, FieldHint, useFieldIds } from '../ui/field.tsx'

export type SelectChoice = readonly [value: string, label: string, isDisabled?: boolean]

interface SelectProps {
  label: string
  name: string
  value: string
  choices: readonly SelectChoice[]
  hint?: ReactNode
  error?: string | null | undefined
  onValueChange: (value: string) => void
}

/** Native select with a label. */
export function Select({ label, name, value, choices, hint, error, onValueChange }: SelectProps) {
  const { id, describedBy } = useFieldIds(undefined, { hint, error: error ?? null })
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="field-input"
        name={name}
        value={value}
        aria-describedby={describedBy}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onValueChange(target.value)}
      >
        {choices.map(([optionValue, text, isDisabled]) => (
          <option key={optionValue} value={optionValue} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
      <FieldHint id={id}>{hint}</FieldHint>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
