import { useEffect, useState } from 'react'
import { walletPath } from '../../shared/pages.ts'
import { type TopUpResult, verifyTopUp } from '../../shared/wallet.ts'
import { isFinalResponse, noResponseText, RequestError, toast } from '../lib/index.ts'
import type { WalletResultPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { accountRequest } from './account-request.ts'
import { useNow } from './use-now.ts'

/** Poll interval while the gateway reports no final status. */
const pollMs = 3_000
/** The page redirects after four seconds; its text counts down from three. Source: specification 1, section 9; D-099 */
const redirectMs = 4_000
const countFrom = 3
/** Display only; triggers nothing. Source: specification 1, section 9; D-100 */
const timerSeconds = 3_600

export interface TopUpOutcome {
  status: 'verifying' | 'done' | 'failed'
  result: TopUpResult | null
  message: string | null
  /** Seconds shown in the text, 3 to 0. */
  redirectSeconds: number
  /** Seconds until one hour after the page was opened. */
  timerSecondsLeft: number
}

type PolledOutcome = Pick<TopUpOutcome, 'status' | 'result' | 'message'>

/** Polls a top-up until its status is final, then redirects to the wallet. Source: ruling E-045. */
export function useTopUpResult({ reference, transactionReference }: WalletResultPage): TopUpOutcome {
  const [outcome, setOutcome] = useState<PolledOutcome>({
    status: 'verifying',
    result: null,
    message: null,
  })
  const [openedAt] = useState(Date.now)
  const [doneAt, setDoneAt] = useState<number | null>(null)
  const now = useNow(true)

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function poll(): Promise<void> {
      const polled = await pollOnce({ reference, transactionReference })
      if (!isCurrent || !polled) return
      toastFailure(polled)
      setOutcome(polled)
      if (polled.status === 'verifying') timer = setTimeout(poll, pollMs)
      if (polled.status !== 'done') return
      setDoneAt(Date.now())
      timer = setTimeout(() => navigate.replace(walletPath), redirectMs)
    }
    void poll()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [reference, transactionReference])

  return {
    ...outcome,
    redirectSeconds: secondsLeft(countFrom, doneAt, now),
    timerSecondsLeft: secondsLeft(timerSeconds, openedAt, now),
  }
}

function toastFailure({ status, message }: PolledOutcome): void {
  if (status === 'failed') toast.error(message ?? noResponseText())
}

/** One request for the top-up's status; null when the session has ended, which redirects to sign-in. */
async function pollOnce(body: {
  reference: string
  transactionReference: string | null
}): Promise<PolledOutcome | null> {
  try {
    const envelope = await accountRequest(verifyTopUp, { body, quiet: true })
    if (!envelope) return null
    return {
      status: envelope.status === 'success' ? 'done' : 'verifying',
      result: envelope.data ?? null,
      message: envelope.message || null,
    }
  } catch (error) {
    const message = error instanceof RequestError ? error.message : noResponseText()
    return { status: isFinalResponse(error) ? 'failed' : 'verifying', result: null, message }
  }
}

/** Counts down from `total` seconds to 0, from a time in ms; null = not yet. */
const secondsLeft = (total: number, startedAt: number | null, now: number | null): number =>
  startedAt === null || now === null ? total : Math.max(0, total - Math.floor((now - startedAt) / 1_000))
