import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { rememberFocus } from '../lib/focus.ts'
import { moveToasts } from '../lib/toast.ts'
import { uiTexts } from './component-texts.ts'
import { CloseIcon } from './icons.tsx'

export interface DialogProps extends Omit<ComponentProps<'dialog'>, 'open' | 'title' | 'onClose'> {
  title: string
  /** Called when the user closes it. The parent then stops rendering it. */
  onClose: () => void
  /** True while it must stay open: no close button; Escape and a press outside do nothing. */
  locked?: boolean
  /** Escape and a press outside do nothing; only the close button closes it. */
  closeButtonOnly?: boolean
  children: ReactNode
}

/**
 * A modal dialog, open while it is rendered. It focuses its first field, otherwise itself, traps the focus, and
 * restores it afterwards.
 */
export function Dialog({
  title,
  onClose,
  locked = false,
  closeButtonOnly = false,
  children,
  className = '',
  ...native
}: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressed = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const restoreFocus = rememberFocus(document.activeElement)
    show(element)
    focusStart(element)
    return () => {
      moveToasts(element)
      if (element.close) element.close()
      else element.removeAttribute('open')
      restoreFocus()
    }
  }, [])

  const dismiss = () => {
    if (!locked && !closeButtonOnly) onClose()
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
        // On a second Back the browser closes it; a dialog that must stay is reopened.
        if (locked || closeButtonOnly) show(event.currentTarget)
        else onClose()
      }}
      onCancel={(event) => {
        // React also calls this for a dialog or a file field inside.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        dismiss()
      }}
      onKeyDown={(event) => {
        // Enter submits a form inside the dialog, never the form around it.
        if (event.key === 'Enter' && belongsToOuterForm(event.target, event.currentTarget))
          event.preventDefault()
        // Chrome lets a second Escape bypass `cancel`; this handler prevents it. In a dialog inside, that one handles it.
        if (event.key !== 'Escape' || isInInnerDialog(event.target, event.currentTarget)) return
        event.preventDefault()
        dismiss()
      }}
      onClickCapture={(event) => {
        // Ignores the second click of a double click on the opener.
        if (event.detail > 1 && !isPressed.current) {
          event.preventDefault()
          event.stopPropagation()
        } else isPressed.current = true
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) dismiss()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {!locked && (
            <button type="button" className="icon-btn" aria-label={uiTexts.closeDialog()} onClick={onClose}>
              <CloseIcon />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** Fallback for browsers without modal dialogs. */
function show(dialog: HTMLDialogElement): void {
  if (dialog.showModal) dialog.showModal()
  else dialog.setAttribute('open', '')
}

/** Focuses the first field, otherwise the dialog, whose title is read: Enter does not close or confirm it. */
function focusStart(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>(
    ':is(input:not([type="hidden"]), select, textarea, .picker):enabled',
  )
  // The keyboard of a touch screen would cover the list below a search field.
  const opensKeyboard = field?.matches('[type="search"]') && window.matchMedia?.('(pointer: coarse)').matches
  const start = opensKeyboard ? null : field
  ;(start ?? dialog).focus()
}

const belongsToOuterForm = (field: EventTarget, dialog: HTMLDialogElement): boolean =>
  field instanceof HTMLInputElement && field.form !== null && !dialog.contains(field.form)

const isInInnerDialog = (target: EventTarget, dialog: HTMLDialogElement): boolean =>
  target instanceof Element && target.closest('dialog') !== dialog
