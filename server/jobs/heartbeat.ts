import type { Logger } from 'pino'

export interface Heartbeat {
  stop(): Promise<void>
}

/**
 * Looks for due rows again and again, one look after the other. Deadlines are columns and each look
 * claims what it takes, so any number of processes may beat; nothing is kept here.
 * @param look answers how many rows were due: while there were some, the next look follows at once
 */
export function beat(everyMs: number, look: () => Promise<number>, log: Logger): Heartbeat {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const next = (ms: number) => {
    if (!stopped) timer = setTimeout(() => (looking = again()), ms)
  }
  const again = async () => {
    let due = 0
    try {
      due = await look()
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'looking for due work failed')
    }
    next(due > 0 ? 50 : everyMs)
  }
  next(0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
