import { useEffect, useRef, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { clearOrderDetails, noResponseText, RequestError, toast } from '../lib/index.ts'
import type { SuccessPage } from '../pages.ts'

interface DeliveredOptions<O> {
  service: Service
  page: Pick<SuccessPage<O>, 'reference' | 'accessToken' | 'order' | 'message'>
  /** Fetches the order; null when the session has ended. */
  fetchOrder: (reference: string, accessToken: string) => Promise<O | null>
}

export interface DeliveredOrderState<O> {
  order: O | null
  isLoading: boolean
  /** Why no order is shown. */
  message: string | null
}

/** The delivered order: from the page, otherwise from the details endpoint. Source: rulings D-001, D-044. */
export function useDeliveredOrder<O>({
  service,
  page,
  fetchOrder,
}: DeliveredOptions<O>): DeliveredOrderState<O> {
  const { reference, accessToken, order: initial } = page
  const needsFetch = initial === null && page.message === null && reference !== '' && accessToken !== ''
  const [order, setOrder] = useState(initial)
  const [message, setMessage] = useState(page.message)
  const [isLoading, setIsLoading] = useState(needsFetch)
  const fetchRef = useRef(fetchOrder)

  useEffect(() => {
    if (page.message) toast.error(page.message)
    // Prevents paying the same order again after Back.
    if (initial) clearOrderDetails(service, reference)
    if (!needsFetch) return
    let isCurrent = true
    fetchRef
      .current(reference, accessToken)
      .then((fetchedOrder) => {
        if (!isCurrent) return
        if (fetchedOrder) clearOrderDetails(service, reference)
        setOrder(fetchedOrder)
      })
      .catch((error: unknown) => {
        if (!isCurrent) return
        const errorMessage = error instanceof RequestError ? error.message : noResponseText()
        toast.error(errorMessage)
        setMessage(errorMessage)
      })
      .finally(() => isCurrent && setIsLoading(false))
    return () => {
      isCurrent = false
    }
  }, [page.message, initial, needsFetch, service, reference, accessToken])

  return { order, isLoading, message }
}
