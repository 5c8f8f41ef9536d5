import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../server/database/index.ts'
import { openCluster } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { root } from '../support/project-copy.ts'
import { createTestClient } from '../support/test-client.ts'
import { installationEnv, prepareSettings, startApp, startSimulators } from './support/app-process.ts'
import { checkConsistency } from './support/consistency.ts'
import { type Daemon, statusOf, waitUntil } from './support/daemon.ts'
import { createReport, type DrillReport, type DrillResult, durationText } from './support/drill.ts'
import { type ContainerImage, createContainerImage } from './support/image.ts'
import { startNginx } from './support/nginx.ts'
import { checkNpmStart } from './support/npm-start.ts'
import { requirePrograms } from './support/programs.ts'
import { filesOfImage, installCommit } from './support/release.ts'
import { buyerErrors, checkDelivered, errorCounts, measureRate, startTraffic } from './support/traffic.ts'

const phaseMs = 8_000
/** As in compose.yaml, which also sets SHUTDOWN_DELAY. */
const maxShutdownMs = 25_000
const shutdownDelay = '5'

/**
 * Follows Dockerfile, compose.yaml and sanwo.service without a container daemon: what the Dockerfile copies of the
 * committed tree is installed and built, two processes run as another user behind nginx with TLS and on PgBouncer, and
 * each is stopped and started while people buy.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('nginx', 'openssl', 'pgbouncer')
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-production-start-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  report.logStep(`install and build commit ${commit.slice(0, 7)}`)
  const installDir = join(folder, 'installed')
  installCommit(commit, installDir, filesOfImage(commit))
  checkUnit(report, installDir, folder)
  const image = await createContainerImage(installDir, join(folder, 'image'))
  await checkImage(report, stack, { image, folder })
  report.logStep('npm start')
  await checkNpmStart(report, installDir, folder)
  return report.result()
}

async function checkImage(
  report: DrillReport,
  stack: AsyncDisposableStack,
  { image, folder }: { image: ContainerImage; folder: string },
): Promise<void> {
  const cluster = await openCluster()
  stack.defer(() => cluster.drop())
  const pooler = await startPgBouncer(cluster.url, { poolSize: 20 })
  stack.defer(() => pooler.stop())
  const ports = [await freePort(), await freePort()]
  const nginx = await startNginx(folder, ports, stack)
  const { origin, certificate } = nginx
  const simulatorsUrl = await startSimulators(folder, origin, stack, { NODE_EXTRA_CA_CERTS: certificate })
  const dataDir = join(folder, 'no-such-folder')
  const { NODE_COMPILE_CACHE: _unused, ...sharedEnv } = installationEnv({
    databaseUrl: pooler.url,
    simulatorsUrl,
    appUrl: origin,
    dataDir,
  })
  const env = { ...sharedEnv, SHUTDOWN_DELAY: shutdownDelay }
  const migrateEnv = { ...env, DATABASE_URL: cluster.url }
  const migrate = ['server/commands/migrate.ts']
  execFileSync(image.node, migrate, { cwd: image.directory, env: migrateEnv, ...image.owner, stdio: 'pipe' })
  const db = await connect({ databaseUrl: cluster.url, dataDir: null, pool: 4 })
  stack.defer(() => db.close())
  await prepareSettings(db)
  const { directory, node, owner } = image
  const start = async (port: number) => stack.use(await startApp({ env, port, tree: directory, node, owner }))
  const apps: Daemon[] = []
  for (const port of ports) apps.push(await start(port))
  report.check(
    'the HEALTHCHECK succeeds for both processes',
    ports.every((port) => image.isHealthy(port)),
  )
  report.check('the HEALTHCHECK fails without a process', !image.isHealthy(await freePort()))

  const target = { origin, simulatorsUrl }
  await measureRate(target, { seconds: 5 })
  const maxPurchaseRate = await measureRate(target)
  report.recordMetric('purchases per second reached by 20 buyers', maxPurchaseRate.toFixed(1))
  report.recordMetric('purchases begun per second in the drill', (maxPurchaseRate / 2).toFixed(1))
  const traffic = startTraffic(target, maxPurchaseRate / 2)
  for (const [index, port] of ports.entries()) {
    await pause(phaseMs)
    await checkShutdown(report, { app: apps[index]!, port, name: `process ${index + 1}` })
    await pause(phaseMs)
    await start(port)
  }
  await pause(phaseMs)
  await traffic.stop()
  const errors = buyerErrors(traffic.purchases)
  report.recordMetric('purchases begun', traffic.purchases.length)
  report.recordMetric('errors that buyers saw', JSON.stringify(errorCounts(errors)))
  report.check('no buyer saw an error', errors.length === 0, [...errors.slice(0, 5), nginx.errorLog()])
  checkDelivered(report, traffic)
  report.check('the tree was not changed', image.findWritableFiles() === '', image.findWritableFiles())
  const simulators = { url: simulatorsUrl }
  const client = createTestClient({
    db: () => db,
    origin: () => origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  await checkConsistency(report, client, traffic.purchases)
}

/** SIGTERM: readiness fails first while the process serves, and it ends with exit code 0. */
async function checkShutdown(
  report: DrillReport,
  { app, port, name }: { app: Daemon; port: number; name: string },
): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const exitCode = app.stop('SIGTERM', maxShutdownMs)
  await report.checkSucceeds(`${name}: readiness fails first`, () =>
    waitUntil('not ready', async () => (await statusOf(`${url}/readyz`)) === 503, 2_000),
  )
  report.check(`${name}: it still serves`, (await statusOf(`${url}/healthz`)) === 200)
  const code = await exitCode
  report.recordMetric(`${name}: time to stop`, durationText(performance.now() - startedAt))
  report.check(`${name}: exit code 0 within ${maxShutdownMs / 1_000} s`, code === 0, app.log())
}

/** `systemd-analyze verify` of the unit with this machine's folder. */
function checkUnit(report: DrillReport, installed: string, folder: string): void {
  const unit = join(folder, 'sanwo.service')
  const text = readFileSync(join(installed, 'server/deploy/sanwo.service'), 'utf8')
  writeFileSync(unit, text.replaceAll('/opt/sanwo', installed))
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  if (error) report.logStep('systemd-analyze is not installed: sanwo.service was not verified')
  else report.check('systemd-analyze verify accepts sanwo.service', status === 0 && stderr === '', stderr)
}
