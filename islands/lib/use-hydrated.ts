import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** False in the server's HTML and while it is hydrated, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
