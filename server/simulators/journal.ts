import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/** What the counterparties must not forget: one JSON line per event, on disk before it is answered. */
export interface Journal {
  /** Queues one event of a party; `durable` says when it is on disk. Nothing is taken after `close`. */
  append(party: string, event: unknown): void
  /** Resolves when everything appended so far is on disk. One flush carries all who wait (group commit). */
  durable(): Promise<void>
  /** Hands every kept event to `apply`, oldest first. */
  replay(apply: (party: string, event: unknown) => void): Promise<void>
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
  let lines: string[] = []
  let gathering = false
  let closed = false
  let last: Promise<void> = sealTornLine()

  /** A kill may leave half a line, never acknowledged: it is ended, so that the next one stands alone. */
  async function sealTornLine() {
    const { size } = await handle.stat()
    if (size === 0) return
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
    if (buffer.toString() !== '\n') await handle.appendFile('\n')
  }

  async function flush() {
    const batch = lines.join('')
    lines = []
    gathering = false
    await handle.appendFile(batch)
    await handle.datasync()
  }

  return {
    append(party, event) {
      if (closed) return
      lines.push(`${JSON.stringify({ party, event } satisfies Line)}\n`)
      if (gathering) return
      gathering = true
      last = last.then(flush)
    },
    durable: () => last,
    async replay(apply) {
      await last
      for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
        const line = parsed(text)
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

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}
