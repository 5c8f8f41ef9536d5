import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Lock {
  release(): void
}

/** The embedded database is in use: the message names the holder. */
export class Locked extends Error {}

/**
 * Takes the folder of the embedded database for this process. Two processes on one folder destroy it,
 * and it has no lock of its own. A holder that is gone (killed, machine restarted) is replaced.
 * @throws Locked
 */
export function hold(dataDir: string): Lock {
  const file = join(dataDir, 'database.lock')
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(
        file,
        JSON.stringify({ pid: process.pid, boot: bootId(), since: new Date().toISOString() }),
        { flag: 'wx' },
      )
      return { release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(file)
      if (holder && isAlive(holder)) {
        throw new Locked(
          `The database in ${dataDir} is in use by process ${holder.pid} since ${holder.since}. Stop it first, or set DATABASE_URL to share one database.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new Locked(`The database in ${dataDir} is being taken by another process.`)
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

/** Changes at each start of the machine, so that a reused process number does not look alive. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
