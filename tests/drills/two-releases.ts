import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../server/build.ts'
import { connect } from '../../server/database/index.ts'
import { openCluster } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { root } from '../support/project-copy.ts'
import { createTestClient } from '../support/test-client.ts'
import { installationEnv, prepareSettings, startApp, startSimulators } from './support/app-process.ts'
import { checkConsistency } from './support/consistency.ts'
import type { Daemon } from './support/daemon.ts'
import { createReport, type DrillReport, type DrillResult, durationText } from './support/drill.ts'
import { startNginx } from './support/nginx.ts'
import { requirePrograms } from './support/programs.ts'
import { installCommit, newestRelease } from './support/release.ts'
import {
  buyerErrors,
  checkDelivered,
  errorCounts,
  longestPauseMs,
  measureRate,
  startTraffic,
} from './support/traffic.ts'

/** How long each combination of releases serves. */
const phaseMs = 15_000
/** Seconds for which a stopping process still serves. */
const shutdownDelay = '5'

/**
 * The newest release and this tree on one database behind nginx, while customers buy. Upgrade: the migrations of this
 * tree run while the release serves, this tree starts next to it and replaces it. Roll-back: the release replaces this
 * tree.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('nginx', 'openssl')
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-two-releases-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const release = newestRelease()
  const releaseTree = join(folder, 'release')
  report.logStep(`install release ${release.version}, commit ${release.commit}`)
  installCommit(release.commit, releaseTree)
  await ensureBuilt()

  const cluster = await openCluster()
  stack.defer(() => cluster.drop())
  const [releasePort, treePort] = [await freePort(), await freePort()]
  const nginx = await startNginx(folder, [releasePort], stack)
  const { origin, certificate } = nginx
  const trust = { NODE_EXTRA_CA_CERTS: certificate }
  const simulatorsUrl = await startSimulators(folder, origin, stack, trust)
  const env = {
    ...installationEnv({ databaseUrl: cluster.url, simulatorsUrl, appUrl: origin, dataDir: folder }),
    SHUTDOWN_DELAY: shutdownDelay,
  }
  const runMigrations = (tree: string) => {
    const options = { cwd: tree, env: { ...process.env, ...env }, encoding: 'utf8' } as const
    return execFileSync(process.execPath, ['server/commands/migrate.ts'], options).trim()
  }
  const startRelease = async () => stack.use(await startApp({ env, port: releasePort, tree: releaseTree }))
  const startTree = async () => stack.use(await startApp({ env, port: treePort, tree: root }))
  report.logStep(`release: ${runMigrations(releaseTree)}`)
  const db = await connect({ databaseUrl: cluster.url, dataDir: null, pool: 4 })
  stack.defer(() => db.close())
  await prepareSettings(db)
  let releaseApp = await startRelease()

  const target = { origin, simulatorsUrl }
  await measureRate(target, { seconds: 5 })
  const maxPurchaseRate = await measureRate(target)
  report.recordMetric('purchases per second reached by 20 buyers', maxPurchaseRate.toFixed(1))
  report.recordMetric('purchases begun per second in the drill', (maxPurchaseRate / 2).toFixed(1))
  const startedAt = performance.now()
  const traffic = startTraffic(target, maxPurchaseRate / 2)
  await pause(phaseMs)

  report.logStep(`upgrade: ${runMigrations(root)}`)
  await pause(phaseMs)
  // The configuration of nginx has this tree's process before it has started.
  await nginx.use([releasePort, treePort])
  const treeApp = await startTree()
  report.logStep('both releases serve')
  await pause(phaseMs)
  // A page that was opened before needs the scripts of the process that served it.
  await nginx.use([treePort], releasePort)
  await stopWithin(report, 'release', releaseApp)
  await nginx.use([treePort])
  await pause(phaseMs)
  report.logStep('roll-back: the release starts next to this tree')
  // Release 0.2.0 accepts requests before it can serve, so nginx learns of it only afterwards.
  releaseApp = await startRelease()
  await nginx.use([treePort, releasePort])
  await pause(phaseMs)
  await nginx.use([releasePort], treePort)
  await stopWithin(report, 'this tree', treeApp)
  await nginx.use([releasePort])
  await pause(phaseMs)
  const endedAt = performance.now()
  await traffic.stop()

  const errors = buyerErrors(traffic.purchases)
  report.recordMetric('purchases begun', traffic.purchases.length)
  report.recordMetric(
    'longest time without a delivery',
    durationText(longestPauseMs(traffic.purchases, startedAt, endedAt)),
  )
  report.recordMetric('errors that buyers saw', JSON.stringify(errorCounts(errors)))
  report.check('no buyer saw an error', errors.length === 0, [...errors.slice(0, 5), nginx.errorLog()])
  checkDelivered(report, traffic)
  const simulators = { url: simulatorsUrl }
  const client = createTestClient({
    db: () => db,
    origin: () => origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  await checkConsistency(report, client, traffic.purchases)
  return report.result()
}

async function stopWithin(report: DrillReport, name: string, app: Daemon): Promise<void> {
  const startedAt = performance.now()
  const code = await app.stop('SIGTERM')
  report.recordMetric(`time to stop ${name}`, durationText(performance.now() - startedAt))
  report.check(`${name} ends with exit code 0`, code === 0, app.log())
}
