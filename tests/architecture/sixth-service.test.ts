import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject, root, runTests, typeErrors, typeErrorsOf } from '../support/project-copy.ts'
import { type Patch, shippedPatches, testPatches } from './sixth-service/patches.ts'

const newFiles = join(import.meta.dirname, 'sixth-service/files')
const timeoutMs = 300_000
/** The second check of the copy reads only what has changed since the first. */
const incremental = ['--incremental', '--tsBuildInfoFile', 'types.json']
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

test('a sixth service touches at most eight shipped files', () => {
  expect(shippedPatches.length).toBeLessThanOrEqual(8)
})

test.each([['.', ...incremental], ['islands']])(
  'the project with a sixth service passes the type check: %s',
  async (project, ...options) => {
    expect(await typeErrors(copy, project, ...options)).toEqual({})
  },
  timeoutMs,
)

test(
  'a customer buys the sixth service from the simulated vendor',
  async () => {
    expect(await runTests(copy, 'tests/water')).toMatch(/Test Files.*1 passed/)
  },
  timeoutMs,
)

describe('without its entry the sixth service does not compile:', () => {
  const contracts = 'shared/services/index.ts'
  let errors: Record<string, string>
  beforeAll(async () => {
    const entries = shippedPatches.filter(({ file }) => file !== contracts)
    for (const { file } of entries) cpSync(join(root, file), join(copy, file))
    // An error is in the file that misses the entry, so one check tells them apart.
    errors = await typeErrors(copy, '.', ...incremental)
    for (const patch of entries) apply(patch)
    cpSync(join(root, contracts), join(copy, contracts))
    // Without the contract, the service is unknown to the other registries.
    const unknown = await typeErrorsOf(copy, ['server/service-data/index.ts'])
    errors[contracts] = unknown['server/service-data/index.ts'] ?? ''
  }, timeoutMs)

  test.each(shippedPatches.map(({ file }) => file))('%s', (file) => {
    expect(errors[file]).toContain('error TS')
  })
})
