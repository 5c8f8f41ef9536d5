import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/** Event journal of the providers: one JSON line per event, on disk before the response. */
export interface Journal {
  /** Queues an event of a provider; `waitUntilWritten` resolves when it is on disk. Ignored after `close`. */
  append(provider: string, event: unknown): void
  /** Resolves when all appended events are on disk. Concurrent callers share one flush (group commit). */
  waitUntilWritten(): Promise<void>
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
  let isClosed = false
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
      if (isClosed) return
      lines.push(`${JSON.stringify({ party: provider, event } satisfies Line)}\n`)
      if (isFlushScheduled) return
      isFlushScheduled = true
      last = last.then(flush)
    },
    waitUntilWritten: () => last,
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
      isClosed = true
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

/** Keys that earlier journals use, with the current ones. */
const currentKeys = new Map([
  ['is', 'type'],
  ['because', 'reason'],
  ['servedKobo', 'vendedKobo'],
  ['servedTo', 'vendedBeneficiary'],
  ['handle', 'requeryKey'],
  ['hiddenFor', 'hiddenRequeries'],
  ['course', 'outcome'],
])

/** Reads an event of an earlier release: renamed keys, and a requery's former kind `asked`. */
function withCurrentKeys(_key: string, value: unknown): unknown {
  if (value === 'asked') return 'requeried'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [currentKeys.get(key) ?? key, item]))
}
