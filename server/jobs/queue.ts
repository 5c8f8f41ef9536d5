import { SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { inRootSpan, inWorkContext } from '../telemetry/index.ts'
import { type Poller, startPolling } from './poller.ts'
import type { TaskRunner } from './task-runner.ts'

/**
 * Rows that one module processes outside requests. The due time of a row is a column (`due_at`), so a queue has no
 * state of its own, and every process may poll it.
 */
interface QueueDefinition<Name extends string, Row> {
  readonly name: Name
  /** Rows that one process works on at the same time. */
  readonly concurrency: number
  readonly pollMs: number
  /**
   * Claims up to `limit` due rows for this process, with `SKIP LOCKED` and a lease in `due_at`, so that a row whose
   * worker crashed becomes due again. A claim without a lease needs a `process` that claims by version.
   */
  readonly claim: (limit: number) => Promise<readonly Row[]>
  /** Works on one row and stores its result. A failure is logged, and the row is retried when its lease ends. */
  readonly process: (row: Row) => Promise<unknown>
  /** Names the row in the log. */
  readonly idOf: (row: Row) => string
  /** The due rows, for the metrics. */
  readonly backlog: () => Promise<Backlog>
}

/** A queue whose row type is known to its definition alone. */
export interface Queue<Name extends string = string>
  extends Omit<QueueDefinition<Name, never>, 'claim' | 'process' | 'idOf'> {
  readonly claim: (limit: number) => Promise<readonly ClaimedRow[]>
}

interface ClaimedRow {
  readonly id: string
  /** The trace that created the row. */
  readonly traceparent: string | null
  readonly process: () => Promise<unknown>
}

/** The due rows of a queue, in all processes. */
export interface Backlog {
  /** At most `maxCountedRows`: more are not counted. */
  readonly dueRows: number
  /** Age of the oldest due row; null when none is due. */
  readonly oldestDueSeconds: number | null
}

/** Declares a queue. */
export const defineQueue = <const Name extends string, Row>({
  claim,
  process,
  idOf,
  ...queue
}: QueueDefinition<Name, Row>): Queue<Name> => ({
  ...queue,
  claim: async (limit) =>
    (await claim(limit)).map((row) => ({
      id: idOf(row),
      traceparent: traceparentOf(row),
      process: () => process(row),
    })),
})

const traceparentOf = (row: unknown): string | null =>
  typeof row === 'object' && row !== null && 'traceparent' in row && typeof row.traceparent === 'string'
    ? row.traceparent
    : null

/** Counts of one queue in this process, since its start, with its due rows. */
export interface QueueMetrics extends Backlog {
  readonly processed: number
  readonly failed: number
  readonly running: number
  readonly lastPollAt: Date | null
}

export interface QueueRunner {
  /** Polls until `stop`. */
  start(): void
  /**
   * Claims due rows for the free slots and starts them. One claim at a time: a call during a claim makes it claim
   * again. @returns the number of claimed rows
   */
  poll(): Promise<number>
  /** Polls without waiting. */
  trigger(): void
  metrics(): Promise<QueueMetrics>
  /** Stops claiming. Claimed rows continue as background tasks. */
  stop(): Promise<void>
}

/** Runs one queue in this process. */
export function createQueueRunner(
  queue: Queue,
  { taskRunner, log }: { taskRunner: TaskRunner; log: Logger },
): QueueRunner {
  let running = 0
  let processedCount = 0
  let failedCount = 0
  let lastPollAt: Date | null = null
  let isStopped = false
  let poller: Poller | undefined
  let claiming: Promise<number> | undefined
  let isRequested = false
  /** The last claim took all free slots: more rows may be due. */
  let isFull = false

  const spanOptions = { kind: SpanKind.CONSUMER, attributes: { 'sanwo.queue.name': queue.name } }
  const processRow = async ({ id, traceparent, process }: ClaimedRow) => {
    try {
      await inRootSpan(traceparent, `job ${queue.name}`, spanOptions, async () => {
        try {
          await process()
        } catch (error) {
          log.error({ err: error, queue: queue.name, row: id }, 'processing a row of a queue failed')
          throw error
        }
      })
      processedCount += 1
    } catch {
      failedCount += 1
    }
    running -= 1
    if (isFull) trigger()
  }
  const claimFreeSlots = async (): Promise<number> => {
    const slots = queue.concurrency - running
    isFull = slots === 0
    if (isFull || isStopped) return 0
    lastPollAt = new Date()
    const rows = await queue.claim(slots)
    isFull = rows.length === slots
    running += rows.length
    for (const row of rows) taskRunner.run(queue.name, () => inWorkContext(() => processRow(row)))
    return rows.length
  }
  const claimWhileRequested = async (): Promise<number> => {
    let claimedCount = 0
    try {
      while (isRequested) {
        isRequested = false
        claimedCount += await claimFreeSlots()
      }
    } finally {
      claiming = undefined
    }
    return claimedCount
  }
  const poll = (): Promise<number> => {
    isRequested = true
    claiming ??= claimWhileRequested()
    return claiming
  }
  const trigger = () => taskRunner.run(queue.name, poll)

  return {
    start() {
      poller = startPolling(queue.pollMs, poll, log.child({ queue: queue.name }))
    },
    poll,
    trigger,
    metrics: async () => ({
      processed: processedCount,
      failed: failedCount,
      running,
      lastPollAt,
      ...(await queue.backlog()),
    }),
    async stop() {
      isStopped = true
      await poller?.stop()
      await claiming?.catch(() => undefined)
    },
  }
}
