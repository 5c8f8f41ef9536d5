import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const added = join(import.meta.dirname, 'fourth-gateway/added')
const run = promisify(execFile)

/** The shipped files that a fourth gateway changes: each line of text is inserted after the line before it. */
const patches: Readonly<Record<string, readonly (readonly [after: string, inserted: string])[]>> = {
  'shared/providers.ts': [
    [
      "  monnify: { label: 'Monnify', referenceParameters: ['paymentReference'] },",
      "  korapay: { label: 'Korapay', referenceParameters: ['reference'] },",
    ],
  ],
  'server/config-providers.ts': [
    ['  monnify: monnifyDescriptor,', '  korapay: korapayDescriptor,'],
    [
      "import { flutterwaveDescriptor } from './payments/gateways/flutterwave/descriptor.ts'",
      "import { korapayDescriptor } from './payments/gateways/korapay/descriptor.ts'",
    ],
  ],
  'server/providers.ts': [
    [
      '  monnify: configs.monnify && monnify(configs.monnify),',
      '  korapay: configs.korapay && korapay(configs.korapay),',
    ],
    [
      "import { flutterwave } from './payments/gateways/flutterwave/index.ts'",
      "import { korapay } from './payments/gateways/korapay/index.ts'",
    ],
  ],
  'server/simulators/providers.ts': [
    ['  monnify: monnifyProviders,', '  korapay: korapayProviders,'],
    [
      "import { irechargeProviders } from './irecharge/index.ts'",
      "import { korapayProviders } from './korapay/index.ts'",
    ],
  ],
}
const patchedFiles = Object.keys(patches)

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'sanwo-fourth-gateway-'))
  for (const name of [
    'server',
    'shared',
    'islands',
    'views',
    'tests',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  cpSync(join(added, 'server'), join(copy, 'server'), { recursive: true })
  cpSync(
    join(added, 'tests/payments/korapay-purchase.ts'),
    join(copy, 'tests/payments/korapay-purchase.test.ts'),
  )
  for (const file of patchedFiles) writeFileSync(join(copy, file), patched(file))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function patched(file: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [after, inserted] of patches[file] ?? []) {
    expect(
      lines.filter((line) => line === after),
      `${file}: ${after}`,
    ).toHaveLength(1)
    lines.splice(lines.indexOf(after) + 1, 0, inserted)
  }
  return lines.join('\n')
}

/** @returns the errors of a type check in the copy; empty when it passes */
const typeErrors = (...args: string[]): Promise<string> =>
  run(process.execPath, ['node_modules/typescript/bin/tsc', ...args], { cwd: copy }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )

/** Type-checks one registry and what it imports. */
async function registryErrors(file: string): Promise<string> {
  const project = join(copy, 'tsconfig.registry.json')
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: [], files: [file] }))
  return typeErrors('-p', project)
}

test('a fourth gateway changes four shipped files and passes the type check', {
  timeout: 240_000,
}, async () => {
  expect(patchedFiles.length).toBeLessThanOrEqual(4)
  expect(await typeErrors('-p', '.')).toBe('')
  expect(await typeErrors('-p', 'islands')).toBe('')
})

test('a fourth gateway with any of its registrations missing does not compile', {
  timeout: 240_000,
}, async () => {
  for (const file of patchedFiles) {
    writeFileSync(join(copy, file), readFileSync(join(root, file)))
    // A name that is missing in the list of names is an unknown name in the other registries.
    const registry = file === 'shared/providers.ts' ? 'server/config-providers.ts' : file
    expect(await registryErrors(registry), file).toMatch(/error TS\d+: .*korapay/)
    writeFileSync(join(copy, file), patched(file))
  }
})

test('an order is paid through the fourth gateway and delivered', { timeout: 240_000 }, async () => {
  const files = ['tests/payments/korapay-purchase.test.ts', 'tests/architecture/imports.test.ts']
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'modules',
    '--maxWorkers',
    '1',
    ...files,
  ]
  const { VITEST: _, ...env } = process.env
  const result = await run(process.execPath, vitest, { cwd: copy, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  expect(`${result.stdout}${result.stderr}`).toMatch(/Test Files.*2 passed/)
})
