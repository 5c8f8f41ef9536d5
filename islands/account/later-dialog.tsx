import { useLayoutEffect, useRef, useState } from 'react'
import { placeOf } from '../lib/focus.ts'
import { toast } from '../lib/index.ts'
import { Later, type LaterProps } from '../lib/later.tsx'
import { Overlay } from '../ui/index.ts'
import { lostText } from './ask-account.ts'

/** A dialog that is fetched when it is asked for; one that cannot be had is told, and may be asked for again. */
export function LaterDialog<P extends { onClose: () => void }>({
  load,
  props,
}: Pick<LaterProps<P>, 'load' | 'props'>) {
  const goBack = useRef<() => void>(undefined)
  // Once a dialog that stood here before has given the focus back.
  useLayoutEffect(() => {
    goBack.current = placeOf(document.activeElement)
  }, [])
  const [fetchDialog] = useState(() => async () => {
    const dialog = await load()
    // Whoever pressed Tab meanwhile: the dialog gives the focus back to what opened it.
    goBack.current?.()
    return dialog
  })
  return (
    <Later
      load={fetchDialog}
      props={props}
      meanwhile={
        <div className="late">
          <Overlay text="Opening, please wait..." />
        </div>
      }
      onMissing={() => {
        toast.error(lostText())
        props.onClose()
      }}
    />
  )
}
