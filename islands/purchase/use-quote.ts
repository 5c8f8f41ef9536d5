import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { detailsPage } from '../../shared/pages.ts'
import { ApiError, noAnswerText, saveDetails, saveForm, tell } from '../lib/index.ts'
import type { OrderDetails } from './order.ts'
import { useLeaving } from './use-leaving.ts'

/** A pause in typing this long starts the automatic lookup. */
const pauseMs = 600
/** An answer this old is asked for anew: the order may be paid or gone, its price another. */
const freshMs = 300_000

/** What a form asks before it leaves for the details page. */
export interface Question<D extends OrderDetails> {
  service: Service
  /** As typed: kept to prefill the next form. */
  values: Record<string, string>
  /** What is sent; two equal ones are one question. */
  payload: object
  /** True when it may be asked without a press: everything is typed, and looks right. */
  isDue: boolean
  /** Null when the session had ended: nothing is told then. */
  lookUp: () => Promise<D | null>
}

interface Lookup<D> {
  /** The payload that was asked about, as text. */
  about: string
  answer: Promise<D | null>
  at: number
  failed: boolean
}

interface Refusal {
  about: string
  message: string | null
  errors: FieldErrors
}

export interface Quote<D extends OrderDetails = OrderDetails> {
  /** 'checking' is the automatic lookup, which leaves the form usable; 'leaving' is Continue. */
  is: 'idle' | 'checking' | 'leaving'
  /** Who is served, while the answer belongs to what is typed. */
  details: D | null
  /** Why the last lookup of exactly these values was refused. */
  refused: Pick<Refusal, 'message' | 'errors'> | null
  /** Continue: looks up, unless the answer is here already, and goes to the details page. False when refused. */
  proceed: () => Promise<boolean>
}

/**
 * Asks who is served and at what price: by itself once it is due, and on Continue. The same payload is
 * never looked up twice by itself, and the newest question wins over late answers.
 * `refusal` is what the server said to a form posted without script.
 * Source: specification 1, section 4; decisions D-033, D-034.
 */
export function useQuote<D extends OrderDetails>(
  { service, values, payload, isDue, lookUp: fetchDetails }: Question<D>,
  refusal: Omit<Refusal, 'about'>,
): Quote<D> {
  const about = JSON.stringify(payload)
  const newest = useRef<Lookup<D>>(null)
  const busy = useRef(false)
  const [is, setIs] = useState<Quote['is']>('idle')
  const [known, setKnown] = useState<{ about: string; details: D }>()
  const [refused, setRefused] = useState<Refusal>({ about, ...refusal })

  const leaveFor = useLeaving((stuckAt) => {
    // Back from the order: it may have been paid meanwhile.
    if (!stuckAt) newest.current = null
    busy.current = false
    setIs('idle')
  })

  async function lookUp(): Promise<D | null> {
    // What is sent fills the form when it is opened again, however it is answered.
    saveForm(service, values)
    const asked: Lookup<D> = { about, answer: fetchDetails(), at: Date.now(), failed: false }
    const isNewest = () => newest.current === asked
    newest.current = asked
    try {
      const details = await asked.answer
      asked.failed = details === null
      if (details && isNewest()) {
        saveDetails(service, details)
        setKnown({ about, details })
      }
      return details
    } catch (error) {
      asked.failed = true
      if (isNewest()) setRefused({ about, ...refusalOf(error) })
      throw error
    } finally {
      if (isNewest() && !busy.current) setIs('idle')
    }
  }

  async function proceed(): Promise<boolean> {
    if (busy.current) return true
    busy.current = true
    setIs('leaving')
    try {
      const asked = newest.current
      const isFresh = asked?.about === about && !asked.failed && Date.now() - asked.at < freshMs
      const details = await (isFresh ? asked.answer : lookUp())
      if (details) {
        // Stays busy until the next page stands.
        leaveFor(detailsPage(service, details.order_reference))
        return true
      }
    } catch (error) {
      tell(error)
    }
    busy.current = false
    setIs('idle')
    return false
  }

  const check = useEffectEvent(async (unasked: string) => {
    if (busy.current || newest.current?.about === unasked) return
    setIs('checking')
    await lookUp().catch((error) => {
      // Continue, pressed meanwhile, tells it itself; about values that have changed there is nothing to tell.
      if (!busy.current && newest.current?.about === unasked) tell(error)
    })
  })
  useEffect(() => {
    if (!isDue) return
    const pause = setTimeout(check, pauseMs, about)
    return () => clearTimeout(pause)
  }, [about, isDue])

  return {
    is,
    details: known?.about === about ? known.details : null,
    refused: refused.about === about ? refused : null,
    proceed,
  }
}

const refusalOf = (error: unknown) =>
  error instanceof ApiError
    ? { message: error.message, errors: error.errors }
    : { message: noAnswerText, errors: {} }
