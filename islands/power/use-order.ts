import { useEffect, useState } from 'react'
import { type PowerOrder, powerOrder } from '../../shared/power.ts'
import { ApiError, ask, forgetDetails, noAnswerText, toast } from '../lib/index.ts'
import type { PowerSuccessPage } from '../pages.ts'

export interface Delivered {
  order: PowerOrder | null
  isAsking: boolean
  /** Why there is no order to show. */
  message: string | null
}

/** The delivered order: as the page brought it, else by the details call. Source: decisions D-001, D-044. */
export function useOrder(
  page: Pick<PowerSuccessPage, 'reference' | 'second' | 'order' | 'message'>,
): Delivered {
  const { reference, second, order: first } = page
  const mustAsk = first === null && page.message === null && reference !== '' && second !== ''
  const [order, setOrder] = useState(first)
  const [message, setMessage] = useState(page.message)
  const [isAsking, setIsAsking] = useState(mustAsk)

  useEffect(() => {
    if (page.message) toast.error(page.message)
  }, [page.message])

  useEffect(() => {
    if (!mustAsk) return
    let wanted = true
    ask(powerOrder, { params: { accessToken: second, serviceId: reference }, quiet: true })
      .then((envelope) => wanted && setOrder(envelope?.data ?? null))
      .catch((error: unknown) => {
        if (!wanted) return
        const says = error instanceof ApiError ? error.message : noAnswerText
        toast.error(says)
        setMessage(says)
      })
      .finally(() => wanted && setIsAsking(false))
    return () => {
      wanted = false
    }
  }, [mustAsk, reference, second])

  useEffect(() => {
    // Back must not pay the same order again.
    if (order) forgetDetails('power')
  }, [order])

  return { order, isAsking, message }
}
