import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { ensureBuilt } from '../../server/build.ts'
import { openCluster } from '../faults/cluster.ts'
import { freePort } from '../support/free-port.ts'
import { root } from '../support/project-copy.ts'
import { startDaemon, statusOf, waitUntil } from './support/daemon.ts'
import { createReport, type DrillReport, type DrillResult } from './support/drill.ts'
import { installationEnv, prepareDatabase, startApp, startSimulators } from './support/product.ts'
import { programPath, requirePrograms } from './support/programs.ts'
import { measureRate } from './support/traffic.ts'

const deploy = join(root, 'server/deploy')
const scrapeMs = 1_000
/** Rules are evaluated several times in this time. */
const settledMs = 30_000
const purchaseSeconds = 10

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
 * One process of the product sells electricity while Prometheus scrapes it with the deployed rules. Every rule is
 * evaluated without an error, every query of the dashboard and the runbook is answered, and no alert is active in normal
 * operation.
 */
export async function run(): Promise<DrillResult> {
  requirePrograms('prometheus')
  await ensureBuilt()
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-observability-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  report.check('promtool accepts the tests of the alert rules', ...testRules())

  const cluster = await openCluster()
  stack.defer(() => cluster.drop())
  const [port, metricsPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${port}`
  const simulatorsUrl = await startSimulators(folder, origin, stack)
  const db = await prepareDatabase(cluster.url)
  stack.defer(() => db.close())
  const env = installationEnv({ databaseUrl: cluster.url, simulatorsUrl, appUrl: origin, dataDir: folder })
  stack.use(await startApp({ env: { ...env, METRICS_PORT: String(metricsPort) }, port }))
  const prometheus = await startPrometheus(folder, metricsPort, stack)

  report.logStep(`20 buyers for ${purchaseSeconds} s`)
  const rate = await measureRate({ origin, simulatorsUrl }, { seconds: purchaseSeconds })
  report.recordMetric('purchases per second', rate.toFixed(1))
  await report.checkSucceeds('Prometheus counted deliveries', () =>
    waitUntil('a delivery is counted', () => hasDeliveries(prometheus), settledMs),
  )
  await checkRules(report, prometheus)
  await checkQueries(report, prometheus)
  return report.result()
}

/** @returns whether the rule tests pass, and what promtool printed */
function testRules(): [boolean, string] {
  const args = ['test', 'rules', join(root, 'tests/operations/alert-rules.yml')]
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    encoding: 'utf8',
    env: { PATH: programPath },
  })
  return [status === 0, `${stdout}${stderr}`]
}

/** Starts Prometheus with the example configuration, scraping this process. @returns its API */
async function startPrometheus(
  folder: string,
  metricsPort: number,
  stack: AsyncDisposableStack,
): Promise<string> {
  const config = parse(readFileSync(join(deploy, 'prometheus/prometheus.yml'), 'utf8')) as {
    global: object
    scrape_configs: { static_configs: { targets: string[] }[] }[]
    alerting?: object
  }
  config.global = { scrape_interval: `${scrapeMs}ms`, evaluation_interval: `${scrapeMs}ms` }
  config.scrape_configs[0]!.static_configs[0]!.targets = [`127.0.0.1:${metricsPort}`]
  delete config.alerting
  copyFileSync(join(deploy, 'prometheus/alerts.yml'), join(folder, 'alerts.yml'))
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

async function hasDeliveries(prometheus: string): Promise<boolean> {
  const [sample] = await query(prometheus, 'sum(sanwo_order_settlement_duration_seconds_count)')
  return Number(sample?.value[1] ?? 0) > 0
}

async function checkRules(report: DrillReport, prometheus: string): Promise<void> {
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
  report.check('the process is up', up.length === 1 && up[0]!.value[1] === '1', up)
  // The drill pays no money to the vendors, so that their floats are low.
  const active = await query(prometheus, 'ALERTS{alertname!="VendorFloatLow"}')
  const names = active.map(({ metric }) => `${metric.alertname} (${metric.alertstate})`)
  report.check('no alert is pending or fires in normal operation', names.length === 0, names)
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
      if ((await query(prometheus, expr)).length === 0) empty += 1
    } catch (error) {
      rejected.push(`${expr}: ${(error as Error).message}`)
    }
  }
  report.recordMetric('queries of dashboard and runbook', queries.length)
  report.recordMetric('queries without a sample', empty)
  report.check('no query is rejected', queries.length > 0 && rejected.length === 0, rejected)
}
