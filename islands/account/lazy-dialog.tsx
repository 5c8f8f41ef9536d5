import { useLayoutEffect, useRef, useState } from 'react'
import { rememberFocus } from '../lib/focus.ts'
import { toast } from '../lib/index.ts'
import { Lazy, type LazyProps } from '../lib/lazy.tsx'
import { Overlay } from '../ui/index.ts'
import { fetchErrorText } from './account-request.ts'
import { accountTexts } from './texts.ts'

/**
 * Dialog whose code is loaded on demand. If loading fails, it shows a toast and calls `onClose`; the user can
 * retry.
 */
export function LazyDialog<P extends { onClose: () => void }>({
  load,
  props,
}: Pick<LazyProps<P>, 'load' | 'props'>) {
  const restoreFocus = useRef<() => void>(undefined)
  // Runs after a previous dialog has restored focus.
  useLayoutEffect(() => {
    restoreFocus.current = rememberFocus(document.activeElement)
  }, [])
  const [fetchDialog] = useState(() => async () => {
    const dialog = await load()
    // The user may have pressed Tab during loading: the dialog must return the focus to the control that
    // opened it.
    restoreFocus.current?.()
    return dialog
  })
  return (
    <Lazy
      load={fetchDialog}
      props={props}
      fallback={
        <div className="late">
          <Overlay text={accountTexts.openingDialog()} disables={false} />
        </div>
      }
      onLoadError={() => {
        toast.error(fetchErrorText())
        props.onClose()
      }}
    />
  )
}
