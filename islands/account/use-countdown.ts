import { useEffect, useState } from 'react'
import { resendCountdownMs } from '../../shared/constants.ts'
import { readVerification, saveVerification } from '../lib/index.ts'
import { useNow } from './use-now.ts'

export interface Countdown {
  /** Milliseconds until a new code can be requested; 0 = now; null before storage is read. */
  leftMs: number | null
  /** Ten minutes from now, for this e-mail. */
  restart: (email: string) => void
}

/**
 * Countdown between two verification codes: ten minutes, stored in the browser, so a reload does not restart it.
 * At zero the stored time is replaced by null, so a reload does not start a new countdown.
 * Source: specification 1, section 4; ruling D-019.
 */
export function useCountdown(pageEmail: string): Countdown {
  /** Undefined before storage is read; null when a new code can be requested. */
  const [until, setUntil] = useState<number | null>()
  const now = useNow(Boolean(until))

  useEffect(() => {
    if (until === undefined) return setUntil(resumeOrStart(pageEmail))
    if (until === null) return
    const timer = setTimeout(() => {
      saveVerification({ email: readVerification()?.email ?? pageEmail, until: null })
      setUntil(null)
    }, until - Date.now())
    return () => clearTimeout(timer)
  }, [until, pageEmail])

  return {
    leftMs: until === undefined || now === null ? null : Math.max(0, (until ?? now) - now),
    restart: (email) => {
      const next = Date.now() + resendCountdownMs
      saveVerification({ email, until: next })
      setUntil(next)
    },
  }
}

/** The end of the stored countdown for this e-mail, otherwise of one that starts now. */
function resumeOrStart(pageEmail: string): number | null {
  const stored = readVerification()
  if (stored && (pageEmail === '' || stored.email === pageEmail)) return stored.until
  const until = Date.now() + resendCountdownMs
  saveVerification({ email: pageEmail, until })
  return until
}

/** 545,000 ms → "9:05". Rounds up to whole seconds. */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
