import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Ref of a server-rendered file input. Calls `onFile` on hydration with a file that the user chose before it, when the
 * input had no change handler yet.
 */
export function useEarlyFile(onFile: (file: File) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const initialOnFile = useRef(onFile).current
  useLayoutEffect(() => {
    const file = input.current?.files?.[0]
    if (file) initialOnFile(file)
  }, [initialOnFile])
  return input
}
