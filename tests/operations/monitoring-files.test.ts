import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { managementPages } from '../../server/web/management/pages.ts'
import { createTestDatabase } from '../support/database.ts'
import { metricTypesOf, startObservedApp } from './observed-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = resolve(import.meta.dirname, '../..')
const deploy = join(root, 'server/deploy')
const textOf = (name: string) => readFileSync(join(deploy, name), 'utf8')

interface PrometheusRule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels?: { readonly severity: string }
  readonly annotations?: { readonly summary: string; readonly runbook: string }
}
interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

const rules = (
  parse(textOf('prometheus/alerts.yml')) as { groups: { rules: PrometheusRule[] }[] }
).groups.flatMap((group) => group.rules)
const alerts = rules.filter((rule) => rule.alert !== undefined)
const { panels } = JSON.parse(textOf('grafana/dashboard.json')) as { panels: Panel[] }
const runbook = textOf('RUNBOOK.md')
/** The code blocks of the runbook in one language. */
const blocksOf = (language: string) =>
  [...runbook.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

const expressions = [
  ...rules.map((rule) => ({ where: rule.alert ?? rule.record ?? '', expr: rule.expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ...blocksOf('promql').map((expr) => ({ where: 'RUNBOOK.md', expr })),
]

const operators = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'group_left', 'bool'])

/** The names of metrics in a PromQL expression. */
function metricNamesIn(expr: string): string[] {
  const withoutLabels = expr
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left)\s*\([^)]*\)/g, ' ')
  const words = withoutLabels.matchAll(/(?<![\w:.])([a-z_][\w:]*)(\s*\()?/gi)
  return [...words].flatMap(([, name = '', call]) => (call || operators.has(name) ? [] : [name]))
}

let app: Awaited<ReturnType<typeof startObservedApp>>
let scraped: string
let types: ReadonlyMap<string, string>
beforeAll(async () => {
  app = await startObservedApp({}, { shared: true })
  scraped = await app.scrape()
  types = metricTypesOf(scraped)
})
afterAll(() => app.close())

/** A sample of a histogram has a suffix; `up` is Prometheus's own. */
function isExported(name: string): boolean {
  if (name === 'up' || types.has(name)) return types.get(name) !== 'histogram'
  return types.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram'
}

test('the names of metrics are found in an expression', () => {
  expect(
    metricNamesIn('sum by (a) (rate(x_total{b="c"}[5m])) / on (d) group_left (e) max(y:z) > 2 and up == 1e3'),
  ).toEqual(['x_total', 'y:z', 'up'])
})

test('every metric in the alerts, the dashboard and the runbook is exported by the product or recorded by a rule', () => {
  const recorded = new Set(rules.map(({ record }) => record))
  const used = expressions.flatMap(({ where, expr }) => metricNamesIn(expr).map((name) => ({ where, name })))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ name }) => !recorded.has(name) && !isExported(name))).toEqual([])
})

test('every metric of the product is used in an alert or shown on the dashboard', () => {
  const used = new Set(expressions.flatMap(({ expr }) => metricNamesIn(expr)))
  const own = [...types.keys()].filter((name) => /^(?:sanwo|http|db)_/.test(name))
  const unused = own.filter(
    (name) => ![name, `${name}_bucket`, `${name}_count`].some((sample) => used.has(sample)),
  )
  expect(unused).toEqual([])
})

test('each alert has a severity, a summary, and a section of the runbook with queries, steps and an end', () => {
  const sections = runbook.split(/^## /m).slice(1)
  // The last section is about a command, which has no alert.
  expect(sections.map((section) => section.split('\n')[0])).toEqual([
    ...alerts.map(({ alert }) => alert),
    'Migrations give up',
  ])
  for (const [index, { alert = '', labels, annotations }] of alerts.entries()) {
    expect(['page', 'ticket'], alert).toContain(labels?.severity)
    expect(annotations?.summary, alert).toMatch(/\.$/)
    expect(annotations?.runbook).toBe(`server/deploy/RUNBOOK.md#${alert.toLowerCase()}`)
    for (const part of ['**Meaning.**', '```promql', '```sql', '**Do.**\n\n1. ', '**Over when**'])
      expect(sections[index], alert).toContain(part)
  }
})

test('each SQL statement of the runbook runs on the database and reads only', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(blocksOf('sql')).toHaveLength(alerts.length + 2)
  for (const statement of blocksOf('sql')) {
    expect(statement).toMatch(/^select /)
    await db.inTransaction(async (tx) => {
      await sql`set transaction read only`.execute(tx)
      await sql.raw(statement).execute(tx)
    })
  }
})

