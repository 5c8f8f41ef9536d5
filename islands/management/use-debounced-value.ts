import { useEffect, useState } from 'react'

/** The typed value after a pause in typing. */
export function useDebouncedValue(typed: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(setDebounced, delayMs, typed)
    return () => clearTimeout(timer)
  }, [typed, delayMs])
  return debounced
}
