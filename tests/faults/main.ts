import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * `npm run test:faults [-- matrix kill hostile restart random bulk]`: all cells of the crash matrix, real kills,
 * hostile input and database outages, on the PostgreSQL server at TEST_DATABASE_URL. Only on request: `random`, 20,000
 * orders, and `bulk`, a file of ROWS rows (5,000) whose process is killed in the middle.
 * FAULT_SEED repeats a run; FAULT_CELL='wallet order/failed@8' runs one case.
 */
const root = resolve(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Number of shards per kind; two shards run at a time, and several matrix environments share one. */
const kinds: Readonly<Record<string, { shards: number; arguments: readonly string[] }>> = {
  matrix: { shards: 2, arguments: ['--maxConcurrency', '3'] },
  kill: { shards: 2, arguments: [] },
  hostile: { shards: 1, arguments: [] },
  restart: { shards: 1, arguments: [] },
  random: { shards: 2, arguments: [] },
  bulk: { shards: 1, arguments: [] },
}
const defaultParts = ['matrix', 'kill', 'hostile', 'restart']
const atOnce = 2

interface Job {
  readonly kind: string
  readonly shard: string
}

const selected = process.argv.slice(2).length > 0 ? process.argv.slice(2) : defaultParts
const unknown = selected.filter((entry) => !kinds[entry])
if (unknown.length > 0) stop(`There is no ${unknown.join(', ')}: choose of ${Object.keys(kinds).join(', ')}.`)
else if (!process.env.TEST_DATABASE_URL)
  stop('TEST_DATABASE_URL is missing: it names the PostgreSQL server for these tests.')
else await runAll()

function stop(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

async function runAll(): Promise<void> {
  const seed = process.env.FAULT_SEED ?? String(Date.now() % 1_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-faults-'))
  const reports = join(folder, 'reports.jsonl')
  const startedAt = performance.now()
  print(`Seed ${seed}: FAULT_SEED=${seed} draws the same again.`)
  const waiting = jobs()
  const failed: Job[] = []
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      if (!(await run(job, { FAULTS: 'whole', FAULT_SEED: seed, FAULT_REPORT: reports }))) failed.push(job)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  summarise(reports, Math.round((performance.now() - startedAt) / 1_000))
  rmSync(folder, { recursive: true, force: true })
  if (failed.length > 0) stop(`Failed: ${failed.map(({ kind, shard }) => `${kind} ${shard}`).join(', ')}.`)
}

function jobs(): Job[] {
  if (process.env.FAULT_CELL) return [{ kind: 'matrix', shard: '1/1' }]
  return selected.flatMap((kind) => {
    const total = kinds[kind]?.shards ?? 1
    return Array.from({ length: total }, (_, index) => ({ kind, shard: `${index + 1}/${total}` }))
  })
}

async function run({ kind, shard }: Job, env: Record<string, string>): Promise<boolean> {
  const child: ChildProcess = spawn(
    process.execPath,
    [vitest, 'run', `tests/faults/${kind}.test.ts`, ...(kinds[kind]?.arguments ?? [])],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, FAULT_SHARD: shard } },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

/** Summary by kind: each test reports a line, and numbers of the same name are summed. */
function summarise(file: string, seconds: number): void {
  const sums = new Map<string, number>()
  for (const line of linesOf(file)) {
    for (const [name, value] of Object.entries(JSON.parse(line) as Record<string, unknown>))
      if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value)
  }
  const deps = [...sums].map(([name, sum]) => `${sum} ${name}`)
  print(`${deps.join(', ')}; ${Math.floor(seconds / 60)} min ${seconds % 60} s.`)
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
