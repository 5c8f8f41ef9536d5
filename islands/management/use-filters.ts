import { useEffect, useState } from 'react'

/** Filters that stand in the address, so that a list can be kept, shared and gone back to. */
export function useFilters<N extends string>(names: readonly N[], first: Partial<Record<N, string>> = {}) {
  const [filters, setFilters] = useState<Record<N, string>>(
    () => Object.fromEntries(names.map((name) => [name, first[name] ?? ''])) as Record<N, string>,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of a screen never change
  useEffect(() => {
    const read = () => {
      const query = new URLSearchParams(window.location.search)
      const found = names.map((name) => [name, query.get(name) ?? first[name] ?? ''])
      setFilters(Object.fromEntries(found) as Record<N, string>)
    }
    read()
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])

  function set(some: Partial<Record<N, string>>) {
    const next = { ...filters, ...some }
    setFilters(next)
    const query = new URLSearchParams(Object.entries<string>(next).filter(([, value]) => value !== ''))
    window.history.pushState(null, '', query.size > 0 ? `?${query}` : window.location.pathname)
  }

  /** Those that are set, as a call takes them. */
  const asked = Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== ''))
  return { filters, set, asked: asked as Partial<Record<N, string>> }
}
