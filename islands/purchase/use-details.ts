import { useLayoutEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { readOrderDetails, saveOrderDetails } from '../lib/index.ts'
import { navigate } from './navigate.ts'
import type { OrderDetails } from './order.ts'
import { useNavigationPending } from './use-navigation-pending.ts'

interface DetailsOptions<D> {
  service: Service
  /** The order reference in the URL. */
  reference: string
  /** Details from the server; they take precedence over storage. */
  details: D | null
  schema: z.ZodMiniType<D>
  /** Fetches an order that is neither in the page nor in storage; a service without it shows nothing. */
  fetch?: ((reference: string) => Promise<D | null>) | undefined
}

/**
 * Customer details of the order in the URL; 'loading' while they are fetched. Stored details of another order are
 * ignored: order B is never shown or paid under the URL of order A.
 * Source: ruling D-010.
 */
export function useDetails<D extends OrderDetails>({
  service,
  reference,
  details,
  schema,
  fetch,
}: DetailsOptions<D>): D | null | 'loading' {
  const [fetched, setFetched] = useState<D | null | 'loading'>(null)

  useLayoutEffect(() => {
    if (details) return saveOrderDetails(service, details)
    const stored = readOrderDetails(service, schema)
    if (stored?.order_reference === reference) return setFetched(stored)
    if (!fetch || reference === '') return setFetched(null)
    let isCurrent = true
    setFetched('loading')
    fetch(reference)
      .catch(() => null)
      .then((response) => {
        if (!isCurrent) return
        if (response) saveOrderDetails(service, response)
        setFetched(response)
      })
    return () => {
      isCurrent = false
    }
  }, [service, reference, details, schema, fetch])

  // After Back from the checkout the restored page may be stale and its dialog still busy.
  useNavigationPending(() => navigate.reload())

  return details ?? fetched
}
