import { useEffect, useState } from 'react'

/** The typed value after a pause in typing. */
export function useDebouncedValue(inputText: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(inputText)
  useEffect(() => {
    const timer = setTimeout(setDebounced, delayMs, inputText)
    return () => clearTimeout(timer)
  }, [inputText, delayMs])
  return debounced
}
