import type { ComponentProps } from 'react'

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: 'primary' | 'plain' | 'quiet'
  /** Busy: presses are ignored until the response arrives. */
  busy?: boolean
}

/** A button at least 48 px high. Default `type`: 'button'. */
export function Button({
  kind = 'primary',
  busy = false,
  className = '',
  onClick,
  children,
  ...native
}: ButtonProps) {
  return (
    <button
      type="button"
      {...native}
      className={`btn btn-${kind} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}
