import type { Logger } from 'pino'
import { inWorkContext } from '../telemetry/index.ts'

export interface Poller {
  stop(): Promise<void>
}

/**
 * Polls for due rows, one poll at a time. Due times are columns and each poll claims its rows, so any number
 * of processes may poll; the poller has no state.
 * @param poll returns the number of due rows; while it is above 0, the next poll follows after 50 ms
 */
export function startPolling(everyMs: number, poll: () => Promise<number>, log: Logger): Poller {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let activePoll: Promise<void> = Promise.resolve()
  const scheduleNextPoll = (ms: number) => {
    if (!isStopped) timer = setTimeout(() => (activePoll = inWorkContext(pollOnce)), ms)
  }
  const pollOnce = async () => {
    let dueCount = 0
    try {
      dueCount = await poll()
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'polling for due rows failed')
    }
    scheduleNextPoll(dueCount > 0 ? 50 : everyMs)
  }
  scheduleNextPoll(0)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await activePoll
    },
  }
}
