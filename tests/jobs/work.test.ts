import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { beat, createBackground } from '../../server/jobs/index.ts'

const log = pino({ level: 'silent' })

test('a stop waits for the work that runs, and for the work that this work began', async () => {
  const background = createBackground(log)
  const done: string[] = []
  background.run('first', async () => {
    await pause(30)
    done.push('first')
  })
  expect(await background.drain(2_000)).toBe(true)
  expect(done).toEqual(['first'])
  background.run('late', async () => done.push('late'))
  await pause(10)
  expect(done).toEqual(['first'])
})

test('a stop does not wait for ever', async () => {
  const background = createBackground(log)
  background.run('stuck', () => new Promise(() => undefined))
  expect(await background.drain(30)).toBe(false)
})

test('work that fails hurts nobody else', async () => {
  const background = createBackground(log)
  let done = false
  background.run('bad', () => Promise.reject(new Error('bad')))
  background.run('good', async () => {
    done = true
  })
  expect(await background.drain(1_000)).toBe(true)
  expect(done).toBe(true)
})

test('looks follow one another, go on after a failure, and end with a stop', async () => {
  let looking = 0
  let together = 0
  let looks = 0
  const heart = beat(
    5,
    async () => {
      looking += 1
      together = Math.max(together, looking)
      looks += 1
      await pause(5)
      looking -= 1
      if (looks === 2) throw new Error('the database was away')
      return 0
    },
    log,
  )
  await pause(150)
  await heart.stop()
  const seen = looks
  expect(seen).toBeGreaterThan(3)
  expect(together).toBe(1)
  await pause(40)
  expect(looks).toBe(seen)
})
