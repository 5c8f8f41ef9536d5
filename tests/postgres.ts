import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'

/**
 * `npm run test:postgres`: on the server at TEST_DATABASE_URL, every test file that reaches a database, and in
 * the browser the journey and every service in every way to pay, by every gateway and vendor. A server that
 * cannot be reached is a failure.
 */
const root = resolve(import.meta.dirname, '..')
const database = join(root, 'tests/support/database.ts')
const inBrowser = ['journey', 'services', 'pairs'].map((name) => `tests/e2e/${name}.test.ts`)

await reach(process.env.TEST_DATABASE_URL)
const all = globSync('tests/**/*.test.{ts,tsx}', { cwd: root })
const chosen = all.filter((file) => {
  const path = file.replaceAll('\\', '/')
  return inBrowser.includes(path) || (!path.startsWith('tests/e2e/') && reaches(join(root, file)))
})
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const run = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2), ...chosen.sort()], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, E2E_ALL: '1' },
})
process.exitCode = run.status ?? 1

async function reach(url: string | undefined): Promise<void> {
  const stop = (sentence: string) => {
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
  if (!url) return stop('TEST_DATABASE_URL is missing: it names the PostgreSQL server for these tests.')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    await client.query('select 1')
    await client.end()
  } catch (error) {
    stop(
      `The PostgreSQL server at TEST_DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

/** Whether a file imports the database's maker, through any helper of the tests. */
function reaches(file: string, seen = new Set<string>()): boolean {
  if (file === database) return true
  if (seen.has(file)) return false
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.tsx?)'/g)
  return [...imports]
    .map(([, to = '']) => resolve(dirname(file), to))
    .some((to) => to.startsWith(join(root, 'tests')) && reaches(to, seen))
}
