import { useRef, useState } from 'react'
import type { Call, DataOf, Envelope } from '../../shared/contract.ts'
import { accountRequest } from '../account/account-request.ts'
import type { RequestOptions } from '../lib/index.ts'

/** Sends one request at a time; ignores further calls until it ends. On an error shows a toast and returns null. */
export function useMutation<const C extends Call>(call: C) {
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  async function send(options: Omit<RequestOptions<C>, 'quiet'>): Promise<Envelope<DataOf<C>> | null> {
    if (busy.current) return null
    busy.current = true
    setIsBusy(true)
    try {
      return await accountRequest(call, options)
    } catch {
      return null
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}
