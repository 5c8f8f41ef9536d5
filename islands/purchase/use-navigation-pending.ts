import { useEffect, useEffectEvent, useRef } from 'react'
import { navigate } from './navigate.ts'

/** After this time the navigation is treated as stopped or stalled. */
const timeoutMs = 8_000

/**
 * Navigates to another page while this one stays busy. `onResume` makes it usable again: with the URL that did not
 * load, or with null after Back, when browsers may restore the page as it was.
 * @returns starts the navigation
 */
export function useNavigationPending(
  onResume: (pendingAddress: string | null) => void,
): (address: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const resume = useEffectEvent(onResume)

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      clearTimeout(timer.current)
      resume(null)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [])

  return (address) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onResume, timeoutMs, address)
    navigate.to(address)
  }
}
