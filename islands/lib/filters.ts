import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract.ts'

/** An endpoint whose query holds the filters of a list. */
export type FilteredEndpoint = Endpoint & { readonly query: z.ZodMiniObject }
type QueryInput<C extends FilteredEndpoint> = z.input<C['query']>

/** Filters as typed or chosen; '' for none. The page of a list and the file format are no filters. */
export type Filters<C extends FilteredEndpoint> = Record<
  Exclude<keyof QueryInput<C>, 'cursor' | 'format'>,
  string
>

/** The query of the filters that are set. The API rejects values that the contract does not allow. */
export const toQuery = <C extends FilteredEndpoint>(filters: Filters<C>) =>
  Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== '')) as QueryInput<C> &
    Record<string, string>

/** The filters of an endpoint in the search part of a URL. */
export function parseFilters<C extends FilteredEndpoint>(endpoint: C, search: string): Filters<C> {
  const searchParams = new URLSearchParams(search)
  const names = Object.keys(endpoint.query.shape).filter((name) => name !== 'cursor' && name !== 'format')
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ''])) as Filters<C>
}
