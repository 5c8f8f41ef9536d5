import { useState } from 'react'
import { getWalletMovements } from '../../shared/wallet.ts'
import type { Movements } from '../pages.ts'
import { askAccount } from './ask-account.ts'

/** What moved the wallet: the first part as the page brought it, then part by part. */
export function useMovements(first: Movements) {
  const [movements, setMovements] = useState(first)
  const [isAsking, setIsAsking] = useState(false)

  async function more(): Promise<void> {
    if (isAsking || !movements.next) return
    setIsAsking(true)
    try {
      const envelope = await askAccount(getWalletMovements, { query: { cursor: movements.next } })
      const part = envelope?.data
      if (part) setMovements({ list: [...movements.list, ...part.list], next: part.next })
    } catch {
      // Told in a toast; the button is there to press again.
    }
    setIsAsking(false)
  }

  return { list: movements.list, hasMore: movements.next !== null, isAsking, more }
}
