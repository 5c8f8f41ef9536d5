import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { ensureBuilt } from '../../server/build.ts'
import { openCluster } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { root } from '../support/project-copy.ts'
import { installationEnv, prepareDatabase, startApp, startSimulators } from './support/app-process.ts'
import { startDaemon, statusOf, waitUntil } from './support/daemon.ts'
import { createReport, type DrillReport, type DrillResult, durationText } from './support/drill.ts'
import { startHaproxy } from './support/haproxy.ts'
import { programPath, requirePrograms } from './support/programs.ts'
import { measureRate } from './support/traffic.ts'

const deploy = join(root, 'server/deploy')
const deployedRules = join(deploy, 'prometheus/alerts.yml')
const scrapeMs = 1_000
/** Rules are evaluated several times in this time. */
const settledMs = 30_000
const purchaseSeconds = 10
/** The rule ProcessDown waits for a minute before it fires. */
const maxAlertMs = 120_000

interface PrometheusRule {
  readonly name: string
  readonly health: string
  readonly lastError?: string
}
interface QueryResult {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}

/**
 * Two processes of the app behind HAProxy sell electricity while Prometheus scrapes both with the deployed rules.
 * Every rule is evaluated without an error, every query of the dashboard and the runbook returns a result, and no alert is
 * active in normal operation. Then one process is killed and started again: its alert fires and is resolved.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('haproxy', 'prometheus')
  await ensureBuilt()
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-observability-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  report.check('promtool accepts the alert rules', ...promtool('check', 'rules', deployedRules))
  report.check(
    'promtool accepts the tests of the alert rules',
    ...promtool('test', 'rules', join(root, 'tests/operations/alert-rules.yml')),
  )

  const cluster = await openCluster()
  stack.defer(() => cluster.drop())
  const ports = [await freePort(), await freePort()]
  const metricsPorts = [await freePort(), await freePort()]
  const { pagesPort } = await startHaproxy(folder, { members: [], appPorts: ports }, stack)
  const origin = `http://127.0.0.1:${pagesPort}`
  const simulatorsUrl = await startSimulators(folder, origin, stack)
  const db = await prepareDatabase(cluster.url)
  stack.defer(() => db.close())
  const env = installationEnv({ databaseUrl: cluster.url, simulatorsUrl, appUrl: origin, dataDir: folder })
  const start = async (index: number) => {
    const processEnv = { ...env, METRICS_PORT: String(metricsPorts[index]) }
    return stack.use(await startApp({ env: processEnv, port: ports[index]! }))
  }
  await start(0)
  const second = await start(1)
  await waitUntil('HAProxy serves', async () => (await statusOf(`${origin}/healthz`)) === 200, 30_000)
  const prometheus = await startPrometheus(folder, metricsPorts, stack)

  report.logStep(`20 buyers for ${purchaseSeconds} s`)
  const rate = await measureRate({ origin, simulatorsUrl }, { seconds: purchaseSeconds })
  report.recordMetric('purchases per second', rate.toFixed(1))
  await report.checkSucceeds('Prometheus counted requests and deliveries of both processes', () =>
    waitUntil('both are counted', () => hasCountedBoth(prometheus), settledMs),
  )
  await checkRules(report, prometheus, ports.length)
  await checkQueries(report, prometheus)
  await checkAlert(report, prometheus, {
    instance: `127.0.0.1:${metricsPorts[1]}`,
    fault: () => second.stop('SIGKILL'),
    repair: () => start(1),
  })
  return report.result()
}

/** @returns whether it succeeds, and what it printed */
function promtool(...args: readonly string[]): [boolean, string] {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    encoding: 'utf8',
    env: { PATH: programPath },
  })
  return [status === 0, `${stdout}${stderr}`]
}

/** Starts Prometheus with the example configuration, scraping these ports. @returns its API */
async function startPrometheus(
  folder: string,
  metricsPorts: readonly number[],
  stack: AsyncDisposableStack,
): Promise<string> {
  const config = parse(readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')) as {
    global: object
    scrape_configs: { static_configs: { targets: string[] }[] }[]
    alerting?: object
  }
  config.global = { scrape_interval: `${scrapeMs}ms`, evaluation_interval: `${scrapeMs}ms` }
  config.scrape_configs[0]!.static_configs[0]!.targets = metricsPorts.map((port) => `127.0.0.1:${port}`)
  delete config.alerting
  copyFileSync(deployedRules, join(folder, 'alerts.yml'))
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const daemon = stack.use(
    startDaemon('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'samples')}`,
      `--web.listen-address=${address}`,
    ]),
  )
  const ready = async () => (await statusOf(`http://${address}/-/ready`)) === 200
  await waitUntil('Prometheus is ready', ready, 20_000, daemon.log)
  return `http://${address}/api/v1`
}

