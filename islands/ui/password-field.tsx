import { useState } from 'react'
import { uiTexts } from './component-texts.ts'
import { FieldFrame, type TextFieldProps, useFieldIds } from './field.tsx'

export interface PasswordFieldProps extends TextFieldProps {
  /** True after hydration: only then can the password be shown. */
  isHydrated: boolean
}

/** A password field with a show/hide button. */
export function PasswordField({
  label,
  hint,
  error,
  id,
  onValueChange,
  isHydrated,
  ...native
}: PasswordFieldProps) {
  const fieldIds = useFieldIds(id, { hint, error })
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame fieldIds={fieldIds} label={label} hint={hint} error={error}>
      <span className="field-box">
        <input
          {...native}
          className="field-input"
          type={isShown ? 'text' : 'password'}
          id={fieldIds.id}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => onValueChange(event.target.value)}
          aria-describedby={fieldIds.describedBy}
          aria-invalid={error ? true : undefined}
        />
        <button
          type="button"
          className="link link-tall password-toggle"
          hidden={!isHydrated}
          aria-controls={fieldIds.id}
          aria-describedby={fieldIds.labelId}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? uiTexts.hidePassword() : uiTexts.showPassword()}
        </button>
      </span>
    </FieldFrame>
  )
}
