import type { ReactNode } from 'react'
import { FieldFrame, useFieldIds } from './field.tsx'

export interface SelectFieldProps {
  id?: string
  name: string
  label: string
  value: string
  hint?: ReactNode
  error?: string | null | undefined
  onValueChange: (value: string) => void
  /** Options. */
  children: ReactNode
}

/** A native select with its label, hint and error. */
export function SelectField({
  id,
  name,
  label,
  value,
  hint,
  error = null,
  onValueChange,
  children,
}: SelectFieldProps) {
  const fieldIds = useFieldIds(id, { hint, error })
  return (
    <FieldFrame {...{ fieldIds, label, hint, error }}>
      <select
        id={fieldIds.id}
        name={name}
        className="field-input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={fieldIds.describedBy}
        onChange={({ target }) => onValueChange(target.value)}
      >
        {children}
      </select>
    </FieldFrame>
  )
}
