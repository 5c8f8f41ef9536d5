import { type ComponentProps, type ReactNode, useId } from 'react'

/** What every field takes besides its native attributes. `id` is wanted where an ErrorSummary links to it. */
export interface FieldProps {
  label: string
  /** Stands under the label: where the number is found, say. */
  hint?: ReactNode
  /** What is wrong, in words; the field says so until it is empty again. */
  error?: string | null
}

interface Parts {
  id: string
  labelId: string
  /** Goes to `aria-describedby` of the control. */
  describedBy: string | undefined
}

/** Names the parts of a field, so that label, hint and error belong to the control. */
export function useParts(id: string | undefined, { hint, error }: Pick<FieldProps, 'hint' | 'error'>): Parts {
  const made = useId()
  const own = id ?? made
  const describedBy = [hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ')
  return { id: own, labelId: `${own}-label`, describedBy: describedBy || undefined }
}

interface FrameProps extends FieldProps {
  parts: Parts
  children: ReactNode
}

/** Label above, hint under it, the control, then the error. */
export function FieldFrame({ parts, label, hint, error, children }: FrameProps) {
  return (
    <div className="field">
      <label className="field-label" id={parts.labelId} htmlFor={parts.id}>
        {label}
      </label>
      <FieldHint id={parts.id}>{hint}</FieldHint>
      {children}
      <FieldError id={parts.id}>{error}</FieldError>
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
  onValue: (value: string) => void
  /** Shown inside the field, before the text: '₦'. */
  prefix?: string
}

/** A line of text. Everything an input knows may be given; what is typed arrives as text. */
export function TextField({ label, hint, error, id, prefix, onValue, ...native }: TextFieldProps) {
  const parts = useParts(id, { hint, error })
  const input = (
    <input
      type="text"
      className="field-input"
      {...native}
      id={parts.id}
      onChange={(event) => onValue(event.target.value)}
      aria-describedby={parts.describedBy}
      aria-invalid={error ? true : undefined}
    />
  )
  return (
    <FieldFrame parts={parts} label={label} hint={hint} error={error}>
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
