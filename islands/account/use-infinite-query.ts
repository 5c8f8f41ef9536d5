import { infiniteQueryOptions, useInfiniteQuery as useTanStackQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract.ts'
import { fetchData, type QueryRequest, queryClient } from './query-client.ts'
import type { QueryResult } from './use-query.ts'

interface Page<T> {
  list: T[]
  /** Cursor of the next page; null on the last one. */
  next: string | null
}
/** A call that returns a list page by page. */
interface PagedCall<T> {
  readonly data: z.ZodMiniType<Page<T>>
}

interface InfiniteQueryResult<T> extends QueryResult<Page<T>> {
  loadMore: () => void
}

/** A paginated list: `loadMore` appends the next page, `reload` fetches the first page again. See `useQuery`. */
export function useInfiniteQuery<T, const C extends Endpoint>(
  call: C & PagedCall<T>,
  request?: QueryRequest<C & PagedCall<T>>,
  { initialData }: { initialData?: Page<T> } = {},
): InfiniteQueryResult<T> {
  const client = queryClient()
  const options = infiniteQueryOptions({
    queryKey: [call.name, 'pages', request],
    queryFn: async ({ pageParam: cursor }) => {
      const query = Object.assign({}, request?.query, cursor !== null && { cursor })
      const page = await fetchData<C & PagedCall<T>>(call, Object.assign({}, request, { query }))
      return page ?? { list: [], next: null }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<T>) => page.next,
    initialData: initialData && { pages: [initialData], pageParams: [null] },
  })
  const { data, isFetching, isError, fetchNextPage } = useTanStackQuery(options, client)
  const { queryKey } = options
  return {
    data: data
      ? { list: data.pages.flatMap(({ list }) => list), next: data.pages.at(-1)?.next ?? null }
      : null,
    isLoading: isFetching,
    failed: isError && !isFetching,
    reload: () =>
      void client
        .cancelQueries({ queryKey, exact: true })
        .then(() => client.fetchInfiniteQuery({ ...options, pages: 1, staleTime: 0 }))
        .catch(() => undefined),
    loadMore: () => {
      if (data?.pages.at(-1)?.next) void fetchNextPage({ cancelRefetch: false })
    },
  }
}
