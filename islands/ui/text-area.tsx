import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange'> {
  value: string
  onValueChange: (value: string) => void
}

/** A multi-line text field. */
export function TextArea({ label, hint, error, id, onValueChange, ...native }: TextAreaProps) {
  const fieldIds = useFieldIds(id, { hint, error })
  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
      <textarea
        className="field-input"
        rows={5}
        {...native}
        id={fieldIds.id}
        onChange={(event) => onValueChange(event.target.value)}
        aria-describedby={fieldIds.describedBy}
        aria-invalid={error ? true : undefined}
      />
    </FieldFrame>
  )
}
