import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract.ts'

/** A call whose query holds the filters of a list. */
export type FilteredCall = Endpoint & { readonly query: z.ZodMiniObject }
type QueryInput<C extends FilteredCall> = z.input<C['query']>

/** Filters as typed or chosen; '' for none. The page of a list and the file format are no filters. */
export type Filters<C extends FilteredCall> = Record<
  Exclude<keyof QueryInput<C>, 'cursor' | 'format'>,
  string
>

/** The query of the filters that are set. The API rejects values that the contract does not allow. */
export const toQuery = <C extends FilteredCall>(filters: Filters<C>) =>
  Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== '')) as QueryInput<C> &
    Record<string, string>

/** The filters of a call in the search part of a URL. */
export function parseFilters<C extends FilteredCall>(call: C, search: string): Filters<C> {
  const searchParams = new URLSearchParams(search)
  const names = Object.keys(call.query.shape).filter((name) => name !== 'cursor' && name !== 'format')
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ''])) as Filters<C>
}
