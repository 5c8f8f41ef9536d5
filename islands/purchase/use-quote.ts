import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { detailsPageUrl } from '../../shared/pages.ts'
import {
  noResponseText,
  RequestError,
  readMeta,
  saveFormValues,
  saveOrderDetails,
  toastError,
} from '../lib/index.ts'
import type { OrderDetails } from './order.ts'
import { postWithoutScript } from './post-without-script.ts'
import { useNavigationPending } from './use-navigation-pending.ts'

/** A typing pause of this length starts the automatic lookup. */
const pauseMs = 600
/** After this time a response is fetched again: the order may be paid or expired, its price may have changed. */
const cacheMs = 300_000

/** The lookup a form performs before it navigates to the details page. */
export interface QuoteLookupRequest<D extends OrderDetails> {
  service: Service
  /** As entered: stored to prefill the next form. */
  values: Record<string, string>
  /** Request body; equal bodies are the same lookup. */
  payload: object
  /** True when the lookup can run automatically if the values are valid: all fields are filled in. */
  isDue: boolean
  /** Rejects when the validation cannot be loaded. */
  isValid: () => Promise<boolean>
  /** Null when the session has ended: no error is shown then. */
  lookUp: () => Promise<D | null>
}

interface Lookup<D> {
  /** The payload as text. */
  payloadKey: string
  response: Promise<D | null>
  startedAt: number
  /** The session whose order it is. */
  sessionToken: string | null
  hasFailed: boolean
}

interface LookupError {
  payloadKey: string
  message: string | null
  errors: FieldErrors
}

export interface QuoteLookup<D extends OrderDetails = OrderDetails> {
  /** 'checking' is the automatic lookup, during which the form stays usable; 'submitting' is Continue. */
  status: 'idle' | 'checking' | 'submitting'
  /** The lookup result, while it matches the form's values. */
  details: D | null
  /** Error of the last lookup of exactly these values. */
  lookupError: Pick<LookupError, 'message' | 'errors'> | null
  /**
   * Continue: validates, looks up, unless the response is available, and navigates to the details page. False when the
   * values are invalid or the lookup failed.
   * @param form is posted without JavaScript when the validation cannot be loaded
   */
  proceed: (form: HTMLFormElement) => Promise<boolean>
}

/**
 * Looks up customer and price: automatically when due, and on Continue. A payload equal to that of the last lookup is
 * not looked up automatically, and late responses of older lookups are ignored. `initialError` is the server's response
 * to a form posted without JavaScript.
 * Source: specification 1, section 4; rulings D-033, D-034.
 */
export function useQuote<D extends OrderDetails>(
  { service, values, payload, isDue, isValid, lookUp: fetchDetails }: QuoteLookupRequest<D>,
  initialError: Omit<LookupError, 'payloadKey'>,
): QuoteLookup<D> {
  const payloadKey = JSON.stringify(payload)
  const latest = useRef<Lookup<D>>(null)
  const busy = useRef(false)
  const [status, setStatus] = useState<QuoteLookup['status']>('idle')
  const [result, setResult] = useState<{ payloadKey: string; details: D }>()
  const [lookupError, setLookupError] = useState<LookupError>({ payloadKey, ...initialError })

  const navigateTo = useNavigationPending((pendingAddress) => {
    // After Back from the order: it may have been paid.
    if (!pendingAddress) latest.current = null
    busy.current = false
    setStatus('idle')
  })

  async function lookUp(): Promise<D | null> {
    // Stored before sending, so that it prefills the form after any response.
    saveFormValues(service, values)
    const lookup: Lookup<D> = {
      payloadKey,
      response: fetchDetails(),
      startedAt: Date.now(),
      sessionToken: readMeta('session-token'),
      hasFailed: false,
    }
    const isLatest = () => latest.current === lookup
    latest.current = lookup
    try {
      const details = await lookup.response
      lookup.hasFailed = details === null
      if (details && isLatest()) {
        saveOrderDetails(service, details)
        setResult({ payloadKey, details })
      }
      return details
    } catch (error) {
      lookup.hasFailed = true
      if (isLatest()) setLookupError({ payloadKey, ...lookupErrorOf(error) })
      throw error
    } finally {
      if (isLatest() && !busy.current) setStatus('idle')
    }
  }

  /** Uses the response of the automatic lookup. When the session ends, looks up again for a guest. */
  async function lookUpOnce(): Promise<D | null> {
    const lookup = latest.current
    const sessionToken = readMeta('session-token')
    const response = lookup && isReusable(lookup, payloadKey) ? lookup.response : lookUp()
    return (await response) ?? (readMeta('session-token') === sessionToken ? null : lookUp())
  }

  async function proceed(form: HTMLFormElement): Promise<boolean> {
    if (busy.current) return true
    busy.current = true
    setStatus('submitting')
    try {
      if (!(await isValid().catch(() => postWithoutScript(form)))) return reset()
      const details = await lookUpOnce()
      if (details) {
        // Stays busy until the next page is shown.
        navigateTo(detailsPageUrl(service, details.order_reference))
        return true
      }
    } catch (error) {
      toastError(error)
    }
    return reset()
  }

  function reset(): false {
    busy.current = false
    setStatus('idle')
    return false
  }

  const lookUpAutomatically = useEffectEvent(async (requestedKey: string) => {
    const isKnown = () => busy.current || latest.current?.payloadKey === requestedKey
    // Continue reports a validation that cannot be loaded.
    if (isKnown() || !(await isValid().catch(() => false)) || isKnown()) return
    setStatus('checking')
    await lookUp().catch((error) => {
      // If Continue was pressed, it reports the error itself; errors of outdated values are not reported.
      if (!busy.current && latest.current?.payloadKey === requestedKey) toastError(error)
    })
  })
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(lookUpAutomatically, pauseMs, payloadKey)
    return () => clearTimeout(timer)
  }, [payloadKey, isDue])

  return {
    status,
    details: result?.payloadKey === payloadKey ? result.details : null,
    lookupError: lookupError.payloadKey === payloadKey ? lookupError : null,
    proceed,
  }
}

/** Not after the end of the session: the order is not a guest's. */
const isReusable = (lookup: Lookup<unknown>, payloadKey: string): boolean =>
  lookup.payloadKey === payloadKey &&
  lookup.sessionToken === readMeta('session-token') &&
  !lookup.hasFailed &&
  Date.now() - lookup.startedAt < cacheMs

const lookupErrorOf = (error: unknown) =>
  error instanceof RequestError
    ? { message: error.message, errors: error.errors }
    : { message: noResponseText(), errors: {} }
