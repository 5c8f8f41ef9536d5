import { useRef, useState } from 'react'
import { getTransactionReceipt, getTransactions, type Transaction } from '../../shared/history.ts'
import { accountDownload } from '../account/account-request.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { toQuery } from '../lib/filters.ts'
import { RequestError, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { TransactionFilters, Transactions } from '../pages.ts'
import { useNavigationPending } from '../purchase/use-navigation-pending.ts'
import { startReorder } from './reorder.ts'
import { historyTexts } from './texts.ts'

/** Paginated orders of the user, starting with the page data; receipt download and reorder. */
export function useTransactions(first: Transactions, filters: TransactionFilters) {
  const query = toQuery<typeof getTransactions>(filters)
  const orders = useInfiniteQuery(getTransactions, { query }, { initialData: first })
  const { data, hasMore, isLoading, loadMore } = orders
  const [pendingAction, setPendingAction] = useState<string | null>(null)
  const busy = useRef(false)
  const reset = () => {
    busy.current = false
    setPendingAction(null)
  }
  const navigateTo = useNavigationPending(reset)

  /** Runs one action at a time; `task` returns whether the page navigates away. */
  async function runAction(action: string, task: () => Promise<boolean>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPendingAction(action)
    const isNavigating = await task()
    if (!isNavigating) reset()
  }

  const downloadReceipt = ({ reference, number }: Transaction) =>
    runAction(`receipt:${reference}`, async () => {
      try {
        const file = await accountDownload(getTransactionReceipt, { params: { reference } })
        if (!file) return true
        saveReceipt(file, `${number}-${reference}-receipt.pdf`)
      } catch (error) {
        toast.error(receiptErrorText(error))
      }
      return false
    })

  const reorder = ({ reference }: Transaction) =>
    runAction(`again:${reference}`, () => startReorder(reference, navigateTo))

  return { ...(data ?? first), query, hasMore, isLoading, loadMore, pendingAction, downloadReceipt, reorder }
}

/** Saves a receipt, unless the response is not a PDF. */
function saveReceipt(file: Blob, name: string): void {
  const isPdf = file.size > 0 && file.type.startsWith('application/pdf')
  if (!isPdf) {
    toast.error(historyTexts.receiptRejected())
    return
  }
  saveFile(file, name)
  toast.success(historyTexts.receiptDownloaded())
}

const receiptErrorText = (error: unknown) =>
  error instanceof RequestError && error.status > 0
    ? historyTexts.receiptRejected()
    : historyTexts.receiptNotLoaded()
