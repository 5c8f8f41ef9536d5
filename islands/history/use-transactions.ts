import { useRef, useState } from 'react'
import type { QueryOf } from '../../shared/contract.ts'
import { allTransactions, type Transaction, transactionReceipt } from '../../shared/history.ts'
import { accountDownload, accountRequest } from '../account/account-request.ts'
import { ApiError, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { TransactionFilters, Transactions } from '../pages.ts'
import { useNavigationPending } from '../purchase/use-navigation-pending.ts'
import { startReorder } from './reorder.ts'

/** Query of the non-empty filters. The web server has already removed unknown filters. */
export const queryOf = (filters: TransactionFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as QueryOf<
    typeof allTransactions
  >

/** Paginated orders of the user, starting with the page data; receipt download and reorder. */
export function useTransactions(first: Transactions, filters: TransactionFilters) {
  const [page, setPage] = useState(first)
  const [isLoading, setIsLoading] = useState(false)
  const [pendingAction, setPendingAction] = useState<string | null>(null)
  const busy = useRef(false)
  const reset = () => {
    busy.current = false
    setPendingAction(null)
  }
  const navigateTo = useNavigationPending(reset)

  async function loadMore(): Promise<void> {
    if (isLoading || !page.next) return
    setIsLoading(true)
    try {
      const query = { ...queryOf(filters), cursor: page.next }
      const nextPage = (await accountRequest(allTransactions, { query }))?.data
      if (nextPage) setPage({ list: [...page.list, ...nextPage.list], next: nextPage.next })
    } catch {
      // A toast shows the error; the user can retry.
    }
    setIsLoading(false)
  }

  /** Runs one action at a time; `task` returns whether the page navigates away. */
  async function runAction(action: string, task: () => Promise<boolean>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPendingAction(action)
    const isLeaving = await task()
    if (!isLeaving) reset()
  }

  const receipt = ({ reference, number }: Transaction) =>
    runAction(`receipt:${reference}`, async () => {
      try {
        const file = await accountDownload(transactionReceipt, { params: { reference } })
        if (!file) return true
        if (file.size > 0 && file.type.startsWith('application/pdf')) {
          saveFile(file, `${number}-${reference}-receipt.pdf`)
          toast.success('Receipt downloaded successfully!')
        } else toast.error('Failed to download receipt.')
      } catch (error) {
        toast.error(
          error instanceof ApiError && error.status > 0
            ? 'Failed to download receipt.'
            : 'Error downloading receipt.',
        )
      }
      return false
    })

  const reorder = ({ reference }: Transaction) =>
    runAction(`again:${reference}`, () => startReorder(reference, navigateTo))

  return { ...page, isLoading, loadMore, pendingAction, receipt, reorder }
}
