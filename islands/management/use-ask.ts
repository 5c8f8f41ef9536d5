import { useCallback, useEffect, useState } from 'react'
import type { Call, DataOf } from '../../shared/contract.ts'
import { askAccount } from '../account/ask-account.ts'
import type { Asking } from '../lib/index.ts'

export interface Asked<T> {
  data: T | null
  isAsking: boolean
  /** It could not be had; told in a toast. */
  failed: boolean
  again: () => void
}

/**
 * What a read of the API gives, asked when the screen stands and when what is asked changes. `null` asks nothing.
 * The answer to another question is never shown, not even while this one is asked.
 */
export function useAsk<const C extends Call>(
  call: C,
  asking: Pick<Asking<C>, 'params' | 'query'> | null = {},
): Asked<DataOf<C>> {
  const asked = JSON.stringify(asking)
  const unanswered = { asked, data: null, isAsking: asking !== null, failed: false }
  const [state, setState] = useState<Omit<Asked<DataOf<C>>, 'again'> & { asked: string }>(unanswered)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for the same once more
  useEffect(() => {
    const it = JSON.parse(asked) as typeof asking
    if (it === null) return
    let wanted = true
    const kept = (was: typeof state) => (was.asked === asked ? was.data : null)
    setState((was) => ({ asked, data: kept(was), isAsking: true, failed: false }))
    askAccount(call, it as Asking<C>).then(
      (envelope) =>
        wanted && setState({ asked, data: envelope?.data ?? null, isAsking: false, failed: false }),
      () => wanted && setState((was) => ({ asked, data: kept(was), isAsking: false, failed: true })),
    )
    return () => {
      wanted = false
    }
  }, [call, asked, turn])
  const again = useCallback(() => setTurn((was) => was + 1), [])
  return { ...(state.asked === asked ? state : unanswered), again }
}
