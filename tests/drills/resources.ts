import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../server/build.ts'
import { openCluster } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { canMount, openSmallDisk, type SmallDisk } from '../support/small-disk.ts'
import { createTestClient } from '../support/test-client.ts'
import { installationEnv, prepareDatabase, startApp, startSimulators } from './support/app-process.ts'
import { checkConsistency } from './support/consistency.ts'
import { type Daemon, statusOf, waitUntil } from './support/daemon.ts'
import { createReport, type DrillResult } from './support/drill.ts'
import { checkEmbeddedDisk } from './support/embedded-disk.ts'
import { type FaultRun, holdConnections, limitDescriptors, runFault, suspend } from './support/faults.ts'
import { startHaproxy } from './support/haproxy.ts'
import { CannotRunError, requirePrograms } from './support/programs.ts'
import { measureRate, startTraffic } from './support/traffic.ts'

const steadyMs = 8_000
const databaseDiskMb = 256
/** A full disk is noticed within this time: then no further payment is taken. */
const noticedMs = 5_000
const fullMs = 10_000
const blockedMs = 5_000
const descriptors = 256
const heldConnections = 400

/**
 * Two application processes behind HAProxy on one PostgreSQL server. While people buy, the disk of the database is
 * full, the clock of one process steps by 26 hours, its event loop is blocked, and its file descriptors are used up.
 * Then the disk of an embedded database is full.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('haproxy', 'prlimit')
  if (!canMount) throw new CannotRunError('This drill needs the right to mount a file system.')
  await ensureBuilt()
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-resources-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const disk = openSmallDisk(databaseDiskMb)!
  stack.defer(() => disk.remove())
  const { apps, ports, client, target } = await startInstallation(folder, disk, stack)
  const [faultyApp] = apps

  await measureRate(target, { seconds: 5 })
  const maxPurchaseRate = await measureRate(target)
  report.recordMetric('purchases per second reached by 20 buyers', maxPurchaseRate.toFixed(1))
  report.recordMetric('purchases begun per second in the drill', (maxPurchaseRate / 2).toFixed(1))
  const traffic = startTraffic(target, maxPurchaseRate / 2)
  const faultRun: FaultRun = { report, traffic, ports }
  await pause(steadyMs)
  await runFault(faultRun, { name: 'full disk of the database', work: () => fillDisk(faultRun, disk) })
  for (const name of ['clock 26 h ahead', 'clock 26 h behind', 'clock set right'])
    await runFault(faultRun, {
      name,
      work: async () => {
        faultyApp.signal('SIGUSR2')
        await pause(steadyMs)
      },
    })
  await runFault(faultRun, { name: 'process stopped for 5 s', work: () => suspend(faultyApp, blockedMs) })
  await runFault(faultRun, {
    name: 'event loop blocked for 5 s',
    work: async () => {
      faultyApp.signal('SIGHUP')
      await pause(blockedMs)
    },
  })
  await runFault(faultRun, {
    name: `${descriptors} file descriptors, ${heldConnections} connections`,
    work: () =>
      limitDescriptors(faultyApp, descriptors, () => holdConnections(ports[0]!, heldConnections, fullMs)),
  })
  await traffic.stop()
  report.recordMetric('purchases begun', traffic.purchases.length)
  report.check(
    'no process ended',
    apps.every((app) => app.isRunning()),
    faultyApp.log(),
  )
  await checkConsistency(report, client, traffic.purchases)
  await checkEmbeddedDisk(report, stack)
  return report.result()
}

async function startInstallation(folder: string, disk: SmallDisk, stack: AsyncDisposableStack) {
  const cluster = await openCluster({ disk: disk.folder })
  stack.defer(() => cluster.drop())
  const ports = [await freePort(), await freePort()]
  const { pagesPort } = await startHaproxy(folder, { members: [], appPorts: ports }, stack)
  const origin = `http://127.0.0.1:${pagesPort}`
  const simulatorsUrl = await startSimulators(folder, origin, stack)
  const db = await prepareDatabase(cluster.url)
  stack.defer(() => db.close())
  const env = installationEnv({ databaseUrl: cluster.url, simulatorsUrl, appUrl: origin, dataDir: folder })
  const preload = join(import.meta.dirname, 'support/process-faults.ts')
  const apps: [Daemon, Daemon] = [
    stack.use(
      await startApp({
        env: { ...env, NODE_OPTIONS: `--import=${preload}` },
        port: ports[0]!,
      }),
    ),
    stack.use(await startApp({ env, port: ports[1]! })),
  ]
  await waitUntil('HAProxy serves', async () => (await statusOf(`${origin}/healthz`)) === 200, 30_000)
  const simulators = { url: simulatorsUrl }
  const client = createTestClient({
    db: () => db,
    origin: () => origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  return { apps, ports, client, target: { origin, simulatorsUrl } }
}

/** While the disk is full, no process is ready and no payment is taken. */
async function fillDisk({ report, traffic, ports }: FaultRun, disk: SmallDisk): Promise<void> {
  const statuses = () => Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))
  disk.fill()
  await report.checkSucceeds(`a full disk is noticed within ${noticedMs / 1_000} s`, () =>
    waitUntil('not ready', async () => (await statuses()).every((status) => status === 503), noticedMs),
  )
  // Payments accepted before have been made by then.
  await pause(1_000)
  const from = performance.now()
  await pause(fullMs)
  const paid = traffic.purchases.filter(({ paidAt }) => paidAt !== null && paidAt > from)
  report.check('no payment is taken while the disk is full', paid.length === 0, paid)
  disk.makeRoom()
}
