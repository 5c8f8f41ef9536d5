import { useState } from 'react'
import { getWalletTransactions } from '../../shared/wallet.ts'
import { toQuery } from '../lib/filters.ts'
import { toastError } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { WalletTransactionFilters, WalletTransactions } from '../pages.ts'
import { accountDownload } from './account-request.ts'
import { useInfiniteQuery } from './use-infinite-query.ts'

/** Paginated wallet history, whose first page comes from the page props, and its CSV download. */
export function useWalletTransactions(first: WalletTransactions, filters: WalletTransactionFilters) {
  const query = toQuery<typeof getWalletTransactions>(filters)
  const { data, hasMore, isLoading, loadMore } = useInfiniteQuery(
    getWalletTransactions,
    { query },
    { initialData: first },
  )
  const { list } = data ?? first
  const [isSaving, setIsSaving] = useState(false)

  async function save(): Promise<void> {
    if (isSaving) return
    setIsSaving(true)
    try {
      const file = await accountDownload(getWalletTransactions, { query: { ...query, format: 'csv' } })
      if (file) saveFile(file, 'wallet.csv')
    } catch (error) {
      toastError(error)
    }
    setIsSaving(false)
  }

  return { list, hasMore, isLoading, loadMore, isSaving, save }
}
