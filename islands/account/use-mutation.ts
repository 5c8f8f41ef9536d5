import { useMutation as useTanStackMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DataOf, Endpoint, Envelope } from '../../shared/contract.ts'
import type { RequestOptions } from '../lib/index.ts'
import { accountRequest } from './account-request.ts'
import { queryClient } from './query-client.ts'

interface Mutation<C extends Endpoint> {
  isBusy: boolean
  /** Null for an error, which a toast shows, for an ended session and while another request runs. */
  send: (options?: RequestOptions<C>) => Promise<Envelope<DataOf<C>> | null>
}

interface MutationOptions {
  /** Queries of these endpoints are fetched again after a success. */
  reloads?: readonly Endpoint[]
  /** Called after the toast of an error. */
  onError?: (error: unknown) => void
}

/** Sends one request at a time; ignores further requests until it ends. */
export function useMutation<const C extends Endpoint>(
  endpoint: C,
  { reloads = [], onError }: MutationOptions = {},
): Mutation<C> {
  const client = queryClient()
  const busy = useRef(false)
  const { isPending, mutateAsync } = useTanStackMutation(
    {
      mutationKey: [endpoint.name],
      mutationFn: (options: RequestOptions<C>) => accountRequest<C>(endpoint, options),
    },
    client,
  )
  async function send(options: RequestOptions<C> = {}): Promise<Envelope<DataOf<C>> | null> {
    if (busy.current) return null
    busy.current = true
    try {
      const envelope = await mutateAsync(options)
      if (envelope) for (const { name } of reloads) void client.invalidateQueries({ queryKey: [name] })
      return envelope
    } catch (error) {
      onError?.(error)
      return null
    } finally {
      busy.current = false
    }
  }
  return { isBusy: isPending, send }
}
