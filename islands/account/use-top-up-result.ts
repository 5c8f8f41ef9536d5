import { useEffect, useState } from 'react'
import { login, wallet } from '../../shared/pages.ts'
import { processTransactions, type TopUpResult } from '../../shared/wallet.ts'
import { ApiError, ask, isDecision, noAnswerText, toast } from '../lib/index.ts'
import type { WalletResultPage } from '../pages.ts'
import { go } from '../purchase/go.ts'

/** Asked again as long as the gateway does not know. */
const askAgainMs = 3_000
/** The page leaves after four seconds; its text counts from three. Source: specification 1, section 9; D-099 */
const leaveMs = 4_000
const countFrom = 3
/** Runs without any effect. Source: specification 1, section 9; D-100 */
const hourSeconds = 3_600

export interface TopUpOutcome {
  is: 'asking' | 'done' | 'failed'
  result: TopUpResult | null
  message: string | null
  /** Seconds as the text counts them, 3 to 0. */
  leaving: number
  /** Seconds of the hour that are left. */
  hour: number
}

/** What became of a top-up, asked until it is clear; then the way back to the wallet. Source: decision E-045. */
export function useTopUpResult({ reference, transactionReference }: WalletResultPage): TopUpOutcome {
  const [outcome, setOutcome] = useState<Pick<TopUpOutcome, 'is' | 'result' | 'message'>>({
    is: 'asking',
    result: null,
    message: null,
  })
  const isDone = outcome.is === 'done'
  const leaving = useSeconds(countFrom, isDone)
  const hour = useSeconds(hourSeconds, true)

  useEffect(() => {
    let wanted = true
    let again: ReturnType<typeof setTimeout> | undefined
    async function follow(): Promise<void> {
      try {
        const body = { reference, transactionReference }
        const envelope = await ask(processTransactions, { body, quiet: true })
        if (!wanted) return
        if (!envelope) return go.to(login)
        const isClear = envelope.status === 'success'
        setOutcome({
          is: isClear ? 'done' : 'asking',
          result: envelope.data ?? null,
          message: envelope.message || null,
        })
        if (isClear) return
      } catch (error) {
        if (!wanted) return
        const message = error instanceof ApiError ? error.message : noAnswerText
        if (isDecision(error)) {
          toast.error(message)
          return setOutcome({ is: 'failed', result: null, message })
        }
        setOutcome({ is: 'asking', result: null, message })
      }
      again = setTimeout(follow, askAgainMs)
    }
    void follow()
    return () => {
      wanted = false
      clearTimeout(again)
    }
  }, [reference, transactionReference])

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => go.instead(wallet), leaveMs)
    return () => clearTimeout(timer)
  }, [isDone])

  return { ...outcome, leaving, hour }
}

/** Counts down to 0 once a second, while it runs. */
function useSeconds(from: number, isRunning: boolean): number {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setLeft((was) => Math.max(0, was - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return left
}
