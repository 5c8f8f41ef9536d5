import { useState } from 'react'
import type { QueryOf } from '../../shared/contract.ts'
import { getWalletMovements } from '../../shared/wallet.ts'
import { tell } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { MovementFilters, Movements } from '../pages.ts'
import { askAccount, askAccountFile } from './ask-account.ts'

/** The filters that are set, as the call takes them. The shell left out what the call does not know. */
const queryOf = (filters: MovementFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as QueryOf<
    typeof getWalletMovements
  >

/** What moved the wallet: the first part as the page brought it, then part by part; all of it as a file. */
export function useMovements(first: Movements, filters: MovementFilters) {
  const [movements, setMovements] = useState(first)
  const [isAsking, setIsAsking] = useState(false)
  const [isSaving, setIsSaving] = useState(false)

  async function more(): Promise<void> {
    if (isAsking || !movements.next) return
    setIsAsking(true)
    try {
      const envelope = await askAccount(getWalletMovements, {
        query: { ...queryOf(filters), cursor: movements.next },
      })
      const part = envelope?.data
      if (part) setMovements({ list: [...movements.list, ...part.list], next: part.next })
    } catch {
      // Told in a toast; the button is there to press again.
    }
    setIsAsking(false)
  }

  async function save(): Promise<void> {
    if (isSaving) return
    setIsSaving(true)
    try {
      const file = await askAccountFile(getWalletMovements, { query: { ...queryOf(filters), format: 'csv' } })
      if (file) saveFile(file, 'wallet.csv')
    } catch (error) {
      tell(error)
    }
    setIsSaving(false)
  }

  return { list: movements.list, hasMore: movements.next !== null, isAsking, more, isSaving, save }
}
