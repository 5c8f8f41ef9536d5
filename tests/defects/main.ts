import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject, root } from '../support/project-copy.ts'
import { type Defect, defects } from './defects.ts'

/**
 * `npm run test:defects [-- part of a sentence]`: puts one mistake after the other into a copy of the tree. The
 * test that is named with it must pass without the mistake, and fail with it. On the PostgreSQL server at
 * TEST_DATABASE_URL, or on the embedded database.
 */
const atOnce = 2
const withinMs = 240_000

interface TestRun {
  readonly passed: number
  readonly failed: number
  /** Output of vitest, when no test ran at all. */
  readonly broken: string | null
}

const filter = process.argv.slice(2).join(' ').toLowerCase()
const chosen = defects.filter((entry) => `${entry.consequence} ${entry.file}`.toLowerCase().includes(filter))

const mistakes = chosen.flatMap(findMisplaced)
if (mistakes.length > 0) end(mistakes)
else end(await tryAll())

/** A defect whose text is not there, or there twice, proves nothing. */
function findMisplaced({ file, find, consequence }: Defect): string[] {
  const times = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return times === 1
    ? []
    : [`${consequence}: its text occurs ${times} times in ${file}, and must occur once.`]
}

async function tryAll(): Promise<string[]> {
  const startedAt = performance.now()
  const waiting = [...chosen]
  const wrong: string[] = []
  const work = async () => {
    const copy = copyProject('defects')
    try {
      for (let defect = waiting.shift(); defect; defect = waiting.shift()) {
        const fault = await tryOne(copy, defect)
        print(fault ? `✗ ${fault}` : `✓ ${defect.consequence}: noticed`)
        if (fault) wrong.push(fault)
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  print(
    `${chosen.length - wrong.length} of ${chosen.length} noticed, in ${Math.floor(seconds / 60)} min ${seconds % 60} s.`,
  )
  return wrong
}

/** @returns what is wrong; null when the test noticed the mistake, and nothing without it */
async function tryOne(copy: string, defect: Defect): Promise<string | null> {
  const { consequence, file, find, replace, testFile, testTitle } = defect
  const clean = await runTest(copy, defect)
  if (clean.broken !== null || clean.passed === 0 || clean.failed > 0)
    return `${consequence}: “${testTitle}” of ${testFile} does not pass without it. ${clean.broken ?? ''}`
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    const spoilt = await runTest(copy, defect)
    if (spoilt.broken !== null) return `${consequence}: it does not even run. ${spoilt.broken}`
    return spoilt.failed > 0 ? null : `${consequence}: “${testTitle}” of ${testFile} does not notice it.`
  } finally {
    writeFileSync(path, text)
  }
}

async function runTest(copy: string, { testFile, testTitle }: Defect): Promise<TestRun> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const pattern = testTitle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const child = spawn(
    process.execPath,
    [vitest, 'run', testFile, '-t', pattern, '--reporter=json', `--outputFile=${report}`],
    { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], timeout: withinMs, killSignal: 'SIGKILL' },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  await once(child, 'exit')
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<
      string,
      number
    >
    const passed = numPassedTests ?? 0
    const failed = numFailedTests ?? 0
    return { passed, failed, broken: passed + failed === 0 ? lastOf(printed) : null }
  } catch {
    return { passed: 0, failed: 0, broken: lastOf(printed) }
  }
}

const lastOf = (printed: string): string => printed.trim().slice(-800)

function end(faults: readonly string[]): void {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
