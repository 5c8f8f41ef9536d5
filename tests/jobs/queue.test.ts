import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTaskRunner, defineQueue } from '../../server/jobs/index.ts'
import { createQueueRunner } from '../../server/jobs/queue.ts'
import { eventually } from '../support/test-app.ts'

/** A queue of numbered rows, whose processing ends when the test allows it. */
function startQueue(count: number, { concurrency = 3, failing = -1 } = {}) {
  const logEntries: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logEntries.push(JSON.parse(line)) })
  const taskRunner = createTaskRunner(log)
  const due = Array.from({ length: count }, (_, row) => row)
  const processing = new Map<number, () => void>()
  const done: number[] = []
  let claims = 0
  let concurrentClaims = 0
  let maxConcurrentClaims = 0
  const runner = createQueueRunner(
    defineQueue({
      name: 'numbers',
      concurrency,
      pollMs: 60_000,
      async claim(limit) {
        claims += 1
        maxConcurrentClaims = Math.max(maxConcurrentClaims, ++concurrentClaims)
        await pause(5)
        concurrentClaims -= 1
        return due.splice(0, limit)
      },
      async process(row) {
        await new Promise<void>((resolve) => processing.set(row, resolve))
        processing.delete(row)
        if (row === failing) throw new Error('this row fails')
        done.push(row)
      },
      idOf: String,
      backlog: async () => ({ dueRows: due.length, oldestDueSeconds: null }),
    }),
    { taskRunner, log },
  )
  const complete = (row: number) => processing.get(row)?.()
  return {
    runner,
    taskRunner,
    due,
    done,
    logEntries,
    complete,
    processing: () => [...processing.keys()],
    claims: () => ({ claims, maxConcurrentClaims }),
    waitUntilProcessing: (...rows: number[]) =>
      eventually(async () => [...processing.keys()].join() === rows.join()),
    async completeAll() {
      while (processing.size > 0 || due.length > 0) {
        for (const row of [...processing.keys()]) complete(row)
        await pause(1)
      }
    },
  }
}

test('a queue processes at most its concurrency, and claims the next row as soon as one ends', async () => {
  const rows = startQueue(7)
  expect(await rows.runner.poll()).toBe(3)
  expect(await rows.runner.poll()).toBe(0)
  await rows.waitUntilProcessing(0, 1, 2)
  rows.complete(1)
  await rows.waitUntilProcessing(0, 2, 3)
  rows.complete(0)
  await rows.waitUntilProcessing(2, 3, 4)
  await rows.completeAll()
  await eventually(async () => rows.done.length === 7)
  expect(await rows.runner.metrics()).toMatchObject({ processed: 7, failed: 0, running: 0 })
})

test('a row that fails is logged once and stops no other row', async () => {
  const rows = startQueue(5, { concurrency: 2, failing: 1 })
  await rows.runner.poll()
  await rows.completeAll()
  await eventually(async () => rows.done.length === 4)
  expect(rows.done.toSorted()).toEqual([0, 2, 3, 4])
  expect(rows.logEntries).toMatchObject([{ queue: 'numbers', row: '1', err: { message: 'this row fails' } }])
  expect(await rows.runner.metrics()).toEqual({
    processed: 4,
    failed: 1,
    running: 0,
    lastPollAt: expect.any(Date),
    dueRows: 0,
    oldestDueSeconds: null,
  })
})

test('a trigger during a claim makes the queue claim again, never twice at the same time', async () => {
  const rows = startQueue(0)
  rows.runner.trigger()
  await eventually(async () => rows.claims().claims === 1)
  rows.due.push(7)
  for (let count = 0; count < 10; count++) rows.runner.trigger()
  rows.due.push(8)
  await rows.waitUntilProcessing(7, 8)
  expect(rows.claims().maxConcurrentClaims).toBe(1)
  expect(rows.claims().claims).toBeLessThanOrEqual(3)
})

test('a stopped queue claims nothing, and a drain waits for the claimed rows', async () => {
  const rows = startQueue(5, { concurrency: 2 })
  rows.runner.trigger()
  await pause(1)
  await rows.runner.stop()
  await rows.waitUntilProcessing(0, 1)
  expect(await rows.taskRunner.drain(20)).toBe(false)
  const drained = rows.taskRunner.drain(5_000)
  rows.complete(0)
  rows.complete(1)
  expect(await drained).toBe(true)
  expect(await rows.runner.poll()).toBe(0)
  expect({ done: rows.done, due: rows.due }).toEqual({ done: [0, 1], due: [2, 3, 4] })
})
