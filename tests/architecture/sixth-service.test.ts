import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject, root } from '../support/project-copy.ts'
import { type Patch, shippedPatches, testPatches } from './sixth-service/patches.ts'

const newFiles = join(import.meta.dirname, 'sixth-service/files')
const timeoutMs = 300_000
/** Of the tests, only what the purchase needs. */
const copy = copyProject('sixth-service', ['tests/support'])
afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeAll(() => {
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
