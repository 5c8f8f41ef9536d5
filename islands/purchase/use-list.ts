import { useEffect, useState } from 'react'
import { type CacheOptions, emptyListEvents, writeCache } from '../lib/index.ts'

const noList: readonly never[] = []

/**
 * A list from the props of the page, otherwise from the API. `load` never rejects: it returns an empty list on failure.
 * A list from the props is cached as `cacheOptions` defines, so that other pages need not fetch it.
 */
export function useList<T>(
  initial: readonly T[] = noList,
  load: () => Promise<T[]>,
  cacheOptions?: CacheOptions,
): readonly T[] {
  const [loaded, setLoaded] = useState<readonly T[]>([])
  const initialList = initial.length > 0 ? initial : null
  useEffect(() => {
    if (initialList) {
      if (cacheOptions) writeCache(cacheOptions.name, cacheOptions.lifetimeMs, initialList)
      return
    }
    let isCurrent = true
    const removeListeners = () => {
      window.removeEventListener('online', fetchMissing)
      emptyListEvents.removeEventListener('opened', fetchMissing)
    }
    const fetchMissing = async () => {
      removeListeners()
      const list = await load()
      if (!isCurrent) return
      setLoaded(list)
      if (list.length > 0) return
      // After a failed load, retry when the network is back or the user opens the list.
      window.addEventListener('online', fetchMissing)
      emptyListEvents.addEventListener('opened', fetchMissing)
    }
    void fetchMissing()
    return () => {
      isCurrent = false
      removeListeners()
    }
  }, [initialList, load, cacheOptions])
  return initialList ?? loaded
}
