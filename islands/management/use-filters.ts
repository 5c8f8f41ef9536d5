import { useSyncExternalStore } from 'react'
import { type FilteredCall, type Filters, parseFilters, toQuery } from '../lib/filters.ts'

/** Dispatches 'changed' when a filter changes; the browser reports only Back and Forward. */
const filterEvents = new EventTarget()

function subscribeToUrl(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  filterEvents.addEventListener('changed', onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    filterEvents.removeEventListener('changed', onChange)
  }
}

/** Filters of a list stored in the URL, so that the list can be bookmarked, shared and reached by Back. */
export function useFilters<const C extends FilteredCall>(call: C) {
  const search = useSyncExternalStore(
    subscribeToUrl,
    () => window.location.search,
    () => '',
  )
  const filters = parseFilters(call, search)

  function set(changes: Partial<Filters<C>>): void {
    const next = new URLSearchParams(toQuery<C>({ ...filters, ...changes }))
    window.history.pushState(null, '', next.size > 0 ? `?${next}` : window.location.pathname)
    filterEvents.dispatchEvent(new Event('changed'))
  }

  return { filters, set, query: toQuery<C>(filters) }
}
