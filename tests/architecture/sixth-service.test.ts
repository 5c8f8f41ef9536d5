import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Patch, shippedPatches, testPatches } from './sixth-service/patches.ts'

/** Files of a copy of the project; of the tests, only what the purchase needs. */
const copiedPaths = [
  'server',
  'islands',
  'shared',
  'views',
  'tests/support',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]
const root = resolve(import.meta.dirname, '../..')
const newFiles = join(import.meta.dirname, 'sixth-service/files')
const timeoutMs = 300_000
const copy = mkdtempSync(join(tmpdir(), 'sanwo-sixth-service-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeAll(() => {
  for (const path of copiedPaths) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const file of globSync('**/*.txt', { cwd: newFiles })) {
    const target = join(copy, file.replace(/\.txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(newFiles, file), target)
  }
  for (const patch of [...shippedPatches, ...testPatches]) apply(patch)
})

function apply({ file, edits }: Patch): void {
  const patched = edits.reduce(
    (text, [from, to]) => {
      expect(text.split(from), `${file}: ${from}`).toHaveLength(2)
      return text.replace(from, () => to)
    },
    readFileSync(join(root, file), 'utf8'),
  )
  writeFileSync(join(copy, file), patched)
}

/** Output of a program of the project, run in the copy. */
async function run(program: string, ...args: string[]): Promise<{ ok: boolean; output: string }> {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env
  const execution = promisify(execFile)(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: copy,
    env,
  })
  return execution.then(
    ({ stdout }) => ({ ok: true, output: stdout }),
    ({ stdout, stderr }) => ({ ok: false, output: `${stdout}${stderr}` }),
  )
}
/** Incremental: a check reads only what has changed since the last one. */
const checkTypes = (project: string) =>
  run(
    'typescript/bin/tsc',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `types-${basename(resolve(copy, project))}.json`,
  )

test('a sixth service touches at most eight shipped files', () => {
  expect(shippedPatches.length).toBeLessThanOrEqual(8)
})

test.each(['.', 'islands'])(
  'the project with a sixth service passes the type check: %s',
  async (project) => {
    expect(await checkTypes(project)).toEqual({ ok: true, output: '' })
  },
  timeoutMs,
)

test(
  'a customer buys the sixth service from the simulated vendor',
  async () => {
    const { ok, output } = await run('vitest/vitest.mjs', 'run', '--project', 'modules', 'tests/water')
    expect(ok, output).toBe(true)
  },
  timeoutMs,
)

test.each(shippedPatches.map((patch) => patch.file))(
  'without its entry the sixth service does not compile: %s',
  async (file) => {
    const patched = readFileSync(join(copy, file))
    cpSync(join(root, file), join(copy, file))
    const { output } = await checkTypes('.')
    writeFileSync(join(copy, file), patched)
    // Without the contract, the service's own files do not compile.
    expect(output).toContain(file.startsWith('shared/') ? 'server/services.ts(' : `${file}(`)
  },
  timeoutMs,
)
