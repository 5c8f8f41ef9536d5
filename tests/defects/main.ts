import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject, root } from '../support/project-copy.ts'
import { type Defect, defects } from './defects.ts'

/**
 * `npm run test:defects [-- part of a consequence]`: applies each defect to a copy of the project. The defect's test must
 * pass without the defect and fail with it. Runs on the PostgreSQL server at TEST_DATABASE_URL, or on the embedded
 * database.
 */
const concurrency = 2
const testTimeoutMs = 240_000

interface TestRun {
  readonly passed: number
  readonly failed: number
  /** The end of vitest's output if no test ran; null otherwise. */
  readonly startError: string | null
}

const filter = process.argv.slice(2).join(' ').toLowerCase()
const selectedDefects = defects.filter((entry) =>
  `${entry.consequence} ${entry.file}`.toLowerCase().includes(filter),
)

const misplaced = selectedDefects.flatMap(findMisplaced)
if (misplaced.length > 0) reportErrors(misplaced)
else reportErrors(await testAll())

/** @returns an error if the defect's text does not occur exactly once in its file */
function findMisplaced({ file, find, consequence }: Defect): string[] {
  const times = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return times === 1
    ? []
    : [`${consequence}: its text occurs ${times} times in ${file}, and must occur once.`]
}

/** @returns the errors of the defects that their tests do not detect */
async function testAll(): Promise<string[]> {
  const startedAt = performance.now()
  const queue = [...selectedDefects]
  const errors: string[] = []
  const runWorker = async () => {
    const copy = copyProject('defects')
    try {
      for (let defect = queue.shift(); defect; defect = queue.shift()) {
        const error = await testDefect(copy, defect)
        print(error ? `✗ ${error}` : `✓ ${defect.consequence}: detected`)
        if (error) errors.push(error)
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  print(
    `${selectedDefects.length - errors.length} of ${selectedDefects.length} detected, in ${Math.floor(seconds / 60)} min ${seconds % 60} s.`,
  )
  return errors
}

/** @returns an error; null if the test passes without the defect and fails with it */
async function testDefect(copy: string, defect: Defect): Promise<string | null> {
  const { consequence, file, find, replace, testFile, testTitle } = defect
  const cleanRun = await runTest(copy, defect)
  if (cleanRun.startError !== null || cleanRun.passed === 0 || cleanRun.failed > 0)
    return `${consequence}: “${testTitle}” of ${testFile} does not pass without the defect. ${cleanRun.startError ?? ''}`
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    const defectRun = await runTest(copy, defect)
    if (defectRun.startError !== null)
      return `${consequence}: no test runs with the defect. ${defectRun.startError}`
    return defectRun.failed > 0 ? null : `${consequence}: “${testTitle}” of ${testFile} does not detect it.`
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
    { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], timeout: testTimeoutMs, killSignal: 'SIGKILL' },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await once(child, 'exit')
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<
      string,
      number
    >
    const passed = numPassedTests ?? 0
    const failed = numFailedTests ?? 0
    return { passed, failed, startError: passed + failed === 0 ? endOf(output) : null }
  } catch {
    return { passed: 0, failed: 0, startError: endOf(output) }
  }
}

const endOf = (output: string): string => output.trim().slice(-800)

function reportErrors(errors: readonly string[]): void {
  for (const error of errors) process.stderr.write(`${error}\n`)
  if (errors.length > 0) process.exitCode = 1
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
