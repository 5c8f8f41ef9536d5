import { useEffect, useRef, useState } from 'react'
import type { Call } from '../../shared/contract.ts'
import { accountRequest } from '../account/account-request.ts'
import type { RequestOptions } from '../lib/index.ts'

interface Page<T> {
  list: T[]
  next: string | null
}

/** Paginated list; reloads from the first page when its filters change. */
export function useInfiniteQuery<T>(call: Call, query: object) {
  const [state, setState] = useState<{ page: Page<T> | null; isLoading: boolean; failed: boolean }>({
    page: null,
    isLoading: true,
    failed: false,
  })
  const [fetchCount, setFetchCount] = useState(0)
  const key = JSON.stringify(query)
  const latest = useRef(key)
  latest.current = key

  async function fetchPage(cursor: string | null, previousItems: T[]) {
    setState((previous) => ({ ...previous, isLoading: true }))
    try {
      const options = { query: { ...(JSON.parse(key) as object), ...(cursor && { cursor }) } }
      const page = (await accountRequest(call, options as unknown as RequestOptions<Call>))?.data as
        | Page<T>
        | undefined
      if (latest.current !== key || !page) return
      setState({
        page: { list: [...previousItems, ...page.list], next: page.next },
        isLoading: false,
        failed: false,
      })
    } catch {
      if (latest.current === key) setState((previous) => ({ ...previous, isLoading: false, failed: true }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches when the query changes
  useEffect(() => {
    void fetchPage(null, [])
  }, [key, fetchCount])

  return {
    data: state.page,
    isLoading: state.isLoading,
    failed: state.failed,
    reload: () => setFetchCount((previous) => previous + 1),
    loadMore: () => state.page?.next && void fetchPage(state.page.next, state.page.list),
  }
}
