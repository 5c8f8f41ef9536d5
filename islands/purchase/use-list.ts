import { useEffect, useState } from 'react'

/** The list a page came with, else what the API lists. `load` never fails: it gives an empty list. */
export function useList<T>(given: readonly T[], load: () => Promise<T[]>): readonly T[] {
  const [loaded, setLoaded] = useState<readonly T[]>([])
  const missing = given.length === 0
  useEffect(() => {
    if (!missing) return
    let wanted = true
    load().then((list) => {
      if (wanted) setLoaded(list)
    })
    return () => {
      wanted = false
    }
  }, [missing, load])
  return missing ? loaded : given
}
