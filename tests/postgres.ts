import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'

/**
 * `npm run test:postgres`: runs, on the server at TEST_DATABASE_URL, every test file that uses a database, and in the
 * browser the purchase journey and every service with every payment method, gateway and vendor. An unreachable server
 * fails the run.
 */
const root = resolve(import.meta.dirname, '..')
const database = join(root, 'tests/support/database.ts')
const browserTests = ['journey', 'services', 'gateway-vendor-combinations'].map(
  (name) => `tests/e2e/${name}.test.ts`,
)

await assertReachable(process.env.TEST_DATABASE_URL)
const all = globSync('tests/**/*.test.{ts,tsx}', { cwd: root, exclude: ['tests/client/**'] })
const selected = all.filter((file) => {
  const path = file.replaceAll('\\', '/')
  return browserTests.includes(path) || (!path.startsWith('tests/e2e/') && usesDatabase(join(root, file)))
})
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const run = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2), ...selected.sort()], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, E2E_ALL: '1' },
})
process.exitCode = run.status ?? 1

async function assertReachable(url: string | undefined): Promise<void> {
  const stop = (message: string) => {
    process.stderr.write(`${message}\n`)
    process.exit(1)
  }
  if (!url) return stop('TEST_DATABASE_URL is missing: set it to the PostgreSQL server for these tests.')
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

/** Whether a file imports the database fixture, directly or through a test helper. */
function usesDatabase(file: string, visited = new Set<string>()): boolean {
  if (file === database) return true
  if (visited.has(file) || !existsSync(file)) return false
  visited.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.tsx?)'/g)
  return [...imports]
    .map(([, target = '']) => resolve(dirname(file), target))
    .some((target) => target.startsWith(join(root, 'tests')) && usesDatabase(target, visited))
}
