import type { Response } from 'express'
import type { Logger } from 'pino'
import type { UserId } from '../../shared/ids.ts'
import { type AccountEvent, eventKeepAliveMs } from '../../shared/notifications.ts'
import type { OrderPage, OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { ApiError, sessionIdOf, sessionTokenFromHeader } from '../http/index.ts'
import { type Changes, changesFor } from './changes.ts'

/** An open event stream of one page. */
interface Stream {
  readonly userId: UserId
  readonly sessionId: string
  readonly res: Response
  readonly endsAt: number
  /** Keys of events the page has already received, or shows from its first render. */
  readonly sentKeys: Set<string>
  unread: number
  lastWriteAt: number
}

export interface Streams {
  /** Streams events until session, lifetime or connection ends. @throws ApiError TOO_MANY, UNAVAILABLE */
  open(userId: UserId, res: Response): Promise<void>
  /** Ends all streams; pages reconnect to another process. */
  close(): Promise<void>
}

interface StreamsDeps {
  readonly db: Database
  readonly log: Logger
}

const maxPerUser = 5
const maxStreams = 5_000
const maxLifetimeMs = 15 * 60_000
const pollIntervalMs = 1_000
/** A client with more unread data than this is treated as gone. */
const maxBufferedBytes = 64 * 1024
/** Keys older than this many events are removed, long after they can recur. */
const maxSentKeys = 2_000

/**
 * The event streams of one process. While a stream is open, the process polls the tables once a second for all
 * streams: it sees the commits of all processes, on both database engines, and no event is lost when a process crashes.
 * NOTIFY is not used: PostgreSQL takes one global lock for all commits with it.
 */
export function createStreams({ db, log }: StreamsDeps): Streams {
  const openStreams = new Set<Stream>()
  let isClosing = false
  let activePoll: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const endStream = (stream: Stream) => {
    openStreams.delete(stream)
    stream.res.end()
  }
  const poll = async () => {
    // A stream that is still opening has not sent its headers.
    const streams = [...openStreams].filter(({ res }) => res.headersSent)
    if (streams.length === 0) return
    try {
      const changes = await changesFor(
        db,
        [...new Set(streams.map((item) => item.userId))],
        streams.map((item) => item.sessionId),
      )
      for (const stream of streams)
        if (openStreams.has(stream) && !sendChanges(stream, changes)) endStream(stream)
    } catch (error) {
      log.warn({ err: error }, 'polling for account events failed')
    }
  }
  const schedulePoll = () => {
    timer = undefined
    if (isClosing || openStreams.size === 0 || activePoll) return
    timer = setTimeout(() => {
      activePoll = poll().finally(() => {
        activePoll = null
        schedulePoll()
      })
    }, pollIntervalMs)
  }

  function assertBelowUserLimit(userId: UserId): void {
    const userStreams = [...openStreams].filter((item) => item.userId === userId)
    if (userStreams.length >= maxPerUser) throw new ApiError('TOO_MANY', { retryAfterSeconds: 60 })
  }

  async function skipEarlierChanges(stream: Stream): Promise<void> {
    try {
      skipEarlierEvents(stream, await changesFor(db, [stream.userId], [stream.sessionId]))
    } catch (error) {
      openStreams.delete(stream)
      throw error
    }
  }

  return {
    async open(userId, res) {
      const sessionId = await sessionIdOf(db.q, sessionTokenFromHeader(res.req.get('authorization')))
      if (!sessionId) throw new ApiError('SESSION_ENDED')
      if (isClosing || openStreams.size >= maxStreams)
        throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 5 })
      assertBelowUserLimit(userId)
      const now = performance.now()
      const stream: Stream = {
        userId,
        sessionId,
        res,
        endsAt: now + maxLifetimeMs,
        sentKeys: new Set(),
        unread: -1,
        lastWriteAt: now,
      }
      if (res.req.method === 'HEAD') return void res.status(200).end()
      openStreams.add(stream)
      res.on('close', () => openStreams.delete(stream))
      await skipEarlierChanges(stream)
      // Ended by a concurrent close.
      if (res.headersSent) return
      sendStreamHeaders(res)
      sendEvent(stream, { type: 'unread', unread: stream.unread })
      if (!timer) schedulePoll()
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      for (const stream of openStreams) endStream(stream)
      await activePoll
    },
  }
}

/** Events from before the stream opened are already on the page. */
function skipEarlierEvents(stream: Stream, current: Changes): void {
  for (const key of [...current.notifications.map((item) => item.id), ...current.orders.map(keyOf)])
    stream.sentKeys.add(key)
  stream.unread = current.unread.get(stream.userId) ?? 0
}

function sendStreamHeaders(res: Response): void {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
}

/** Sends a page the changes it has not received. @returns false when the stream must end */
function sendChanges(stream: Stream, changes: Changes): boolean {
  const now = performance.now()
  const { res, userId, sentKeys } = stream
  if (!changes.sessions.has(stream.sessionId) || now >= stream.endsAt) return false
  if (res.writableLength > maxBufferedBytes) return false
  const unread = changes.unread.get(userId) ?? 0
  sendNotifications(stream, changes.notifications, unread)
  sendOrders(stream, changes.orders)
  if (unread !== stream.unread) {
    stream.unread = unread
    sendEvent(stream, { type: 'unread', unread })
  }
  if (now - stream.lastWriteAt >= eventKeepAliveMs) {
    stream.lastWriteAt = now
    res.write(': keep-alive\n\n')
  }
  trimOldest(sentKeys)
  return true
}

function sendNotifications(stream: Stream, notifications: Changes['notifications'], unread: number): void {
  for (const { id, user_id, subject } of notifications) {
    if (user_id !== stream.userId || stream.sentKeys.has(id)) continue
    stream.sentKeys.add(id)
    stream.unread = unread
    sendEvent(stream, { type: 'notification', id, subject, unread })
  }
}

function sendOrders(stream: Stream, orders: Changes['orders']): void {
  for (const order of orders) {
    const key = keyOf(order)
    if (order.user_id !== stream.userId || stream.sentKeys.has(key)) continue
    stream.sentKeys.add(key)
    const { reference, service, state } = order
    sendEvent(stream, { type: 'order', reference, service, state, page: pageFor[state] })
  }
}

function sendEvent(stream: Stream, event: AccountEvent): void {
  stream.lastWriteAt = performance.now()
  stream.res.write(`data: ${JSON.stringify(event)}\n\n`)
}

function trimOldest(sentKeys: Set<string>): void {
  for (const key of sentKeys) {
    if (sentKeys.size <= maxSentKeys) return
    sentKeys.delete(key)
  }
}

const keyOf = ({ reference, state }: { reference: string; state: OrderState }) => `${reference} ${state}`

/** A hint only: the page itself also loads the payments, and redirects. */
const pageFor = {
  quoted: 'details',
  awaiting_payment: 'details',
  expired: 'details',
  paid: 'process',
  vending: 'process',
  vend_failed: 'process',
  refunding: 'process',
  refunded: 'process',
  delivered: 'success',
} as const satisfies Record<OrderState, OrderPage>
