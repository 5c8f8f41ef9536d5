import { useEffect, useEffectEvent, useRef } from 'react'
import { go } from './go.ts'

/** A page that has not come by then was stopped, or its line stalled. */
const patienceMs = 8_000

/**
 * Leaves for another page, while this one stays busy. `wakeUp` makes it usable again: with the address that did
 * not come, or with null after Back, when browsers may show a page as it was left.
 * @returns how to leave
 */
export function useLeaving(wakeUp: (stuckAt: string | null) => void): (address: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useEffectEvent(wakeUp)

  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      clearTimeout(timer.current)
      wake(null)
    }
    window.addEventListener('pageshow', back)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pageshow', back)
    }
  }, [])

  return (address) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(wakeUp, patienceMs, address)
    go.to(address)
  }
}
