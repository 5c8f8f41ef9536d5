import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'

/**
 * `npm run test:pgbouncer`: runs the tests of `npm run test:postgres` with the product behind a PgBouncer in
 * transaction mode, started in front of the server at TEST_DATABASE_URL. Arguments are vitest's.
 */
const server = process.env.TEST_DATABASE_URL
if (!server) stop('TEST_DATABASE_URL is missing: set it to the PostgreSQL server for these tests.')
else if (!hasPgBouncer) stop('PgBouncer is missing: install the package pgbouncer.')
else await runBehindPgBouncer(server)

async function runBehindPgBouncer(server: string): Promise<void> {
  const pooler = await startPgBouncer(server)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'postgres.ts'), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_POOLER_URL: pooler.url },
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  await pooler.stop()
  process.exitCode = code ?? 1
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
