import { useEffect, useState } from 'react'
import { type Kept, remember } from '../lib/index.ts'

/**
 * The list a page came with, else what the API lists. `load` never fails: it gives an empty list. What came
 * with the page is remembered as `kept` says, so that other pages need not ask for it.
 */
export function useList<T>(given: readonly T[], load: () => Promise<T[]>, kept?: Kept): readonly T[] {
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
  useEffect(() => {
    if (kept && !missing) remember(kept.name, kept.lifetimeMs, given)
  }, [kept, missing, given])
  return missing ? loaded : given
}
