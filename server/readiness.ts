import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { checkDatabase, type Database, type DatabaseStatus } from './database/index.ts'
import { startPolling } from './jobs/index.ts'

const checkEveryMs = 2_000
/** A check that takes longer than this counts as failed. */
const timeoutMs = 3_000

export interface Readiness {
  /** Whether this process can serve. A good status is cached for two seconds; a bad one is checked again. */
  isReady(): Promise<boolean>
  /** False while the database cannot store rows: write requests are then rejected. */
  isWritable(): boolean
  stop(): Promise<void>
}

/** Checks the database every two seconds, so that a full disk is detected before a customer is sent to pay. */
export function watchReadiness(db: Database, log: Logger): Readiness {
  let status: DatabaseStatus = 'ready'
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined
  const check = async () => {
    const previous = status
    status = await checkDatabase(db)
    checkedAt = performance.now()
    if (status !== previous && status === 'unwritable')
      log.error('the database cannot store rows; write requests are rejected')
    if (status === 'ready' && previous === 'unwritable') log.info('the database can store rows again')
  }
  const checkOnce = () => {
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }
  const poller = startPolling(
    checkEveryMs,
    async () => {
      await checkOnce()
      return 0
    },
    log,
  )
  return {
    async isReady() {
      // A bad status is checked again immediately: the process is ready as soon as the database is.
      if (status === 'ready' && performance.now() - checkedAt < checkEveryMs) return true
      const hasAnswered = await Promise.race([
        checkOnce().then(() => true),
        pause(timeoutMs, false, { ref: false }),
      ])
      return hasAnswered && status === 'ready'
    },
    isWritable: () => status !== 'unwritable',
    stop: () => poller.stop(),
  }
}
