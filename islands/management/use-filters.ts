import { useEffect, useState } from 'react'

/** List filters stored in the URL, so a list can be bookmarked, shared and reached by Back. */
export function useFilters<N extends string>(names: readonly N[], defaults: Partial<Record<N, string>> = {}) {
  const [filters, setFilters] = useState<Record<N, string>>(
    () => Object.fromEntries(names.map((name) => [name, defaults[name] ?? ''])) as Record<N, string>,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of a page never change
  useEffect(() => {
    const read = () => {
      const searchParams = new URLSearchParams(window.location.search)
      const entries = names.map((name) => [name, searchParams.get(name) ?? defaults[name] ?? ''])
      setFilters(Object.fromEntries(entries) as Record<N, string>)
    }
    read()
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])

  function set(changes: Partial<Record<N, string>>) {
    const next = { ...filters, ...changes }
    setFilters(next)
    const searchParams = new URLSearchParams(Object.entries<string>(next).filter(([, value]) => value !== ''))
    window.history.pushState(null, '', searchParams.size > 0 ? `?${searchParams}` : window.location.pathname)
  }

  /** Query with the non-empty filters. */
  const query = Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== ''))
  return { filters, set, query: query as Partial<Record<N, string>> }
}
