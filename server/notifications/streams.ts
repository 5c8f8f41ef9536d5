import type { Response } from 'express'
import type { Logger } from 'pino'
import { type AccountEvent, eventBeatMs } from '../../shared/notifications.ts'
import type { OrderPage, OrderState } from '../../shared/orders.ts'
import type { Database } from '../database/index.ts'
import { bearerIn, Refused, sessionOf } from '../http/index.ts'
import { type Changes, changesFor } from './changes.ts'

/** One page that listens. */
interface Stream {
  readonly userId: string
  readonly sessionId: string
  readonly res: Response
  readonly endsAt: number
  /** What it was told, or had before it came. */
  readonly told: Set<string>
  unread: number
  beatAt: number
}

export interface Streams {
  /** Answers with events until the session ends, the time is over, or the page leaves. @throws Refused TOO_MANY, UNAVAILABLE */
  open(userId: string, res: Response): Promise<void>
  /** Ends all of them; whoever listens asks again, and another process answers. */
  close(): Promise<void>
}

interface Parts {
  readonly db: Database
  readonly log: Logger
}

const mostOfOne = 5
const mostOfAll = 5_000
const lifeMs = 15 * 60_000
const lookEveryMs = 1_000
/** Somebody who reads so slowly is not there any more. */
const mostUnreadBytes = 64 * 1024
/** Old hints are forgotten long after they can come again. */
const mostTold = 2_000

/**
 * The event streams of one process. While somebody listens it looks into the tables once a second, for all
 * of them together: every process sees what any other committed, on both engines, and nothing is lost with one
 * that died. NOTIFY was left out on purpose: PostgreSQL takes one lock for all who commit with it.
 */
export function createStreams({ db, log }: Parts): Streams {
  const open = new Set<Stream>()
  let closing = false
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const end = (stream: Stream) => {
    open.delete(stream)
    stream.res.end()
  }
  const look = async () => {
    const all = [...open]
    if (all.length === 0) return
    try {
      const changes = await changesFor(
        db,
        [...new Set(all.map((it) => it.userId))],
        all.map((it) => it.sessionId),
      )
      for (const stream of all) if (open.has(stream) && !pass(stream, changes)) end(stream)
    } catch (error) {
      log.warn({ err: error }, 'looking for events failed')
    }
  }
  const again = () => {
    timer = undefined
    if (closing || open.size === 0 || looking) return
    timer = setTimeout(() => {
      looking = look().finally(() => {
        looking = null
        again()
      })
    }, lookEveryMs)
  }

  return {
    async open(userId, res) {
      const sessionId = await sessionOf(db.q, bearerIn(res.req.get('authorization')))
      if (!sessionId) throw new Refused('SESSION_ENDED')
      if (closing || open.size >= mostOfAll) throw new Refused('UNAVAILABLE', { retryAfterSeconds: 5 })
      const own = [...open].filter((it) => it.userId === userId)
      if (own.length >= mostOfOne) throw new Refused('TOO_MANY', { retryAfterSeconds: 60 })
      const now = performance.now()
      const stream: Stream = {
        userId,
        sessionId,
        res,
        endsAt: now + lifeMs,
        told: new Set(),
        unread: -1,
        beatAt: now,
      }
      if (res.req.method === 'HEAD') return void res.status(200).end()
      open.add(stream)
      res.on('close', () => open.delete(stream))
      try {
        // What happened just before is on the page already.
        const before = await changesFor(db, [userId], [sessionId])
        for (const name of [...before.notifications.map((it) => it.id), ...before.orders.map(nameOf)])
          stream.told.add(name)
        stream.unread = before.unread.get(userId) ?? 0
      } catch (error) {
        open.delete(stream)
        throw error
      }
      res.status(200).set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      })
      res.flushHeaders()
      say(stream, { about: 'unread', unread: stream.unread })
      if (!timer) again()
    },
    async close() {
      closing = true
      clearTimeout(timer)
      for (const stream of open) end(stream)
      await looking
    },
  }
}

/** Passes on what one page has not heard. @returns false when it is to end */
function pass(stream: Stream, changes: Changes): boolean {
  const now = performance.now()
  const { res, userId, told } = stream
  if (!changes.sessions.has(stream.sessionId) || now >= stream.endsAt) return false
  if (res.writableLength > mostUnreadBytes) return false
  const unread = changes.unread.get(userId) ?? 0
  for (const { id, user_id, subject } of changes.notifications) {
    if (user_id !== userId || told.has(id)) continue
    told.add(id)
    stream.unread = unread
    say(stream, { about: 'notification', id, subject, unread })
  }
  for (const order of changes.orders) {
    const name = nameOf(order)
    if (order.user_id !== userId || told.has(name)) continue
    told.add(name)
    const { reference, service, state } = order
    say(stream, { about: 'order', reference, service, state, page: pageFor[state] })
  }
  if (unread !== stream.unread) {
    stream.unread = unread
    say(stream, { about: 'unread', unread })
  }
  if (now - stream.beatAt >= eventBeatMs) {
    stream.beatAt = now
    res.write(': beat\n\n')
  }
  forgetOldest(told)
  return true
}

function say(stream: Stream, event: AccountEvent): void {
  stream.beatAt = performance.now()
  stream.res.write(`data: ${JSON.stringify(event)}\n\n`)
}

function forgetOldest(told: Set<string>): void {
  for (const name of told) {
    if (told.size <= mostTold) return
    told.delete(name)
  }
}

const nameOf = ({ reference, state }: { reference: string; state: OrderState }) => `${reference} ${state}`

/** A hint only: the page itself knows the payments too, and leads on. */
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