async function read<T>(prometheus: string, path: string): Promise<T> {
  const response = await fetch(`${prometheus}${path}`)
  const body = (await response.json()) as { status: string; data: T; error?: string }
  if (body.status !== 'success') throw new Error(body.error ?? body.status)
  return body.data
}

const query = async (prometheus: string, expr: string): Promise<readonly QueryResult[]> =>
  (await read<{ result: QueryResult[] }>(prometheus, `/query?${new URLSearchParams({ query: expr })}`)).result

async function hasCountedBoth(prometheus: string): Promise<boolean> {
  const counts = await Promise.all(
    ['http_server_request_duration_seconds_count', 'sanwo_order_completion_duration_seconds_count'].map(
      (name) => query(prometheus, `sum by (instance) (${name}) > 0`),
    ),
  )
  return counts.every((instances) => instances.length === 2)
}

async function checkRules(report: DrillReport, prometheus: string, processes: number): Promise<void> {
  const readRules = async () =>
    (await read<{ groups: { rules: PrometheusRule[] }[] }>(prometheus, '/rules')).groups.flatMap(
      ({ rules }) => rules,
    )
  await report.checkSucceeds('every rule is evaluated', () =>
    waitUntil(
      'every rule',
      async () => (await readRules()).every(({ health }) => health !== 'unknown'),
      settledMs,
    ),
  )
  const rules = await readRules()
  report.recordMetric('rules', rules.length)
  const failed = rules.filter(({ health }) => health !== 'ok')
  report.check('no rule has an error', rules.length > 0 && failed.length === 0, failed)
  const up = await query(prometheus, 'up')
  const isUp = up.length === processes && up.every(({ value }) => value[1] === '1')
  report.check('Prometheus scrapes every process', isUp, up)
  // The drill pays no money to the vendors, so that their floats are low.
  const active = await query(prometheus, 'ALERTS{alertname!="VendorFloatLow"}')
  const names = active.map(({ metric }) => `${metric.alertname} (${metric.alertstate})`)
  report.check('no alert is pending or fires in normal operation', names.length === 0, names)
}

interface AlertCase {
  readonly instance: string
  readonly fault: () => Promise<unknown>
  readonly repair: () => Promise<unknown>
}

/** ProcessDown becomes pending, fires and is resolved when one process ends and starts again. */
async function checkAlert(
  report: DrillReport,
  prometheus: string,
  { instance, fault, repair }: AlertCase,
): Promise<void> {
  const hasState = async (state: 'pending' | 'firing' | 'inactive') => {
    const states = (await query(prometheus, `ALERTS{alertname="ProcessDown",instance="${instance}"}`)).map(
      ({ metric }) => metric.alertstate,
    )
    return state === 'inactive' ? states.length === 0 : states.includes(state)
  }
  const measure = async (name: string, state: Parameters<typeof hasState>[0]) => {
    const startedAt = performance.now()
    await report.checkSucceeds(`ProcessDown is ${name}`, () =>
      waitUntil(`ProcessDown is ${name}`, () => hasState(state), maxAlertMs),
    )
    report.recordMetric(`time until ProcessDown is ${name}`, durationText(performance.now() - startedAt))
  }
  report.logStep('one process is killed')
  await fault()
  await measure('pending', 'pending')
  await measure('firing', 'firing')
  report.logStep('it starts again')
  await repair()
  await measure('resolved', 'inactive')
}

/** The queries of the dashboard and of the runbook. A query without a result is printed: a metric without samples. */
async function checkQueries(report: DrillReport, prometheus: string): Promise<void> {
  const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana/dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const runbook = readFileSync(join(deploy, 'RUNBOOK.md'), 'utf8')
  const queries = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...runbook.matchAll(/^```promql\n([\s\S]*?)^```$/gm)].map(([, expr = '']) => expr),
  ].map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '5m'))
  const rejected: string[] = []
  let empty = 0
  for (const expr of queries) {
    try {
      if ((await query(prometheus, expr)).length > 0) continue
      empty += 1
      report.logStep(`no sample: ${expr.replaceAll(/\s+/g, ' ').trim()}`)
    } catch (error) {
      rejected.push(`${expr}: ${(error as Error).message}`)
    }
  }
  report.recordMetric('queries of dashboard and runbook', queries.length)
  report.recordMetric('queries without a sample', empty)
  report.check('no query is rejected', queries.length > 0 && rejected.length === 0, rejected)
}
