import { type RefObject, useEffect, useRef } from 'react'

/**
 * Ref of an element that takes the focus each time `value` changes: the control that was used is gone, or its result
 * is elsewhere. With another `initial` value the element also takes the focus when it is first rendered.
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
