import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The value that `load` resolves to, loaded after hydration; null until then and after a failure. With `null` nothing
 * is loaded and the last value remains. A response to an earlier `load` is ignored.
 */
export function useLoaded<T>(load: (() => Promise<T>) | null, onLoadError?: () => void): T | null {
  const [value, setValue] = useState<T | null>(null)
  const reportLoadError = useEffectEvent(() => onLoadError?.())
  useEffect(() => {
    let isCurrent = true
    load?.().then(
      (loaded) => isCurrent && setValue(loaded),
      () => isCurrent && reportLoadError(),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return value
}
