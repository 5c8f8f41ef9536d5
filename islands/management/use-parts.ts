import { useEffect, useRef, useState } from 'react'
import type { Call } from '../../shared/contract.ts'
import { askAccount } from '../account/ask-account.ts'
import type { Asking } from '../lib/index.ts'

interface Part<T> {
  list: T[]
  next: string | null
}

/** A long list, part by part, asked anew when its filters change. */
export function useParts<T>(call: Call, query: object) {
  const [state, setState] = useState<{ part: Part<T> | null; isAsking: boolean; failed: boolean }>({
    part: null,
    isAsking: true,
    failed: false,
  })
  const [turn, setTurn] = useState(0)
  const asked = JSON.stringify(query)
  const latest = useRef(asked)
  latest.current = asked

  async function read(cursor: string | null, before: T[]) {
    setState((was) => ({ ...was, isAsking: true }))
    try {
      const it = { query: { ...(JSON.parse(asked) as object), ...(cursor && { cursor }) } }
      const part = (await askAccount(call, it as unknown as Asking<Call>))?.data as Part<T> | undefined
      if (latest.current !== asked || !part) return
      setState({ part: { list: [...before, ...part.list], next: part.next }, isAsking: false, failed: false })
    } catch {
      if (latest.current === asked) setState((was) => ({ ...was, isAsking: false, failed: true }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads when what is asked for changes
  useEffect(() => {
    void read(null, [])
  }, [asked, turn])

  return {
    data: state.part,
    isAsking: state.isAsking,
    failed: state.failed,
    again: () => setTurn((was) => was + 1),
    more: () => state.part?.next && void read(state.part.next, state.part.list),
  }
}
