import { type ReactNode, useId } from 'react'
import { FieldError } from '../ui/index.ts'

interface SelectFieldProps {
  id?: string
  name: string
  label: string
  value: string
  error?: string | undefined
  onValueChange: (value: string) => void
  /** Options. */
  children: ReactNode
}

/** A native select with its label and error. */
export function SelectField({ id, name, label, value, error, onValueChange, children }: SelectFieldProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <div className="field">
      <label className="field-label" htmlFor={fieldId}>
        {label}
      </label>
      <select
        id={fieldId}
        name={name}
        className="field-input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${fieldId}-error` : undefined}
        onChange={({ target }) => onValueChange(target.value)}
      >
        {children}
      </select>
      <FieldError id={fieldId}>{error}</FieldError>
    </div>
  )
}
