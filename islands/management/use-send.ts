import { useRef, useState } from 'react'
import type { Call, DataOf, Envelope } from '../../shared/contract.ts'
import { askAccount } from '../account/ask-account.ts'
import type { Asking } from '../lib/index.ts'

/** One call at a time: presses meanwhile do nothing. Refusals are told in a toast; `send` gives null then. */
export function useSend<const C extends Call>(call: C) {
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  async function send(asking: Omit<Asking<C>, 'quiet'>): Promise<Envelope<DataOf<C>> | null> {
    if (busy.current) return null
    busy.current = true
    setIsBusy(true)
    try {
      return await askAccount(call, asking)
    } catch {
      return null
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, send }
}
