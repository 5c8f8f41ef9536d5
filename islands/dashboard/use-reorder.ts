import { useRef, useState } from 'react'
import { startReorder } from '../history/reorder.ts'
import { useNavigationPending } from '../purchase/use-navigation-pending.ts'

/** Repeats an order: one at a time, busy until the browser leaves for the new order. */
export function useReorder() {
  const [isPreparing, setIsPreparing] = useState(false)
  const busy = useRef(false)
  const reset = () => {
    busy.current = false
    setIsPreparing(false)
  }
  const navigateTo = useNavigationPending(reset)

  async function reorder(reference: string): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsPreparing(true)
    if (!(await startReorder(reference, navigateTo))) reset()
  }

  return { isPreparing, reorder }
}
