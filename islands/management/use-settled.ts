import { useEffect, useState } from 'react'

/** What was typed, once typing has rested. */
export function useSettled(typed: string, restMs: number): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(setSettled, restMs, typed)
    return () => clearTimeout(timer)
  }, [typed, restMs])
  return settled
}
