import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps, useParts } from './field.tsx'

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange'> {
  value: string
  onValue: (value: string) => void
}

/** Text of several lines. */
export function TextArea({ label, hint, error, id, onValue, ...native }: TextAreaProps) {
  const parts = useParts(id, { hint, error })
  return (
    <FieldFrame parts={parts} label={label} hint={hint} error={error}>
      <textarea
        className="field-input"
        rows={5}
        {...native}
        id={parts.id}
        onChange={(event) => onValue(event.target.value)}
        aria-describedby={parts.describedBy}
        aria-invalid={error ? true : undefined}
      />
    </FieldFrame>
  )
}
