import { type ComponentProps, type ReactNode, useId } from 'react'

/** Props of every field besides its native attributes. `id` is required where an ErrorSummary links to the field. */
export interface FieldProps {
  label: string
  /** Shown under the label: where to find the number, for example. */
  hint?: ReactNode
  /** Error message; null or empty when valid. */
  error?: string | null
}

interface FieldIds {
  id: string
  labelId: string
  /** For `aria-describedby` of the control. */
  describedBy: string | undefined
}

/** Generates the ids that connect label, hint and error to the control. */
export function useFieldIds(
  id: string | undefined,
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
): FieldIds {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const describedBy = [hint ? `${fieldId}-hint` : '', error ? `${fieldId}-error` : '']
    .filter(Boolean)
    .join(' ')
  return { id: fieldId, labelId: `${fieldId}-label`, describedBy: describedBy || undefined }
}

interface FrameProps extends FieldProps {
  fieldIds: FieldIds
  children: ReactNode
}

/** Label, hint, control, error, in this order. */
export function FieldFrame({ fieldIds, label, hint, error, children }: FrameProps) {
  return (
    <div className="field">
      <label className="field-label" id={fieldIds.labelId} htmlFor={fieldIds.id}>
        {label}
      </label>
      <FieldHint id={fieldIds.id}>{hint}</FieldHint>
      {children}
      <FieldError id={fieldIds.id}>{error}</FieldError>
    </div>
  )
}

export const FieldHint = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <p className="field-hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <p className="field-error" id={`${id}-error`}>
      {children}
    </p>
  ) : null

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'onChange' | 'size' | 'prefix'> {
  value: string
  onValueChange: (value: string) => void
  /** Shown inside the field, before the text: '₦'. */
  prefix?: string
}

/** A single-line text field. Accepts every input attribute; values are passed as text. */
export function TextField({ label, hint, error, id, prefix, onValueChange, ...native }: TextFieldProps) {
  const fieldIds = useFieldIds(id, { hint, error })
  const input = (
    <input
      type="text"
      className="field-input"
      {...native}
      id={fieldIds.id}
      onChange={(event) => onValueChange(event.target.value)}
      aria-describedby={fieldIds.describedBy}
      aria-invalid={error ? true : undefined}
    />
  )
  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
      {prefix ? (
        <span className="field-box">
          <span className="field-prefix" aria-hidden="true">
            {prefix}
          </span>
          {input}
        </span>
      ) : (
        input
      )}
    </FieldFrame>
  )
}
