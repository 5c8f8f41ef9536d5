import { useCallback, useEffect, useState } from 'react'
import type { Call, DataOf } from '../../shared/contract.ts'
import { accountRequest } from '../account/account-request.ts'
import type { RequestOptions } from '../lib/index.ts'

export interface QueryResult<T> {
  data: T | null
  isLoading: boolean
  /** The last request failed; a toast shows the error. */
  failed: boolean
  reload: () => void
}

/**
 * Fetches API data after mount and when the request changes. `null` options send no request.
 * Data of a previous request is never returned for a different one, not even while it loads.
 */
export function useQuery<const C extends Call>(
  call: C,
  options: Pick<RequestOptions<C>, 'params' | 'query'> | null = {},
): QueryResult<DataOf<C>> {
  const key = JSON.stringify(options)
  const initialState = { key, data: null, isLoading: options !== null, failed: false }
  const [state, setState] = useState<Omit<QueryResult<DataOf<C>>, 'reload'> & { key: string }>(initialState)
  const [fetchCount, setFetchCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fetchCount` triggers a reload
  useEffect(() => {
    const request = JSON.parse(key) as typeof options
    if (request === null) return
    let isCurrent = true
    const previousData = (previous: typeof state) => (previous.key === key ? previous.data : null)
    setState((previous) => ({ key, data: previousData(previous), isLoading: true, failed: false }))
    accountRequest(call, request as RequestOptions<C>).then(
      (envelope) =>
        isCurrent && setState({ key, data: envelope?.data ?? null, isLoading: false, failed: false }),
      () =>
        isCurrent &&
        setState((previous) => ({ key, data: previousData(previous), isLoading: false, failed: true })),
    )
    return () => {
      isCurrent = false
    }
  }, [call, key, fetchCount])
  const reload = useCallback(() => setFetchCount((previous) => previous + 1), [])
  return { ...(state.key === key ? state : initialState), reload }
}
