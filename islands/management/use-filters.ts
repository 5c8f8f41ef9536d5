import { type FilteredEndpoint, type Filters, parseFilters, toQuery } from '../lib/filters.ts'
import { pushUrlSearch, useUrlSearch } from './use-url-search.ts'

/**
 * Filters of a list stored in the URL, so that the list can be bookmarked, shared and reached by Back. Other parameters
 * of the URL stay.
 * @param initialSearch the URL's query string as the server read it, for a first render with the filters
 */
export function useFilters<const C extends FilteredEndpoint>(endpoint: C, initialSearch?: string) {
  const search = useUrlSearch(initialSearch)
  const filters = parseFilters(endpoint, search)

  function set(changes: Partial<Filters<C>>): void {
    const next = new URLSearchParams(window.location.search)
    for (const name of Object.keys(filters)) next.delete(name)
    for (const [name, value] of Object.entries(toQuery<C>({ ...filters, ...changes }))) next.set(name, value)
    pushUrlSearch(next)
  }

  return { filters, set, query: toQuery<C>(filters) }
}