test('the SQL of the alert QueueDelayed counts the due rows of every queue', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const statement = blocksOf('sql')[alerts.findIndex(({ alert }) => alert === 'QueueDelayed')] ?? ''
  const { rows } = await sql.raw<{ queue: string }>(statement).execute(db.q)
  const exported = [...scraped.matchAll(/^sanwo_queue_due_rows\{queue="(\w+)"\}/gm)]
  expect(exported.length).toBeGreaterThan(5)
  expect(rows.map(({ queue }) => queue).sort()).toEqual(exported.map(([, queue = '']) => queue).sort())
})

test('each command, setting and page that the runbook names exists', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = [...runbook.matchAll(/`npm run (\w+)/g)].map(([, name = '']) => name)
  expect(commands).toContain('ledger')
  expect(commands.filter((name) => !scripts[name])).toEqual([])
  const settings = [...runbook.matchAll(/npm run setting (\w+) (\w+)/g)]
  expect(settings.length).toBeGreaterThan(3)
  for (const [, name = '', value = ''] of settings)
    expect((await app.changeSetting(name, value))[0]).toMatch(new RegExp(`^${name} `))
  const paths = [...runbook.matchAll(/`(\/management\/[\w/-]+)/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(2)
  const known = new Set(managementPages.map(({ path }) => path))
  expect(paths.filter((path) => !known.has(path))).toEqual([])
})

test('the log lines that the runbook names are written by the product', () => {
  const quoted = [...runbook.matchAll(/"([a-z][a-z ]{10,})"/g)].map(([, line = '']) => line)
  expect(quoted.length).toBeGreaterThan(4)
  const source = globSync('server/**/*.ts', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  expect(quoted.filter((line) => !source.includes(line))).toEqual([])
})

test('the example configuration scrapes the processes of compose.yaml and loads the rules', () => {
  const prometheus = parse(textOf('prometheus/prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
  }
  expect(prometheus.rule_files).toEqual(['alerts.yml'])
  const compose = parse(textOf('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, unknown> }>
  }
  const [job] = prometheus.scrape_configs
  expect(job?.job_name).toBe('sanwo')
  const processes = Object.entries(compose.services).filter(([name]) => name.startsWith('app-'))
  expect(job?.static_configs[0]?.targets).toEqual(
    processes.map(([name, { environment }]) => `${name}:${environment.METRICS_PORT}`),
  )
})

const promtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(promtool)(
  'promtool accepts the rules, their tests, the configuration and the queries of the runbook (needs promtool)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sanwo-rules-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const queries = expressions.map(({ expr }, index) => ({ record: `query:${index}`, expr }))
    writeFileSync(
      join(folder, 'queries.yml'),
      JSON.stringify({ groups: [{ name: 'queries', rules: queries }] }),
    )
    for (const args of [
      ['check', 'config', join(deploy, 'prometheus/prometheus.yml')],
      ['check', 'rules', join(deploy, 'prometheus/alerts.yml')],
      ['check', 'rules', join(folder, 'queries.yml')],
      ['test', 'rules', join(root, 'tests/operations/alert-rules.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).toBe(0)
    }
  },
)

test.each(['createCheckout', 'refund', 'refundToAccount', 'chargeSavedCard', 'vend'])(
  'ProviderCallsFailing covers %s in each of its parts',
  (operation) => {
    const expr = alerts.find(({ alert }) => alert === 'ProviderCallsFailing')?.expr ?? ''
    const lists = [...expr.matchAll(/operation=~"([^"]+)"/g)].map(([, list = '']) => list.split('|'))
    expect(lists.map((list) => list.includes(operation))).toEqual([true, true, true])
  },
)
