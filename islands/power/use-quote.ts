import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { meterLookupLength } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { detailsPage } from '../../shared/pages.ts'
import { getMeterInfo, type MeterInfo } from '../../shared/power.ts'
import { ApiError, ask, noAnswerText, saveDetails, saveForm, tell } from '../lib/index.ts'
import { go } from '../purchase/go.ts'
import { cleanMeter, isComplete, type PowerValues, payloadOf, problemsOf } from './values.ts'

/** A pause in typing this long starts the automatic lookup. */
const pauseMs = 600

interface Lookup {
  /** The payload that was asked about, as text. */
  about: string
  /** Null when the session had ended: nothing is told then. */
  answer: Promise<MeterInfo | null>
  failed: boolean
}

interface Refusal {
  about: string
  message: string | null
  errors: FieldErrors
}

export interface Quote {
  /** 'checking' is the automatic lookup, which leaves the form usable; 'leaving' is Continue. */
  is: 'idle' | 'checking' | 'leaving'
  /** Who owns the meter, while the answer belongs to what is typed. */
  details: MeterInfo | null
  /** Why the last lookup of exactly these values was refused. */
  refused: Pick<Refusal, 'message' | 'errors'> | null
  /** Continue: looks up, unless the answer is here already, and goes to the details page. False when refused. */
  proceed: () => Promise<boolean>
}

/**
 * Asks who owns a meter: by itself once everything is typed, and on Continue. The same payload is never
 * looked up twice by itself, and the newest question wins over late answers.
 * `refusal` is what the server said to a form posted without script.
 * Source: specification 1, section 4; decisions D-033, D-034.
 */
export function useQuote(values: PowerValues, refusal: Omit<Refusal, 'about'>): Quote {
  const about = JSON.stringify(payloadOf(values))
  const newest = useRef<Lookup>(null)
  const busy = useRef(false)
  const [is, setIs] = useState<Quote['is']>('idle')
  const [known, setKnown] = useState<{ about: string; details: MeterInfo }>()
  const [refused, setRefused] = useState<Refusal>({ about, ...refusal })

  async function lookUp(): Promise<MeterInfo | null> {
    const asked: Lookup = { about, answer: fetchDetails(values), failed: false }
    const isNewest = () => newest.current === asked
    newest.current = asked
    try {
      const details = await asked.answer
      asked.failed = details === null
      if (details && isNewest()) {
        saveForm('power', values)
        saveDetails('power', details)
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
      const details = await (asked?.about === about && !asked.failed ? asked.answer : lookUp())
      if (details) {
        // Stays busy until the next page stands.
        go.to(detailsPage('power', details.order_reference))
        return true
      }
    } catch (error) {
      tell(error)
    }
    busy.current = false
    setIs('idle')
    return false
  }

  const complete =
    cleanMeter(values.meter_number).length >= meterLookupLength &&
    isComplete(values) &&
    Object.keys(problemsOf(values)).length === 0

  const check = useEffectEvent(async (unasked: string) => {
    if (busy.current || newest.current?.about === unasked) return
    setIs('checking')
    await lookUp().catch((error) => {
      // Continue, pressed meanwhile, tells it itself; about values that have changed there is nothing to tell.
      if (!busy.current && newest.current?.about === unasked) tell(error)
    })
  })
  useEffect(() => {
    if (!complete) return
    const pause = setTimeout(check, pauseMs, about)
    return () => clearTimeout(pause)
  }, [about, complete])

  useEffect(() => {
    // Back from the next page: browsers may show this one as it was left, with Continue still busy.
    const wakeUp = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      busy.current = false
      setIs('idle')
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [])

  return {
    is,
    details: known?.about === about ? known.details : null,
    refused: refused.about === about ? refused : null,
    proceed,
  }
}

async function fetchDetails(values: PowerValues): Promise<MeterInfo | null> {
  const { meter_type, ...rest } = payloadOf(values)
  if (meter_type === '') return null
  const envelope = await ask(getMeterInfo, { body: { ...rest, meter_type }, quiet: true })
  return envelope?.data ?? null
}

const refusalOf = (error: unknown) =>
  error instanceof ApiError
    ? { message: error.message, errors: error.errors }
    : { message: noAnswerText, errors: {} }
