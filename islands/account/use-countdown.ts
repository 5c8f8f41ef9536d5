import { useEffect, useState } from 'react'
import { resendCountdownMs } from '../../shared/constants.ts'
import { readVerification, saveVerification } from '../lib/index.ts'

export interface Countdown {
  /** Milliseconds until another code may be asked for; 0 when it may; null before the storage was read. */
  leftMs: number | null
  /** Ten minutes from now, for this e-mail. */
  restart: (email: string) => void
}

/**
 * The wait between two codes: ten minutes, kept in the browser, so that a reload does not restart it.
 * At zero the stored time goes and a mark stays, so that a reload does not begin anew.
 * Source: specification 1, section 4; decision D-019.
 */
export function useCountdown(pageEmail: string): Countdown {
  const [until, setUntil] = useState<number | null>(null)
  const [now, setNow] = useState<number | null>(null)

  useEffect(() => {
    const kept = readVerification()
    const isOfThisPage = kept && (pageEmail === '' || kept.email === pageEmail)
    const verification = isOfThisPage ? kept : { email: pageEmail, until: Date.now() + resendCountdownMs }
    if (!isOfThisPage) saveVerification(verification)
    setUntil(verification.until)
    setNow(Date.now())
  }, [pageEmail])

  const isOver = until === null || (now !== null && now >= until)

  useEffect(() => {
    if (isOver) return
    // By the clock and not by counting: a sleeping tab's timers are late.
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])

  useEffect(() => {
    if (until === null || !isOver) return
    saveVerification({ email: readVerification()?.email ?? pageEmail, until: null })
    setUntil(null)
  }, [until, isOver, pageEmail])

  return {
    leftMs: now === null ? null : isOver || until === null ? 0 : until - now,
    restart: (email) => {
      const next = Date.now() + resendCountdownMs
      saveVerification({ email, until: next })
      setUntil(next)
      setNow(Date.now())
    },
  }
}

/** 545,000 ms → "9:05". A second that has begun counts whole. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
