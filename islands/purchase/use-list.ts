import { useEffect, useState } from 'react'
import { emptyLists, type Kept, remember } from '../lib/index.ts'

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
    const stopWaiting = () => {
      window.removeEventListener('online', ask)
      emptyLists.removeEventListener('opened', ask)
    }
    const ask = async () => {
      stopWaiting()
      const list = await load()
      if (!wanted) return
      setLoaded(list)
      if (list.length > 0) return
      // What was lost is asked for again when there is a line, or when somebody opens the list.
      window.addEventListener('online', ask)
      emptyLists.addEventListener('opened', ask)
    }
    void ask()
    return () => {
      wanted = false
      stopWaiting()
    }
  }, [missing, load])
  useEffect(() => {
    if (kept && !missing) remember(kept.name, kept.lifetimeMs, given)
  }, [kept, missing, given])
  return missing ? loaded : given
}
