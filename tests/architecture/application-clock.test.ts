import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The files that read the database's own time, and why no business deadline depends on it. */
const databaseTimeFiles: Readonly<Record<string, string>> = {
  'server/accounts/manager.ts': 'records when an address was verified',
  'server/accounts/sessions.ts': 'records when a session ended',
  'server/database/days.ts': 'compares both clocks',
  'server/http/authenticate.ts': 'records when a session ended',
  'server/http/idempotency.ts': 'age of the claim of a request, which a process holds for seconds',
  'server/http/limits.ts': 'limits of requests against abuse, in real time',
  'server/settings/settings.ts': 'records when a setting changed',
}

/** Files without SQL whose `now` is a function of their own. */
const elapsedTimeFiles = ['server/actions/bank-list.ts', 'server/web/browser-errors.ts']

test('SQL compares deadlines with the application clock; only listed files read the time of the database', () => {
  const files = globSync('server/**/*.ts', {
    cwd: root,
    exclude: ['server/database/migrations/**', 'server/simulators/**'],
  }).filter((file) => {
    const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return /(?<![\w.])(?:now|clock_timestamp|transaction_timestamp|statement_timestamp)\(\)|\bcurrent_(?:timestamp|date|time)\b|\blocaltimestamp\b/i.test(
      code,
    )
  })
  expect(files.toSorted()).toEqual([...Object.keys(databaseTimeFiles), ...elapsedTimeFiles].toSorted())
})
