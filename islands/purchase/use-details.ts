import { useEffect, useLayoutEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { readDetails, saveDetails } from '../lib/index.ts'
import { go } from './go.ts'
import type { OrderDetails } from './order.ts'

interface Known<D> {
  service: Service
  /** The order the address names. */
  reference: string
  /** What the server knows; it wins over the storage. */
  details: D | null
  schema: z.ZodMiniType<D>
  /** Asks for an order that neither page nor storage brought; a service without it has nothing to show. */
  fetch?: ((reference: string) => Promise<D | null>) | undefined
}

/**
 * The customer details of the order that the address names; 'asking' while they are fetched. Stored ones
 * of another order count as missing: order B is never shown or paid under the address of order A.
 * Source: decision D-010.
 */
export function useDetails<D extends OrderDetails>({
  service,
  reference,
  details,
  schema,
  fetch,
}: Known<D>): D | null | 'asking' {
  const [found, setFound] = useState<D | null | 'asking'>(null)

  useLayoutEffect(() => {
    if (details) return saveDetails(service, details)
    const stored = readDetails(service, schema)
    if (stored?.order_reference === reference) return setFound(stored)
    if (!fetch || reference === '') return setFound(null)
    let wanted = true
    setFound('asking')
    fetch(reference)
      .catch(() => null)
      .then((answer) => {
        if (!wanted) return
        if (answer) saveDetails(service, answer)
        setFound(answer)
      })
    return () => {
      wanted = false
    }
  }, [service, reference, details, schema, fetch])

  useEffect(() => {
    // Back from the checkout: the page as it was left may be out of date, and its dialog still busy.
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) go.again()
    }
    window.addEventListener('pageshow', renew)
    return () => window.removeEventListener('pageshow', renew)
  }, [])

  return details ?? found
}
