import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

/** Uncontrolled text field for forms that the browser submits itself, even when JavaScript is available. */
export function PostedField({
  label,
  hint,
  error,
  id,
  ...native
}: FieldProps & Omit<ComponentProps<'input'>, 'size' | 'prefix'>) {
  const fieldIds = useFieldIds(id, { hint, error: error ?? null })
  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error ?? null}>
      <input
        type="text"
        className="field-input"
        {...native}
        id={fieldIds.id}
        aria-describedby={fieldIds.describedBy}
        aria-invalid={error ? true : undefined}
      />
    </FieldFrame>
  )
}
