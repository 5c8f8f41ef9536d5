import { apiPrefix } from '../../shared/constants.ts'
import { AccountEvent, accountEvents, eventBeatMs, unreadNotifications } from '../../shared/notifications.ts'
import { list, readMeta } from '../lib/index.ts'

/** How soon a line that ended is opened again, and how often is asked while none can be had. */
const waits = { again: 1_000, asking: 60_000 } as const

/**
 * Hears of changes as they happen, and asks now and then while no line can be had. A page that nobody looks at
 * keeps no line open. @returns how to stop
 */
export function watchAccount(hear: (event: AccountEvent) => void): () => void {
  let line: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function open(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden || line || !readMeta('api-token')) return
    const mine = new AbortController()
    line = mine
    const heard = await readLine(mine, hear).catch(() => false)
    if (line !== mine) return
    line = null
    if (heard) timer = setTimeout(open, waits.again)
    else {
      await askOnce(hear)
      timer = setTimeout(open, waits.asking)
    }
  }
  function close(): void {
    clearTimeout(timer)
    line?.abort()
    line = null
  }
  const look = () => (document.hidden ? close() : void open())
  document.addEventListener('visibilitychange', look)
  void open()
  return () => {
    document.removeEventListener('visibilitychange', look)
    close()
  }
}

async function askOnce(hear: (event: AccountEvent) => void): Promise<void> {
  const counted = await list(unreadNotifications)
  if (counted) hear({ about: 'unread', unread: counted.unread })
}

/** Reads one line to its end. @returns whether anything was heard on it */
async function readLine(line: AbortController, hear: (event: AccountEvent) => void): Promise<boolean> {
  const answer = await fetch(`${apiPrefix}${accountEvents.path}`, {
    headers: { Accept: 'text/event-stream', Authorization: `Bearer ${readMeta('api-token') ?? ''}` },
    signal: line.signal,
  })
  if (!answer.ok || !answer.body) return false
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let heard = false
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(() => line.abort(), 2 * eventBeatMs)
      const { value, done } = await reader.read()
      if (done) return heard
      heard = true
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const event = eventIn(text)
        if (event) hear(event)
      }
    }
  } catch {
    return heard
  } finally {
    clearTimeout(silence)
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
