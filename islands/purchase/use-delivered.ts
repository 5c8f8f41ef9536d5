import { useEffect, useRef, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { ApiError, forgetDetails, noAnswerText, toast } from '../lib/index.ts'
import type { SuccessPage } from '../pages.ts'

interface Asked<O> {
  service: Service
  page: Pick<SuccessPage<O>, 'reference' | 'second' | 'order' | 'message'>
  /** Asks for the order; null when the session had ended. */
  read: (reference: string, second: string) => Promise<O | null>
}

export interface Delivered<O> {
  order: O | null
  isAsking: boolean
  /** Why there is no order to show. */
  message: string | null
}

/** The delivered order: as the page brought it, else by the details call. Source: decisions D-001, D-044. */
export function useDelivered<O>({ service, page, read }: Asked<O>): Delivered<O> {
  const { reference, second, order: first } = page
  const mustAsk = first === null && page.message === null && reference !== '' && second !== ''
  const [order, setOrder] = useState(first)
  const [message, setMessage] = useState(page.message)
  const [isAsking, setIsAsking] = useState(mustAsk)
  const asks = useRef(read)

  useEffect(() => {
    if (page.message) toast.error(page.message)
  }, [page.message])

  useEffect(() => {
    if (!mustAsk) return
    let wanted = true
    asks
      .current(reference, second)
      .then((answer) => wanted && setOrder(answer))
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
    if (order) forgetDetails(service)
  }, [order, service])

  return { order, isAsking, message }
}
