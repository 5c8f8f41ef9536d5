import { apiPrefix } from '../../shared/constants.ts'
import {
  AccountEvent,
  eventKeepAliveMs,
  getUnreadNotifications,
  streamAccountEvents,
} from '../../shared/notifications.ts'
import { fetchOrNull, readMeta } from '../lib/index.ts'

/** Delay before a closed stream is reopened, and poll interval while no stream can be opened. */
const delaysMs = { reopen: 1_000, poll: 60_000 } as const

/** One page of a browser holds the event stream and broadcasts to the others. */
const channelName = 'account-events'
/** `to` identifies the recipient: another user may have signed in on another page. */
interface SharedEvent {
  readonly to: string
  readonly event: unknown
}

/**
 * Subscribes to account events; polls while no stream can be opened. All pages of a browser share one stream where
 * the browser supports it. A hidden page keeps no stream open. @returns unsubscribe function
 */
export function watchAccountEvents(onEvent: (event: AccountEvent) => void): () => void {
  const channel = canShareConnection() ? new BroadcastChannel(channelName) : null
  const userKey = () => (readMeta('session-token') ?? '').slice(-8)
  let connection: AbortController | null = null

  const publish = (event: AccountEvent) => {
    onEvent(event)
    channel?.postMessage({ to: userKey(), event } satisfies SharedEvent)
  }
  const onMessage = ({ data }: MessageEvent<SharedEvent>) => {
    const event = AccountEvent.safeParse(data.event)
    if (event.success && data.to === userKey()) onEvent(event.data)
  }
  const connectIfVisible = () => {
    if (document.hidden || !readMeta('session-token')) {
      connection?.abort()
      connection = null
    } else if (!connection) {
      connection = new AbortController()
      void (channel ? connectWhenFree(connection.signal, publish) : keepConnected(connection.signal, publish))
    }
  }
  channel?.addEventListener('message', onMessage)
  document.addEventListener('visibilitychange', connectIfVisible)
  connectIfVisible()
  return () => {
    document.removeEventListener('visibilitychange', connectIfVisible)
    connection?.abort()
    channel?.close()
  }
}

const canShareConnection = () => 'BroadcastChannel' in window && 'locks' in navigator

/** Opens the stream immediately, or when the page that holds it closes; until then fetches the count once. */
async function connectWhenFree(signal: AbortSignal, publish: (event: AccountEvent) => void): Promise<void> {
  const connect = () => keepConnected(signal, publish)
  const isHeldElsewhere = await navigator.locks.request(channelName, { ifAvailable: true }, (lock) =>
    lock ? connect() : 'taken',
  )
  if (!isHeldElsewhere || signal.aborted) return
  await fetchUnreadCount(publish)
  // An abort during the wait rejects the lock request.
  await navigator.locks.request(channelName, { signal }, connect).catch(() => undefined)
}

/** Reads streams one after another until the signal aborts. */
async function keepConnected(signal: AbortSignal, publish: (event: AccountEvent) => void): Promise<void> {
  while (!signal.aborted) {
    const hasData = await readStream(signal, publish).catch(() => false)
    if (signal.aborted) return
    if (!hasData) await fetchUnreadCount(publish)
    await delay(hasData ? delaysMs.reopen : delaysMs.poll, signal)
  }
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function fetchUnreadCount(publish: (event: AccountEvent) => void): Promise<void> {
  const count = await fetchOrNull(getUnreadNotifications)
  if (count) publish({ type: 'unread', unread: count.unread })
}

/** Reads one stream to its end. @returns whether any data arrived */
async function readStream(
  outerSignal: AbortSignal,
  publish: (event: AccountEvent) => void,
): Promise<boolean> {
  const controller = new AbortController()
  const abortStream = () => controller.abort()
  outerSignal.addEventListener('abort', abortStream)
  let hasData = false
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  try {
    const response = await fetch(`${apiPrefix}${streamAccountEvents.path}`, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${readMeta('session-token') ?? ''}` },
      signal: controller.signal,
    })
    if (!response.ok || !response.body) return false
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let buffer = ''
    for (;;) {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(abortStream, 2 * eventKeepAliveMs)
      const { value, done } = await reader.read()
      if (done) return hasData
      hasData = true
      const lines = (buffer + value).split('\n')
      buffer = lines.pop() ?? ''
      publishEvents(lines, publish)
    }
  } catch {
    return hasData
  } finally {
    clearTimeout(silenceTimer)
    outerSignal.removeEventListener('abort', abortStream)
  }
}

function publishEvents(lines: readonly string[], publish: (event: AccountEvent) => void) {
  for (const event of lines.map(parseEvent)) if (event) publish(event)
}

function parseEvent(text: string): AccountEvent | null {
  if (!text.startsWith('data:')) return null
  try {
    const event = AccountEvent.safeParse(JSON.parse(text.slice(5)))
    return event.success ? event.data : null
  } catch {
    return null
  }
}
