import { useEffect, useState } from 'react'
import { resendCountdownMs } from '../../shared/constants.ts'
import { readVerification, saveVerification } from '../lib/index.ts'

export interface Countdown {
  /** Milliseconds until a new code can be requested; 0 = now; null before storage is read. */
  leftMs: number | null
  /** Ten minutes from now, for this e-mail. */
  restart: (email: string) => void
}

/**
 * Countdown between two verification codes: ten minutes, stored in the browser, so a reload does not restart it.
 * At zero the stored time is replaced by null, so a reload does not start a new countdown.
 * Source: specification 1, section 4; decision D-019.
 */
export function useCountdown(pageEmail: string): Countdown {
  const [until, setUntil] = useState<number | null>(null)
  const [now, setNow] = useState<number | null>(null)

  useEffect(() => {
    const stored = readVerification()
    const isOfThisPage = stored && (pageEmail === '' || stored.email === pageEmail)
    const verification = isOfThisPage ? stored : { email: pageEmail, until: Date.now() + resendCountdownMs }
    if (!isOfThisPage) saveVerification(verification)
    setUntil(verification.until)
    setNow(Date.now())
  }, [pageEmail])

  const isElapsed = until === null || (now !== null && now >= until)

  useEffect(() => {
    if (isElapsed) return
    // Uses the clock instead of counting ticks: timers of a background tab are delayed.
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isElapsed])

  useEffect(() => {
    if (until === null || !isElapsed) return
    saveVerification({ email: readVerification()?.email ?? pageEmail, until: null })
    setUntil(null)
  }, [until, isElapsed, pageEmail])

  return {
    leftMs: now === null ? null : isElapsed || until === null ? 0 : until - now,
    restart: (email) => {
      const next = Date.now() + resendCountdownMs
      saveVerification({ email, until: next })
      setUntil(next)
      setNow(Date.now())
    },
  }
}

/** 545,000 ms → "9:05". Rounds up to whole seconds. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
