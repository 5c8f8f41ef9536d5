import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../server/build.ts'
import { freePort } from '../support/free-port.ts'
import { createTestClient } from '../support/test-client.ts'
import { installationEnv, prepareDatabase, startApp, startSimulators } from './support/app-process.ts'
import { checkConsistency } from './support/consistency.ts'
import { statusOf, waitUntil } from './support/daemon.ts'
import { createReport, type DrillReport, type DrillResult, durationText } from './support/drill.ts'
import { startHaproxy } from './support/haproxy.ts'
import { startPatroni } from './support/patroni.ts'
import { requirePrograms } from './support/programs.ts'
import {
  buyerErrors,
  checkDelivered,
  errorCounts,
  longestPauseMs,
  measureRate,
  startTraffic,
  type Traffic,
} from './support/traffic.ts'

const memberCount = 3
const appCount = 2
/** Purchases go on within this time after the primary is lost. */
const maxPauseMs = 30_000
/** Traffic before and between the changes of the primary. */
const steadyMs = 15_000
/** Traffic after the primary is lost. */
const observedMs = 45_000

/**
 * Two application processes behind HAProxy, on a Patroni cluster with a synchronous standby. While people buy at half
 * of the rate that this machine reaches, the primary is killed together with its Patroni and returns as a standby;
 * then the primary is changed as before maintenance.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('patroni', 'etcd', 'haproxy')
  await ensureBuilt()
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const { cluster, apps, client, target } = await startInstallation(report, stack)

  await measureRate(target, { seconds: 5 })
  const maxPurchaseRate = await measureRate(target)
  report.recordMetric('purchases per second reached by 20 buyers', maxPurchaseRate.toFixed(1))
  report.recordMetric('purchases begun per second in the drill', (maxPurchaseRate / 2).toFixed(1))
  const traffic = startTraffic(target, maxPurchaseRate / 2)
  await pause(steadyMs)

  const first = await cluster.primary()
  report.logStep(`kill -9 of ${first.name}: its Patroni and every PostgreSQL process`)
  await losePrimary(report, traffic, { name: 'kill -9', change: async () => cluster.killMember(first) })
  report.logStep(`${first.name} starts again`)
  await report.checkSucceeds('the former primary follows the new one', () => cluster.startMember(first))
  await pause(steadyMs)
  report.logStep('planned change of the primary')
  await losePrimary(report, traffic, { name: 'planned change', change: () => cluster.switchover() })

  await traffic.stop()
  const ready = await Promise.all(apps.map(({ port }) => statusOf(`http://127.0.0.1:${port}/readyz`)))
  const isUp = apps.every(({ daemon }) => daemon.isRunning()) && ready.every((status) => status === 200)
  report.check('the processes were never restarted and are ready', isUp, ready)
  report.recordMetric('purchases begun', traffic.purchases.length)
  checkDelivered(report, traffic)
  await checkConsistency(report, client, traffic.purchases)
  return report.result()
}

async function startInstallation(report: DrillReport, stack: AsyncDisposableStack) {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-failover-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  report.logStep(`${memberCount} PostgreSQL servers under Patroni, HAProxy, ${appCount} processes`)
  const cluster = await startPatroni(folder, memberCount, stack)
  const appPorts = await Promise.all(Array.from({ length: appCount }, () => freePort()))
  const haproxy = await startHaproxy(folder, { members: cluster.members, appPorts }, stack)
  const databaseUrl = `postgres://postgres@127.0.0.1:${haproxy.databasePort}/postgres`
  const origin = `http://127.0.0.1:${haproxy.pagesPort}`
  const simulatorsUrl = await startSimulators(folder, origin, stack)
  const db = await prepareDatabase(databaseUrl)
  stack.defer(() => db.close())
  const env = installationEnv({ databaseUrl, simulatorsUrl, appUrl: origin, dataDir: folder })
  const apps = await Promise.all(
    appPorts.map(async (port) => ({ port, daemon: stack.use(await startApp({ env, port })) })),
  )
  await waitUntil('HAProxy serves', async () => (await statusOf(`${origin}/healthz`)) === 200, 30_000)
  const simulators = { url: simulatorsUrl }
  const client = createTestClient({
    db: () => db,
    origin: () => origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  return { cluster, apps, client, target: { origin, simulatorsUrl } }
}

interface PrimaryChange {
  readonly name: string
  readonly change: () => Promise<void>
}

async function losePrimary(
  report: DrillReport,
  traffic: Traffic,
  { name, change }: PrimaryChange,
): Promise<void> {
  const from = performance.now()
  await change()
  await pause(observedMs)
  const to = performance.now()
  const pauseMs = longestPauseMs(traffic.purchases, from, to)
  report.recordMetric(`longest time without a delivery, ${name}`, durationText(pauseMs))
  report.check(`purchases go on within ${maxPauseMs / 1_000} s after ${name}`, pauseMs < maxPauseMs)
  const errors = buyerErrors(traffic.purchases).filter(({ at }) => at > from && at < to)
  report.recordMetric(`errors that buyers saw, ${name}`, JSON.stringify(errorCounts(errors)))
  const lastAt = Math.max(from, ...errors.map(({ at }) => at))
  report.recordMetric(`last error that a buyer saw after, ${name}`, durationText(lastAt - from))
}
