import { useEffect, useState } from 'react'
import { loginPath, walletPath } from '../../shared/pages.ts'
import { type TopUpResult, verifyTopUp } from '../../shared/wallet.ts'
import { isFinalResponse, noResponseText, RequestError, request, toast } from '../lib/index.ts'
import type { WalletResultPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'

/** Poll interval while the gateway reports no final status. */
const pollMs = 3_000
/** The page redirects after four seconds; its text counts down from three. Source: specification 1, section 9; D-099 */
const redirectMs = 4_000
const countFrom = 3
/** Display only; triggers nothing. Source: specification 1, section 9; D-100 */
const hourSeconds = 3_600

export interface TopUpOutcome {
  status: 'asking' | 'done' | 'failed'
  result: TopUpResult | null
  message: string | null
  /** Seconds shown in the text, 3 to 0. */
  redirectSeconds: number
  /** Remaining seconds of the hour. */
  hour: number
}

type PolledOutcome = Pick<TopUpOutcome, 'status' | 'result' | 'message'>

/** Polls a top-up until its status is final, then redirects to the wallet. Source: decision E-045. */
export function useTopUpResult({ reference, transactionReference }: WalletResultPage): TopUpOutcome {
  const [outcome, setOutcome] = useState<PolledOutcome>({
    status: 'asking',
    result: null,
    message: null,
  })
  const isDone = outcome.status === 'done'
  const redirectSeconds = useSecondsCountdown(countFrom, isDone)
  const hour = useSecondsCountdown(hourSeconds, true)

  useEffect(() => {
    let isCurrent = true
    let pollTimer: ReturnType<typeof setTimeout> | undefined
    async function poll(): Promise<void> {
      const polled = await pollOnce({ reference, transactionReference })
      if (!isCurrent) return
      if (!polled) return navigate.to(loginPath)
      toastFailure(polled)
      setOutcome(polled)
      if (polled.status === 'asking') pollTimer = setTimeout(poll, pollMs)
    }
    void poll()
    return () => {
      isCurrent = false
      clearTimeout(pollTimer)
    }
  }, [reference, transactionReference])

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate.replace(walletPath), redirectMs)
    return () => clearTimeout(timer)
  }, [isDone])

  return { ...outcome, redirectSeconds, hour }
}

function toastFailure({ status, message }: PolledOutcome): void {
  if (status === 'failed') toast.error(message ?? noResponseText())
}

/** One request for the top-up's status; null when the session has ended. */
async function pollOnce(body: {
  reference: string
  transactionReference: string | null
}): Promise<PolledOutcome | null> {
  try {
    const envelope = await request(verifyTopUp, { body, quiet: true })
    if (!envelope) return null
    return {
      status: envelope.status === 'success' ? 'done' : 'asking',
      result: envelope.data ?? null,
      message: envelope.message || null,
    }
  } catch (error) {
    const message = error instanceof RequestError ? error.message : noResponseText()
    return { status: isFinalResponse(error) ? 'failed' : 'asking', result: null, message }
  }
}

/** Counts down to 0 once a second while `isRunning`. */
function useSecondsCountdown(from: number, isRunning: boolean): number {
  const [remaining, setRemaining] = useState(from)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setRemaining((previous) => Math.max(0, previous - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return remaining
}
