import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applyPatch,
  copyProject,
  restoreFile,
  root,
  runTests,
  typeErrors,
  typeErrorsOf,
} from '../support/project-copy.ts'
import { registryPatches, vendorPatches } from './fourth-gateway/patches.ts'
import { shippedPatches, testPatches } from './sixth-service/patches.ts'

/** One copy of the project with a sixth service, a fourth gateway, a fourth vendor and a third SMS provider. */
const copy = copyProject('additions', [
  'tests/support',
  'tests/architecture/imports.test.ts',
  'tests/vending/journeys.test.ts',
])
const serviceFiles = join(import.meta.dirname, 'sixth-service/files')
const gatewayFiles = join(import.meta.dirname, 'fourth-gateway/added')
const timeoutMs = 300_000
afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeAll(() => {
  for (const file of globSync('**/*.txt', { cwd: serviceFiles })) {
    const target = join(copy, file.replace(/\.txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(serviceFiles, file), target)
  }
  cpSync(join(gatewayFiles, 'server'), join(copy, 'server'), { recursive: true })
  cpSync(
    join(gatewayFiles, 'tests/payments/korapay-purchase.ts'),
    join(copy, 'tests/payments/korapay-purchase.test.ts'),
  )
  for (const folder of ['vending/vendors', 'simulators'])
    copyRenamed(`server/${folder}`, 'buypower', 'newvendor')
  for (const folder of ['messaging/sms', 'simulators']) copyRenamed(`server/${folder}`, 'termii', 'newsms')
  for (const patch of [...shippedPatches, ...testPatches, ...registryPatches, ...vendorPatches])
    applyPatch(copy, patch)
})

/** Copies a provider under another name, in all spellings. */
function copyRenamed(parent: string, from: string, to: string): void {
  const folder = join(copy, parent, to)
  cpSync(join(root, parent, from), folder, { recursive: true })
  const capitalised = to.slice(0, 1).toUpperCase() + to.slice(1)
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8').replace(new RegExp(from, 'gi'), (name) =>
      name === from ? to : name === from.toUpperCase() ? to.toUpperCase() : capitalised,
    )
    writeFileSync(join(folder, file), text)
  }
}

test('a sixth service touches at most eight shipped files', () => {
  expect(shippedPatches.length).toBeLessThanOrEqual(8)
})

test('a new gateway, vendor or SMS provider touches four registries', () => {
  expect(registryPatches).toHaveLength(4)
})

test.each(['.', 'islands'])(
  'the project with the additions passes the type check: %s',
  async (project) => {
    expect(await typeErrors(copy, project)).toEqual({})
  },
  timeoutMs,
)

test(
  'a customer buys the sixth service, and an order is paid at the new gateway and delivered by the new vendor',
  async () => {
    const files = [
      'tests/water',
      'tests/payments/korapay-purchase.test.ts',
      'tests/architecture/imports.test.ts',
    ]
    expect(await runTests(copy, ...files)).toMatch(/Test Files.*3 passed/)
  },
  timeoutMs,
)

describe('without its entry an addition does not compile:', () => {
  const contracts = 'shared/services/index.ts'
  const providerNames = 'shared/providers.ts'
  const patches = [...shippedPatches, ...registryPatches]
  const isNameList = ({ file }: { file: string }) => file === contracts || file === providerNames
  const errors: Record<string, string> = {}

  /** The type errors of the checked files while the missing patches are reverted. */
  async function errorsWithout(missing: typeof patches, checked: readonly string[]) {
    for (const { file } of missing) restoreFile(copy, file)
    const typeErrorsByFile = await typeErrorsOf(copy, checked)
    for (const patch of missing) applyPatch(copy, patch)
    return typeErrorsByFile
  }

  beforeAll(async () => {
    // A missing entry is an error in its own file, so one check of all files finds every missing entry.
    const entries = patches.filter((patch) => !isNameList(patch))
    Object.assign(
      errors,
      await errorsWithout(
        entries,
        entries.map(({ file }) => file),
      ),
    )
    // A name that is missing in the list of names is an unknown name in the registries.
    const registries = ['server/service-data/index.ts', 'server/config-providers.ts'] as const
    const unknownNameErrors = await errorsWithout(patches.filter(isNameList), registries)
    errors[contracts] = unknownNameErrors[registries[0]] ?? ''
    errors[providerNames] = unknownNameErrors[registries[1]] ?? ''
  }, timeoutMs)

  test.each(shippedPatches.map(({ file }) => file))('the sixth service in %s', (file) => {
    expect(errors[file]).toContain('error TS')
  })

  test.each(registryPatches.map(({ file }) => file))('the new providers in %s', (file) => {
    for (const name of ['korapay', 'newvendor', 'newsms'])
      expect(errors[file]).toMatch(new RegExp(`error TS[^]*${name}`))
  })
})
