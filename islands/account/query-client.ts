import { notifyManager, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { DataOf, Endpoint } from '../../shared/contract.ts'
import { noResponseText, RequestError, type RequestOptions } from '../lib/index.ts'
import { accountRequest } from './account-request.ts'

/** Parameters of a query; `params` is required for a path with parameters, `query` where the contract requires it. */
export type QueryRequest<C extends Endpoint> = Pick<RequestOptions<C>, 'params' | 'query'> &
  (C['params'] extends z.ZodMiniType ? { params: z.input<C['params']> } : unknown) &
  (C['query'] extends z.ZodMiniType ? RequiredQuery<z.input<C['query']>> : unknown)
type RequiredQuery<Q> = Record<never, never> extends Q ? unknown : { query: Q }

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Data changes only through a reload, a poll or another request.
        staleTime: Number.POSITIVE_INFINITY,
        // Data that no component shows is not kept: another visit fetches it again.
        gcTime: 0,
        retry: false,
        // `request` reports a missing connection.
        networkMode: 'always',
      },
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  })
let browserClient: QueryClient | undefined

/** The page's client. The server renders with a new one each time, so that no user's data reaches another user. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient()
  // Components are updated in the task in which the data arrives; the default is a timer.
  if (!browserClient) notifyManager.setScheduler(queueMicrotask)
  browserClient ??= newClient()
  return browserClient
}

/** The data of a response. An ended session, for which the page redirects to sign-in, counts as a failure. */
export async function fetchData<const C extends Endpoint>(
  endpoint: C,
  options: RequestOptions<C>,
): Promise<DataOf<C> | null> {
  const envelope = await accountRequest<C>(endpoint, options)
  if (!envelope) throw new RequestError(noResponseText())
  return envelope.data ?? null
}
