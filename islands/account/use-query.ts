import { useQuery as useTanStackQuery } from '@tanstack/react-query'
import type { DataOf, Endpoint } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { RequestError } from '../lib/index.ts'
import { fetchData, type QueryRequest, queryClient } from './query-client.ts'

export interface QueryResult<T> {
  /** Null before the first response. */
  data: T | null
  isLoading: boolean
  /** The last request failed; a toast shows the error, unless `quiet`. */
  failed: boolean
  /** The last request found no record. */
  isMissing?: boolean
  /** Fetches again; the current data stays visible. */
  reload: () => void
}

interface QueryOptions<T> {
  /** Data of the page; with it nothing is fetched at first. */
  initialData?: T | null
  /** No toast for an error. */
  quiet?: boolean
  /** Interval of further requests after a response, in ms; false for none. */
  pollMs?: (data: T | null) => number | false
}

/**
 * Fetches API data after mount and when the request changes; `null` sends no request. Data of one request is never
 * returned for another. After a failed reload the previous data remains.
 */
export function useQuery<const C extends Endpoint>(
  endpoint: C,
  request?: QueryRequest<C> | null,
  { initialData, quiet = false, pollMs }: QueryOptions<DataOf<C>> = {},
): QueryResult<DataOf<C>> {
  const client = queryClient()
  const queryKey = [endpoint.name, request]
  const { data, isFetching, isError, error, refetch } = useTanStackQuery<DataOf<C> | null>(
    {
      queryKey,
      queryFn: () => fetchData<C>(endpoint, Object.assign({ quiet }, request)),
      enabled: request !== null,
      initialData: initialData ?? undefined,
      refetchInterval: pollMs && ((query) => pollMs(query.state.data ?? null)),
      refetchIntervalInBackground: true,
    },
    client,
  )
  return {
    data: data ?? null,
    isLoading: isFetching,
    failed: isError && !isFetching,
    isMissing: error instanceof RequestError && error.status === errors.NOT_FOUND.status,
    reload: () => void client.cancelQueries({ queryKey, exact: true }).then(() => refetch()),
  }
}
