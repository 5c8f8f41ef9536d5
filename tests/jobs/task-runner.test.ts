import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTaskRunner, startPolling } from '../../server/jobs/index.ts'
import { eventually } from '../support/test-app.ts'

const log = pino({ level: 'silent' })

test('draining waits for running work, and work submitted afterwards is not run', async () => {
  const taskRunner = createTaskRunner(log)
  const done: string[] = []
  taskRunner.run('first', async () => {
    await pause(30)
    done.push('first')
  })
  expect(await taskRunner.drain(2_000)).toBe(true)
  expect(done).toEqual(['first'])
  taskRunner.run('late', async () => done.push('late'))
  await pause(10)
  expect(done).toEqual(['first'])
})

test('draining ends after its timeout, and returns false while work is running', async () => {
  const taskRunner = createTaskRunner(log)
  taskRunner.run('stuck', () => new Promise(() => undefined))
  expect(await taskRunner.drain(30)).toBe(false)
})

test('failing work affects no other work', async () => {
  const taskRunner = createTaskRunner(log)
  let done = false
  taskRunner.run('bad', () => Promise.reject(new Error('bad')))
  taskRunner.run('good', async () => {
    done = true
  })
  expect(await taskRunner.drain(1_000)).toBe(true)
  expect(done).toBe(true)
})

test('polls follow one another, continue after a failure, and end with a stop', async () => {
  let runningPolls = 0
  let maxConcurrentPolls = 0
  let polls = 0
  const poller = startPolling(
    5,
    async () => {
      runningPolls += 1
      maxConcurrentPolls = Math.max(maxConcurrentPolls, runningPolls)
      polls += 1
      await pause(5)
      runningPolls -= 1
      if (polls === 2) throw new Error('the database is unreachable')
      return 0
    },
    log,
  )
  await eventually(async () => polls > 3)
  await poller.stop()
  const pollsAtStop = polls
  expect(maxConcurrentPolls).toBe(1)
  await pause(40)
  expect(polls).toBe(pollsAtStop)
})
