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
    const ask = async () => {
      const list = await load()
      if (!wanted) return
      setLoaded(list)
      // What no line was there for is asked for again when there is one.
      if (list.length === 0) window.addEventListener('online', ask, { once: true })
    }
    void ask()
    return () => {
      wanted = false
      window.removeEventListener('online', ask)
    }
  }, [missing, load])
  useEffect(() => {
    if (kept && !missing) remember(kept.name, kept.lifetimeMs, given)
  }, [kept, missing, given])
  return missing ? loaded : given
}
