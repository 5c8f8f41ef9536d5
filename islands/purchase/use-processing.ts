import { useEffect, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { type OrderStatus, orderState } from '../../shared/orders.ts'
import { successPage } from '../../shared/pages.ts'
import { ApiError, ask, isDecision, offlineText, toast } from '../lib/index.ts'
import { go } from './go.ts'
import { journeys } from './journeys.ts'
import { readKept } from './kept.ts'

/** Asked again every 3 s, and every 10 s once half a minute has gone. */
const soonMs = 3_000
const laterMs = 10_000
const soonUntilMs = 30_000
const longWaitMs = 20_000
/** How often money on its way back is looked after. */
const moneyMs = 30_000

interface Order {
  service: Service
  reference: string
  second: string | null
  /** As the page was made; null when its visitor may not read the order. */
  status: OrderStatus | null
}

export interface Processing {
  /** What is known about the money. */
  status: OrderStatus | null
  isOffline: boolean
  /** It takes longer than people expect. */
  isLong: boolean
  /** Why it ended without a delivery; null while it goes on. */
  failure: string | null
}

type Answer =
  | { is: 'delivered'; second: string }
  | { is: 'pending' }
  | { is: 'refused'; message: string }
  | { is: 'lost'; isOffline: boolean }

/**
 * Brings a paid order to its end: asks until it is delivered or refused. A lost answer, a lost network
 * and an ended session are no end; the order goes on without this page. Source: design, section 4.
 */
export function useProcessing({ service, reference, second, status: first }: Order): Processing {
  const [status, setStatus] = useState(first)
  const [isOffline, setIsOffline] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const [failure, setFailure] = useState(first && isReturning(first) ? first.money.says : null)

  useEffect(() => {
    const ending = new AbortController()
    const longWait = setTimeout(setIsLong, longWaitMs, true)
    const secret = second ?? readKept(service, reference)?.access_token ?? null

    async function follow() {
      const began = Date.now()
      while (!ending.signal.aborted) {
        const answer = await askOnce(service, reference, secret)
        if (ending.signal.aborted) return
        if (answer.is === 'delivered') return go.instead(successPage(service, reference, answer.second))
        setIsOffline(answer.is === 'lost' && answer.isOffline)
        const now = answer.is === 'lost' ? null : await readState(reference, secret)
        if (ending.signal.aborted) return
        if (now) setStatus(now)
        if (answer.is === 'refused') {
          toast.error(answer.message)
          setFailure(answer.message)
          return followMoney(now)
        }
        await pause(Date.now() - began < soonUntilMs ? soonMs : laterMs, ending.signal)
      }
    }

    /** After a refusal only the money moves, until it is back or waits for an account. */
    async function followMoney(last: OrderStatus | null | undefined) {
      let seen = last
      while (seen === null || (seen && isMoneyMoving(seen))) {
        await pause(moneyMs, ending.signal)
        if (ending.signal.aborted) return
        const now: OrderStatus | null | undefined = await readState(reference, secret)
        if (ending.signal.aborted || now === undefined) return
        if (!now) continue
        setStatus(now)
        if (now.money.says !== seen?.money.says) setFailure(now.money.says)
        seen = now
      }
    }

    void follow()
    return () => {
      ending.abort()
      clearTimeout(longWait)
    }
  }, [service, reference, second])

  return { status, isOffline, isLong, failure }
}

/** Nothing is waited for any more but the money. */
const isReturning = ({ state }: OrderStatus) => state === 'refunding' || state === 'refunded'

/** It failed, and what was paid is on its way back by itself. */
const isMoneyMoving = ({ state, refund_account }: OrderStatus) =>
  state === 'vend_failed' || (state === 'refunding' && !refund_account)

async function askOnce(service: Order['service'], reference: string, secret: string | null): Promise<Answer> {
  try {
    const progress = await journeys[service].process(reference, secret)
    if (!progress) return { is: 'lost', isOffline: false }
    if (progress.status !== 'success') return { is: 'pending' }
    return { is: 'delivered', second: progress.second ?? secret ?? '' }
  } catch (error) {
    if (isDecision(error)) return { is: 'refused', message: error.message }
    return { is: 'lost', isOffline: error instanceof ApiError && error.message === offlineText }
  }
}

/** Null when it could not be learnt; undefined when this visitor may not read the order. */
async function readState(reference: string, secret: string | null): Promise<OrderStatus | null | undefined> {
  try {
    const query = secret ? { access_token: secret } : {}
    return (await ask(orderState, { params: { reference }, query, quiet: true }))?.data ?? null
  } catch (error) {
    return isDecision(error) ? undefined : null
  }
}

/** Ends early when the network comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })
}
