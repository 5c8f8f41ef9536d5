import { infiniteQueryOptions, useInfiniteQuery as useTanStackQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract.ts'
import { fetchData, type QueryRequest, queryClient } from './query-client.ts'
import type { QueryResult } from './use-query.ts'
import { useShortList } from './use-short-list.ts'

interface Page<T> {
  list: T[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}
/** An endpoint that returns a list page by page. */
interface PagedEndpoint<T> {
  readonly data: z.ZodMiniType<Page<T>>
}

interface InfiniteQueryResult<T> extends QueryResult<Page<T>> {
  /** Whether `loadMore` adds rows. */
  hasMore: boolean
  loadMore: () => void
}

/**
 * A paginated list: `loadMore` appends rows, `reload` fetches the first page again. On a phone it grows by ten rows; on
 * a wider screen, by a page of the API. `quiet`: no toast for an error. See `useQuery`.
 */
export function useInfiniteQuery<T, const C extends Endpoint>(
  endpoint: C & PagedEndpoint<T>,
  request?: QueryRequest<C & PagedEndpoint<T>>,
  { initialData, quiet = false }: { initialData?: Page<T>; quiet?: boolean } = {},
): InfiniteQueryResult<T> {
  const client = queryClient()
  const options = infiniteQueryOptions({
    queryKey: [endpoint.name, 'pages', request],
    queryFn: async ({ pageParam: cursor }) => {
      const query = Object.assign({}, request?.query, cursor !== null && { cursor })
      const page = await fetchData<C & PagedEndpoint<T>>(
        endpoint,
        Object.assign({ quiet }, request, { query }),
      )
      return page ?? { list: [], next: null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<T>) => page.next,
    initialData: initialData && { pages: [initialData], pageParams: [null] },
  })
  const { data, isFetching, isError, fetchNextPage } = useTanStackQuery(options, client)
  const { queryKey } = options
  const next = data?.pages.at(-1)?.next ?? null
  const { list, hasMore, loadMore } = useShortList(
    JSON.stringify(queryKey),
    { list: data?.pages.flatMap((page) => page.list) ?? [], next },
    () => {
      if (next) void fetchNextPage({ cancelRefetch: false })
    },
  )
  return {
    data: data ? { list, next } : null,
    hasMore,
    isLoading: isFetching,
    failed: isError && !isFetching,
    reload: () =>
      void client
        .cancelQueries({ queryKey, exact: true })
        .then(() => client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }))
        .catch(() => undefined),
    loadMore,
  }
}
