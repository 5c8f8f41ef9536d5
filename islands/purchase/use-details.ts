import { useEffect, useLayoutEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import { readDetails, saveDetails } from '../lib/index.ts'
import { go } from './go.ts'

interface Known<D> {
  service: Service
  /** The order the address names. */
  reference: string
  /** What the server knows; it wins over the storage. */
  details: D | null
  schema: z.ZodMiniType<D>
}

/**
 * The customer details of the order that the address names. Stored ones of another order count as
 * missing: order B is never shown or paid under the address of order A. Source: decision D-010.
 */
export function useDetails<D extends { order_reference: string }>({
  service,
  reference,
  details,
  schema,
}: Known<D>): D | null {
  const [stored, setStored] = useState<D | null>(null)

  useLayoutEffect(() => {
    if (details) return saveDetails(service, details)
    const read = readDetails(service, schema)
    setStored(read?.order_reference === reference ? read : null)
  }, [service, reference, details, schema])

  useEffect(() => {
    // Back from the checkout: the page as it was left may be out of date, and its dialog still busy.
    const renew = (event: PageTransitionEvent) => {
      if (event.persisted) go.again()
    }
    window.addEventListener('pageshow', renew)
    return () => window.removeEventListener('pageshow', renew)
  }, [])

  return details ?? stored
}
