import { apiPrefix } from '../../shared/constants.ts'
import { AccountEvent, accountEvents, eventBeatMs, unreadNotifications } from '../../shared/notifications.ts'
import { list, readMeta } from '../lib/index.ts'

/** How soon a line that ended is opened again, and how often is asked while none can be had. */
const waits = { again: 1_000, asking: 60_000 } as const

/** Of all pages of a browser one has the line; the others hear from it. */
const place = 'account-events'
/** Who is told: a page of somebody who signed in later is not the same person's. */
interface Told {
  readonly to: string
  readonly event: unknown
}

/**
 * Hears of changes as they happen, and asks now and then while no line can be had. One line serves all pages of a
 * browser, where it can share one, and a page that nobody looks at keeps none open. @returns how to stop
 */
export function watchAccount(hear: (event: AccountEvent) => void): () => void {
  const channel = canShare() ? new BroadcastChannel(place) : null
  const own = () => (readMeta('api-token') ?? '').slice(-8)
  let open: AbortController | null = null

  const tell = (event: AccountEvent) => {
    hear(event)
    channel?.postMessage({ to: own(), event } satisfies Told)
  }
  const listen = ({ data }: MessageEvent<Told>) => {
    const event = AccountEvent.safeParse(data.event)
    if (event.success && data.to === own()) hear(event.data)
  }
  const look = () => {
    if (document.hidden || !readMeta('api-token')) {
      open?.abort()
      open = null
    } else if (!open) {
      open = new AbortController()
      void (channel ? waitForLine(open.signal, tell) : keepLine(open.signal, tell))
    }
  }
  channel?.addEventListener('message', listen)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    open?.abort()
    channel?.close()
  }
}

const canShare = () => 'BroadcastChannel' in window && 'locks' in navigator

/** Keeps the line at once, or as soon as the page that has it leaves; what stands until then is asked once. */
async function waitForLine(signal: AbortSignal, tell: (event: AccountEvent) => void): Promise<void> {
  const keep = () => keepLine(signal, tell)
  const isTaken = await navigator.locks.request(place, { ifAvailable: true }, (lock) =>
    lock ? keep() : 'taken',
  )
  if (!isTaken || signal.aborted) return
  await askOnce(tell)
  // Ended while it waits, it gets no lock.
  await navigator.locks.request(place, { signal }, keep).catch(() => undefined)
}

/** Reads line after line, until it is told to stop. */
async function keepLine(signal: AbortSignal, tell: (event: AccountEvent) => void): Promise<void> {
  while (!signal.aborted) {
    const heard = await readLine(signal, tell).catch(() => false)
    if (signal.aborted) return
    if (!heard) await askOnce(tell)
    await pause(heard ? waits.again : waits.asking, signal)
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function askOnce(tell: (event: AccountEvent) => void): Promise<void> {
  const counted = await list(unreadNotifications)
  if (counted) tell({ about: 'unread', unread: counted.unread })
}

/** Reads one line to its end. @returns whether anything was heard on it */
async function readLine(stop: AbortSignal, tell: (event: AccountEvent) => void): Promise<boolean> {
  const line = new AbortController()
  const end = () => line.abort()
  stop.addEventListener('abort', end)
  let heard = false
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    const answer = await fetch(`${apiPrefix}${accountEvents.path}`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${readMeta('api-token') ?? ''}` },
      signal: line.signal,
    })
    if (!answer.ok || !answer.body) return false
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(end, 2 * eventBeatMs)
      const { value, done } = await reader.read()
      if (done) return heard
      heard = true
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const event = eventIn(text)
        if (event) tell(event)
      }
    }
  } catch {
    return heard
  } finally {
    clearTimeout(silence)
    stop.removeEventListener('abort', end)
  }
}

function eventIn(text: string): AccountEvent | null {
  if (!text.startsWith('data:')) return null
  try {
    const event = AccountEvent.safeParse(JSON.parse(text.slice(5)))
    return event.success ? event.data : null
  } catch {
    return null
  }
}
