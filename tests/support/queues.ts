import { pino } from 'pino'
import type { Database } from '../../server/database/index.ts'
import { createJobs, createTaskRunner, type Queue } from '../../server/jobs/index.ts'

const silentLog = pino({ level: 'silent' })

/** A queue without polling, as in a process of its own. */
export function startQueue(db: Database, queue: Queue) {
  const jobs = createJobs({ db, log: silentLog, taskRunner: createTaskRunner(silentLog), queues: [queue] })
  return {
    trigger: () => jobs.trigger(queue.name),
    /** Claims and starts due rows. @returns their number */
    poll: () => jobs.runDueJobs(),
    /** Stops claiming, and waits for the claimed rows. */
    stop: () => jobs.stop(10_000),
    metrics: async () => (await jobs.metrics()).get(queue.name),
  }
}

/** Claims due rows once and waits until they are processed. */
export async function runQueue(db: Database, queue: Queue): Promise<void> {
  const running = startQueue(db, queue)
  await running.poll()
  await running.stop()
}
