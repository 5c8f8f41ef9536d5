import { useEffect, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import { getOrderState, type OrderProgress } from '../../shared/orders.ts'
import { successPageUrl } from '../../shared/pages.ts'
import { isFinalResponse, offlineText, RequestError, request, toast } from '../lib/index.ts'
import { navigate } from './navigate.ts'
import type { ServiceFlow } from './service-flow.ts'
import { readStoredOrder } from './stored-order.ts'

/** Polled every 3 s, and every 10 s after 30 s. */
const pollMs = 3_000
const slowPollMs = 10_000
const slowPollAfterMs = 30_000
const slowAfterMs = 20_000
/** Polling interval of a pending refund. */
const refundPollMs = 30_000
/** A page without any status is stale after one lost poll; a status of the order is shown for one more. */
const lostPollsUntilStale = 2

interface ProcessingInput {
  service: Service
  reference: string
  accessToken: string | null
  /** Status in the page; null when this user may not read the order. */
  status: OrderProgress | null
  /** The server found no order for this session; the access token in this browser's storage may still open it. */
  isUnknown: boolean
  /** The order was already slow, or had ended without a delivery, when the server rendered the page. */
  isSlow?: boolean
  failure?: string | null
}

export interface Processing {
  /** Latest known status. */
  status: OrderProgress | null
  /** A newer status could not be loaded: the order may have changed since `statusLoadedAt`. */
  isStale: boolean
  /** When the browser last received a status, as ISO time; null before the first. */
  statusLoadedAt: string | null
  isOffline: boolean
  /** Processing takes longer than usual. */
  isSlow: boolean
  /** Why it ended without a delivery; null while in progress. */
  failure: string | null
  /** This browser cannot open the order. */
  isUnknown: boolean
}

type ProcessResult =
  | { status: 'delivered'; accessToken: string }
  | { status: 'pending' }
  | { status: 'rejected'; message: string }
  | { status: 'no_response'; isOffline: boolean }

/**
 * Processes a paid order: polls until it is delivered or rejected. A lost response, an offline browser and an ended
 * session do not end it; processing continues without this page. Source: design, section 4.
 */
export function useProcessing(order: ProcessingInput, process: ServiceFlow['process']): Processing {
  const { service, reference, accessToken, status: initialStatus } = order
  const [status, setStatus] = useState(initialStatus)
  const [statusLoadedAt, setStatusLoadedAt] = useState<string | null>(null)
  // The web server's own request for the status is the first lost poll of a page without one.
  const [lostPolls, setLostPolls] = useState(initialStatus === null && !order.isUnknown ? 1 : 0)
  const [isOffline, setIsOffline] = useState(false)
  const [isSlow, setIsSlow] = useState(order.isSlow ?? false)
  const [isUnknown, setIsUnknown] = useState(order.isUnknown)
  const [initialFailure] = useState(
    order.failure ?? (initialStatus && hasEnded(initialStatus) ? initialStatus.money.message : null),
  )
  const [failure, setFailure] = useState(initialFailure)

  useEffect(() => {
    const controller = new AbortController()
    const storedToken = readStoredOrder(service, reference)?.access_token ?? null
    if (order.isUnknown && !storedToken) return
    setIsUnknown(false)
    if (initialStatus) setStatusLoadedAt(new Date().toISOString())
    const slowTimer = setTimeout(setIsSlow, slowAfterMs, true)
    const usedAccessToken = accessToken ?? storedToken
    const { signal } = controller

    async function poll() {
      const startedAt = Date.now()
      while (!signal.aborted) {
        const result = await processOnce(process, reference, usedAccessToken)
        if (signal.aborted || (await isFinished(result))) return
        await pause(pollDelayMs(startedAt), signal)
      }
    }

    /** Shows one result. @returns false while the order must be polled again */
    async function isFinished(result: ProcessResult): Promise<boolean> {
      if (result.status === 'delivered') {
        navigate.replace(successPageUrl(service, reference, result.accessToken))
        return true
      }
      setIsOffline(isOfflineResult(result))
      const latest = await fetchStatusAfter(result, reference, usedAccessToken)
      if (signal.aborted) return true
      recordPoll(latest)
      setFailure(failureAfter(latest))
      if (result.status !== 'rejected') return false
      await showRejection(result.message, latest)
      return true
    }

    /** @param latest null for a lost poll; undefined when this user may not read the order */
    function recordPoll(latest: OrderProgress | null | undefined) {
      if (latest === null) return setLostPolls((lost) => lost + 1)
      if (latest === undefined) return
      setStatus(latest)
      setStatusLoadedAt(new Date().toISOString())
      setLostPolls(0)
    }

    async function showRejection(message: string, latest: OrderProgress | null | undefined) {
      if (latest === undefined) return setIsUnknown(true)
      // A rejection is shown as a toast, unless the page opened with it. Source: specification 1, process page.
      if (initialFailure === null) toast.error(message)
      setFailure(message)
      await showRefundProgress(latest)
    }

    async function showRefundProgress(latest: OrderProgress | null) {
      await pollRefund({ reference, accessToken: usedAccessToken }, signal, latest, (current, previous) => {
        recordPoll(current)
        if (current && current.money.message !== previous?.money.message) setFailure(current.money.message)
      })
    }

    // The API rejects a request to process an order whose money is returned. An expired one may have a late payment.
    void (initialStatus && isRefunded(initialStatus) ? showRefundProgress(initialStatus) : poll())
    return () => {
      controller.abort()
      clearTimeout(slowTimer)
    }
  }, [service, reference, accessToken, order.isUnknown, initialStatus, initialFailure, process])

  const isStale = lostPolls >= (status ? lostPollsUntilStale : 1)
  return { status, isStale, statusLoadedAt, isOffline, isSlow, failure, isUnknown }
}

const isOfflineResult = (result: ProcessResult) => result.status === 'no_response' && result.isOffline

const pollDelayMs = (startedAt: number) => (Date.now() - startedAt < slowPollAfterMs ? pollMs : slowPollMs)

/** After a rejection only the refund is polled, until it is paid or needs a bank account. */
async function pollRefund(
  { reference, accessToken }: { reference: string; accessToken: string | null },
  signal: AbortSignal,
  initialStatus: OrderProgress | null,
  /** `current` is null for a lost poll. */
  onPoll: (current: OrderProgress | null, previous: OrderProgress | null) => void,
): Promise<void> {
  let previous = initialStatus
  while (previous === null || isRefundPending(previous)) {
    await pause(refundPollMs, signal)
    if (signal.aborted) return
    const latest = await fetchStatus(reference, accessToken)
    if (signal.aborted || latest === undefined) return
    onPoll(latest, previous)
    previous = latest ?? previous
  }
}

/** The failure to show after a poll: a late payment reopens an expired order. */
const failureAfter = (latest: OrderProgress | null | undefined) => (failure: string | null) =>
  latest && !hasEnded(latest) ? null : failure

/** Ended without a delivery: at most the refund is still pending. */
const hasEnded = (status: OrderProgress) => isRefunded(status) || status.state === 'expired'

/** Failed: the refund is in progress or completed. */
const isRefunded = ({ state }: OrderProgress) => state === 'refunding' || state === 'refunded'

/** The order failed and an automatic refund is pending. */
const isRefundPending = ({ state, refund_account }: OrderProgress) =>
  state === 'vend_failed' || (state === 'refunding' && !refund_account)

async function processOnce(
  process: ServiceFlow['process'],
  reference: string,
  accessToken: string | null,
): Promise<ProcessResult> {
  try {
    const progress = await process(reference, accessToken)
    if (!progress) return { status: 'no_response', isOffline: false }
    if (progress.status !== 'success') return { status: 'pending' }
    return { status: 'delivered', accessToken: progress.accessToken ?? accessToken ?? '' }
  } catch (error) {
    if (isFinalResponse(error)) return { status: 'rejected', message: error.message }
    return {
      status: 'no_response',
      isOffline: error instanceof RequestError && error.message === offlineText(),
    }
  }
}

/** Null when the request failed; undefined when this user may not read the order. */
async function fetchStatus(
  reference: string,
  accessToken: string | null,
): Promise<OrderProgress | null | undefined> {
  try {
    const query = accessToken ? { access_token: accessToken } : {}
    return (await request(getOrderState, { params: { reference }, query, quiet: true }))?.data ?? null
  } catch (error) {
    return isFinalResponse(error) ? undefined : null
  }
}

/** A request without a response needs no second request. */
const fetchStatusAfter = async ({ status }: ProcessResult, reference: string, accessToken: string | null) =>
  status === 'no_response' ? null : fetchStatus(reference, accessToken)

/** Ends early when the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listeners = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      listeners.abort()
      resolve()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish, { signal: listeners.signal })
    signal.addEventListener('abort', finish, { signal: listeners.signal })
  })
}
