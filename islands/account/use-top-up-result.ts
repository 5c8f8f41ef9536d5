import { useEffect, useState } from 'react'
import { login, wallet } from '../../shared/pages.ts'
import { processTransactions, type TopUpResult } from '../../shared/wallet.ts'
import { ApiError, isFinalResponse, noResponseText, request, toast } from '../lib/index.ts'
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

/** Polls a top-up until its status is final, then redirects to the wallet. Source: decision E-045. */
export function useTopUpResult({ reference, transactionReference }: WalletResultPage): TopUpOutcome {
  const [outcome, setOutcome] = useState<Pick<TopUpOutcome, 'status' | 'result' | 'message'>>({
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
      try {
        const body = { reference, transactionReference }
        const envelope = await request(processTransactions, { body, quiet: true })
        if (!isCurrent) return
        if (!envelope) return navigate.to(login)
        const isFinal = envelope.status === 'success'
        setOutcome({
          status: isFinal ? 'done' : 'asking',
          result: envelope.data ?? null,
          message: envelope.message || null,
        })
        if (isFinal) return
      } catch (error) {
        if (!isCurrent) return
        const message = error instanceof ApiError ? error.message : noResponseText
        if (isFinalResponse(error)) {
          toast.error(message)
          return setOutcome({ status: 'failed', result: null, message })
        }
        setOutcome({ status: 'asking', result: null, message })
      }
      pollTimer = setTimeout(poll, pollMs)
    }
    void poll()
    return () => {
      isCurrent = false
      clearTimeout(pollTimer)
    }
  }, [reference, transactionReference])

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => navigate.replace(wallet), redirectMs)
    return () => clearTimeout(timer)
  }, [isDone])

  return { ...outcome, redirectSeconds, hour }
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
