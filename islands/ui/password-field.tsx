import { useState } from 'react'
import { FieldFrame, type TextFieldProps, useParts } from './field.tsx'

export interface PasswordFieldProps extends TextFieldProps {
  /** The script has taken over: only then can the password be shown. */
  ready: boolean
}

/** A password, hidden as it is typed unless its owner wants to see it. */
export function PasswordField({ label, hint, error, id, onValue, ready, ...native }: PasswordFieldProps) {
  const parts = useParts(id, { hint, error })
  const [isShown, setIsShown] = useState(false)
  return (
    <FieldFrame parts={parts} label={label} hint={hint} error={error}>
      <span className="field-box">
        <input
          {...native}
          className="field-input"
          type={isShown ? 'text' : 'password'}
          id={parts.id}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => onValue(event.target.value)}
          aria-describedby={parts.describedBy}
          aria-invalid={error ? true : undefined}
        />
        <button
          type="button"
          className="link min-h-12 flex-none px-4"
          hidden={!ready}
          aria-controls={parts.id}
          aria-describedby={parts.labelId}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </span>
    </FieldFrame>
  )
}
