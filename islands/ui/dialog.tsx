import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { placeOf } from '../lib/focus.ts'
import { rehomeToasts } from '../lib/toast.ts'
import { CloseIcon } from './icons.tsx'

export interface DialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'onClose'> {
  title: string
  /** Called when the person closes it. The parent then stops rendering it. */
  onClose: () => void
  /** True while it must stay: no close button, Escape and a press outside do nothing. */
  locked?: boolean
  /** Escape and a press outside do nothing; its close button does. */
  onlyByButton?: boolean
  /** The focus goes into its first field, not onto its close button. */
  focusField?: boolean
  children: ReactNode
}

/**
 * A modal dialog; it is open for as long as it is rendered. The focus goes into it, stays there, and
 * returns to where it was.
 */
export function Dialog({
  title,
  onClose,
  locked = false,
  onlyByButton = false,
  focusField = false,
  children,
  className = '',
  ...native
}: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const it = dialog.current
    if (!it) return
    const goBack = placeOf(document.activeElement)
    show(it)
    if (focusField) it.querySelector('input')?.focus()
    if (!it.contains(document.activeElement)) it.focus()
    return () => {
      rehomeToasts(it)
      if (it.close) it.close()
      goBack()
    }
  }, [focusField])

  const leave = () => {
    if (!locked && !onlyByButton) onClose()
  }

  return (
    <dialog
      {...native}
      ref={dialog}
      tabIndex={-1}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      aria-busy={locked || undefined}
      onClose={(event) => {
        if (event.currentTarget.open) return
        // A browser closes it unasked on a second Back; what must stay is opened again.
        if (locked || onlyByButton) show(event.currentTarget)
        else onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onKeyDown={(event) => {
        // Enter sends a form inside the dialog, never the one that it stands in.
        if (event.key === 'Enter' && isOfFormBehind(event.target, event.currentTarget)) event.preventDefault()
        // Chrome lets a second Escape pass `cancel`; here none does.
        if (event.key !== 'Escape') return
        event.preventDefault()
        leave()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {!locked && (
            <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** An old browser knows no modal dialogs: it shows a plain one. */
function show(dialog: HTMLDialogElement): void {
  if (dialog.showModal) dialog.showModal()
  else dialog.setAttribute('open', '')
}

const isOfFormBehind = (field: EventTarget, dialog: HTMLDialogElement): boolean =>
  field instanceof HTMLInputElement && field.form !== null && !dialog.contains(field.form)
