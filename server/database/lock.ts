import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Lock {
  release(): void
}

/** The embedded database is in use. The message names the process. */
export class DatabaseLockedError extends Error {}

/**
 * Locks the embedded database's folder for this process. The database has no lock of its own, and two processes would
 * corrupt it. The lock of a process that no longer runs (killed, machine restarted) is replaced.
 * @throws DatabaseLockedError
 */
export function acquireLock(dataDir: string): Lock {
  const file = join(dataDir, 'database.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(
        file,
        JSON.stringify({ pid: process.pid, boot: bootId(), since: new Date().toISOString() }),
        { flag: 'wx', mode: 0o600 },
      )
      return { release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      if (holder && isAlive(holder)) {
        throw new DatabaseLockedError(
          `The database in ${dataDir} is in use by process ${holder.pid} since ${holder.since}. Stop it first, or set DATABASE_URL to share one database.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new DatabaseLockedError(`The database in ${dataDir} is being locked by another process.`)
}

interface Holder {
  pid: number
  boot: string
  since: string
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid || holder.boot !== bootId()) return holder.pid === process.pid
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Changes at each boot, so that a reused process id is not mistaken for the holder. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
