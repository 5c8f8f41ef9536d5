import { type RefObject, useEffect, useRef } from 'react'

/**
 * Ref of an element that receives the focus each time `value` changes, for a change that removes the control that the
 * user pressed or shows its result elsewhere. If `initial` differs from `value`, the element also receives the focus
 * when it is first rendered.
 */
export function useFocusOnChange<E extends HTMLElement>(
  value: unknown,
  initial: unknown = value,
): RefObject<E | null> {
  const element = useRef<E>(null)
  const previous = useRef(initial)
  useEffect(() => {
    if (value !== previous.current) element.current?.focus()
    previous.current = value
  }, [value])
  return element
}
