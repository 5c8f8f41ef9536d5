import express from 'express'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { browserErrorRoute } from '../../server/web/browser-errors.ts'
import { browserErrorsPath } from '../../shared/pages.ts'

async function startRoute() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (text: string) => void lines.push(JSON.parse(text)) })
  let at = 0
  const app = express()
  const appUrl = 'http://sanwo.example'
  const pages = [{ path: '/electricity/subscription' }, { path: '/management/users/:uniqueid' }]
  app.use(browserErrorRoute({ appUrl, pages, release: '/assets/main-1.js', log, now: () => at }))
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const report = (body: string, origin = appUrl) =>
    fetch(`http://127.0.0.1:${port}${browserErrorsPath}`, { method: 'POST', body, headers: { origin } })
  const advance = (ms: number) => {
    at += ms
  }
  return { lines, report, advance }
}
const errorAt = (path: string, more: object = {}) =>
  JSON.stringify({ name: 'TypeError', file: 'assets/main-1.js', line: 7, path, ...more })

test('an error in the browser is one log line with its class, file, line, page and release', async () => {
  const { lines, report } = await startRoute()
  expect((await report(errorAt('/management/users/ABCD'))).status).toBe(204)
  expect(lines).toEqual([
    expect.objectContaining({
      error: 'TypeError',
      file: 'assets/main-1.js',
      line: 7,
      page: '/management/users/:uniqueid',
      release: '/assets/main-1.js',
    }),
  ])
})

test('personal data of a report is not logged', async () => {
  const { lines, report } = await startRoute()
  await report(
    errorAt('/o/secret-link', { name: 'ada@example.com', file: 'https://x.example/?ada', message: 'Ada' }),
  )
  expect(JSON.stringify(lines)).not.toMatch(/ada|secret/i)
  expect(lines).toEqual([expect.objectContaining({ error: 'Error', file: null, page: 'other' })])
})

test('reports of other sites and unreadable ones are ignored', async () => {
  const { lines, report } = await startRoute()
  await report(errorAt('/electricity/subscription'), 'http://other.example')
  await report('not JSON')
  expect(lines).toEqual([])
})

test('a process writes at most 20 lines a minute, and then states how many it dropped', async () => {
  const { lines, report, advance } = await startRoute()
  advance(60_000)
  for (let count = 0; count < 25; count++) await report(errorAt('/electricity/subscription'))
  expect(lines).toHaveLength(20)
  advance(60_000)
  await report(errorAt('/electricity/subscription'))
  expect(lines.at(-1)).toMatchObject({ dropped: 5 })
})
