import { useRef, useState } from 'react'
import type { QueryOf } from '../../shared/contract.ts'
import { allTransactions, type Transaction, transactionReceipt } from '../../shared/history.ts'
import { askAccount, askAccountFile } from '../account/ask-account.ts'
import { ApiError, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import type { TransactionFilters, Transactions } from '../pages.ts'
import { useLeaving } from '../purchase/use-leaving.ts'
import { goAgain } from './again.ts'

/** The filters that are set, as the call takes them. The shell left out what the call does not know. */
export const queryOf = (filters: TransactionFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as QueryOf<
    typeof allTransactions
  >

/** One's orders: the first part as the page brought it, then part by part; a receipt, and the same again. */
export function useTransactions(first: Transactions, filters: TransactionFilters) {
  const [part, setPart] = useState(first)
  const [isAsking, setIsAsking] = useState(false)
  const [working, setWorking] = useState<string | null>(null)
  const busy = useRef(false)
  const stay = () => {
    busy.current = false
    setWorking(null)
  }
  const leaveFor = useLeaving(stay)

  async function more(): Promise<void> {
    if (isAsking || !part.next) return
    setIsAsking(true)
    try {
      const query = { ...queryOf(filters), cursor: part.next }
      const next = (await askAccount(allTransactions, { query }))?.data
      if (next) setPart({ list: [...part.list, ...next.list], next: next.next })
    } catch {
      // Told in a toast; the button is there to press again.
    }
    setIsAsking(false)
  }

  /** One thing at a time; `work` says whether the page is being left. */
  async function once(what: string, work: () => Promise<boolean>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setWorking(what)
    const isLeaving = await work()
    if (!isLeaving) stay()
  }

  const receipt = ({ reference, number }: Transaction) =>
    once(`receipt:${reference}`, async () => {
      try {
        const file = await askAccountFile(transactionReceipt, { params: { reference } })
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

  const again = ({ reference }: Transaction) => once(`again:${reference}`, () => goAgain(reference, leaveFor))

  return { ...part, isAsking, more, working, receipt, again }
}
