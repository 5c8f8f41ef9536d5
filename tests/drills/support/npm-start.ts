import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache } from '../../support/compile-cache.ts'
import { freePort } from '../../support/free-port.ts'
import { type Daemon, startDaemon, statusOf, waitUntil } from './daemon.ts'
import type { DrillReport } from './drill.ts'

const startMs = 120_000
/** A shutdown takes at most this long, by the README. */
const shutdownMs = 25_000

/**
 * `npm start` on the embedded database, which starts the simulators: SIGTERM stops both; after kill -9 the next start
 * uses the simulators that still run, and one without them starts new ones.
 */
export async function checkNpmStart(report: DrillReport, tree: string, folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const [port, simulatorsPort] = [await freePort(), await freePort(2)]
  const health = `http://127.0.0.1:${simulatorsPort}/simulators/health`
  const env = {
    ...compileCache,
    HOME: folder,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SIMULATORS_URL: new URL(health).origin,
    PATH: `${join(tree, 'node_modules/.bin')}:${process.env.PATH}`,
  }
  const isReady = async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200
  const simulatorsRun = async () => (await statusOf(health)) === 200
  const start = async (command: string, args: readonly string[]): Promise<Daemon> => {
    const daemon = startDaemon(command, args, { cwd: tree, env })
    await waitUntil(`${command} ${args.join(' ')} is ready`, isReady, startMs, daemon.log)
    return daemon
  }

  await using npm = await start('npm', ['start'])
  report.check('npm start starts the simulators', await simulatorsRun())
  report.check('SIGTERM to npm start ends it with exit code 0', (await npm.stop('SIGTERM', shutdownMs)) === 0)
  report.check('its simulators end as well', !(await simulatorsRun()))

  await using killed = await start('node', ['server/start.ts'])
  await killed.stop('SIGKILL')
  report.check('after kill -9 the simulators still run', await simulatorsRun())
  await using second = await start('node', ['server/start.ts'])
  report.check('the next start uses them', second.log().includes('(found)'))
  await second.stop('SIGKILL')
  endSimulators(dataDir)
  await waitUntil('the simulators ended', async () => !(await simulatorsRun()), shutdownMs)
  await using third = await start('node', ['server/start.ts'])
  report.check('a start without simulators starts new ones', third.log().includes('(started)'))
  report.check('SIGTERM ends it with exit code 0', (await third.stop('SIGTERM', shutdownMs)) === 0)
  report.check('and its simulators', !(await simulatorsRun()))
}

/** Ends the simulators by the process id in their log. */
function endSimulators(dataDir: string): void {
  const lines = readFileSync(join(dataDir, 'simulators.log'), 'utf8').trim().split('\n')
  const started = lines.filter((line) => line.includes('"listening"')).at(-1)
  if (started) process.kill((JSON.parse(started) as { pid: number }).pid, 'SIGKILL')
}
