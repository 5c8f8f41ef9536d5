import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/** Event journal of the providers: one JSON line per event, on disk before the response. */
export interface Journal {
  /** Queues an event of a provider; `durable` resolves when it is on disk. Ignored after `close`. */
  append(provider: string, event: unknown): void
  /** Resolves when all appended events are on disk. Concurrent callers share one flush (group commit). */
  durable(): Promise<void>
  /** Passes every stored event to `apply`, oldest first. */
  replay(apply: (provider: string, event: unknown) => void): Promise<void>
  clear(): Promise<void>
  close(): Promise<void>
}

interface Line {
  party: string
  event: unknown
}

export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a+', 0o600)
  await handle.chmod(0o600)
  let lines: string[] = []
  let isFlushScheduled = false
  let closed = false
  let last: Promise<void> = sealTornLine()

  /** A killed process can leave a partial, unacknowledged line: terminate it so that the next line is valid. */
  async function sealTornLine() {
    const { size } = await handle.stat()
    if (size === 0) return
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
    if (buffer.toString() !== '\n') await handle.appendFile('\n')
  }

  async function flush() {
    const batch = lines.join('')
    lines = []
    isFlushScheduled = false
    await handle.appendFile(batch)
    await handle.datasync()
  }

  return {
    append(provider, event) {
      if (closed) return
      lines.push(`${JSON.stringify({ party: provider, event } satisfies Line)}\n`)
      if (isFlushScheduled) return
      isFlushScheduled = true
      last = last.then(flush)
    },
    durable: () => last,
    async replay(apply) {
      await last
      for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        const line = parseLine(text)
        if (line) apply(line.party, line.event)
      }
    },
    clear() {
      last = last.then(async () => {
        await handle.truncate(0)
        await handle.datasync()
      })
      return last
    },
    async close() {
      closed = true
      await last
      await handle.close()
    },
  }
}

function parseLine(text: string): Line | null {
  try {
    return JSON.parse(text, withCurrentKeys) as Line
  } catch {
    return null
  }
}

/** Release 0.1.0 stored an outcome's type as `is` and its reason as `because`. */
function withCurrentKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('is' in value) || 'type' in value) return value
  const { is: type, because: reason, ...rest } = value as Record<string, unknown>
  return reason === undefined ? { type, ...rest } : { type, reason, ...rest }
}
