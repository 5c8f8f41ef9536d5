import { useState } from 'react'
import type { QueryOf } from '../../shared/contract.ts'
import { getWalletMovements } from '../../shared/wallet.ts'
import { toastError } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { MovementFilters, Movements } from '../pages.ts'
import { accountDownload, accountRequest } from './account-request.ts'

/** Query parameters for the filters that are set. The web server has already removed unknown filters. */
const queryOf = (filters: MovementFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as QueryOf<
    typeof getWalletMovements
  >

/** Paginated wallet history, whose first page comes from the page props, and its CSV download. */
export function useMovements(first: Movements, filters: MovementFilters) {
  const [movements, setMovements] = useState(first)
  const [isLoading, setIsLoading] = useState(false)
  const [isSaving, setIsSaving] = useState(false)

  async function loadMore(): Promise<void> {
    if (isLoading || !movements.next) return
    setIsLoading(true)
    try {
      const envelope = await accountRequest(getWalletMovements, {
        query: { ...queryOf(filters), cursor: movements.next },
      })
      const page = envelope?.data
      if (page) setMovements({ list: [...movements.list, ...page.list], next: page.next })
    } catch {
      // A toast shows the error; the user can retry.
    }
    setIsLoading(false)
  }

  async function save(): Promise<void> {
    if (isSaving) return
    setIsSaving(true)
    try {
      const file = await accountDownload(getWalletMovements, {
        query: { ...queryOf(filters), format: 'csv' },
      })
      if (file) saveFile(file, 'wallet.csv')
    } catch (error) {
      toastError(error)
    }
    setIsSaving(false)
  }

  return { list: movements.list, hasMore: movements.next !== null, isLoading, loadMore, isSaving, save }
}
