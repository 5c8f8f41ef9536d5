import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject, root, runTests, typeErrors, typeErrorsOf } from '../support/project-copy.ts'

const added = join(import.meta.dirname, 'fourth-gateway/added')

/** The lines that follow a line of a shipped file. */
type Insertions = readonly (readonly [after: string, ...inserted: string[]])[]

/**
 * The registries, with a fourth gateway, and with copies of BuyPower and Termii as a fourth vendor and a third SMS
 * provider.
 */
const registrations: Readonly<Record<string, Insertions>> = {
  'shared/providers.ts': [
    [
      "  monnify: { label: 'Monnify', referenceParameters: ['paymentReference'] },",
      "  korapay: { label: 'Korapay', referenceParameters: ['reference'] },",
    ],
    ["  irecharge: { label: 'iRecharge' },", "  newvendor: { label: 'New vendor' },"],
    ["  termii: { label: 'Termii' },", "  newsms: { label: 'New SMS provider' },"],
  ],
  'server/config-providers.ts': [
    ['  monnify: monnifyDescriptor,', '  korapay: korapayDescriptor,'],
    ['  irecharge: irechargeDescriptor,', '  newvendor: newvendorDescriptor,'],
    ['  termii: termiiDescriptor,', '  newsms: newsmsDescriptor,'],
    [
      "import { termiiDescriptor } from './messaging/sms/termii/descriptor.ts'",
      "import { korapayDescriptor } from './payments/gateways/korapay/descriptor.ts'",
      "import { newvendorDescriptor } from './vending/vendors/newvendor/descriptor.ts'",
      "import { newsmsDescriptor } from './messaging/sms/newsms/descriptor.ts'",
    ],
  ],
  'server/providers.ts': [
    [
      '  monnify: configs.monnify && monnify(configs.monnify),',
      '  korapay: configs.korapay && korapay(configs.korapay),',
    ],
    [
      '  buypower: configs.buypower && buypower(configs.buypower),',
      '  newvendor: configs.newvendor && newvendor(configs.newvendor),',
    ],
    [
      '  termii: configs.termii && termii(configs.termii),',
      '  newsms: configs.newsms && newsms(configs.newsms),',
    ],
    [
      "import { termii } from './messaging/sms/termii/index.ts'",
      "import { korapay } from './payments/gateways/korapay/index.ts'",
      "import { newvendor } from './vending/vendors/newvendor/index.ts'",
      "import { newsms } from './messaging/sms/newsms/index.ts'",
    ],
  ],
  'server/simulators/providers.ts': [
    [
      '  monnify: monnifyProviders,',
      '  korapay: korapayProviders,',
      '  newvendor: newvendorProvider,',
      '  newsms: newsmsProvider,',
    ],
    [
      "import { termiiProvider } from './termii/index.ts'",
      "import { korapayProviders } from './korapay/index.ts'",
      "import { newvendorProvider } from './newvendor/index.ts'",
      "import { newsmsProvider } from './newsms/index.ts'",
    ],
  ],
}
const registries = Object.keys(registrations)
/** A vendor also has codes of its products, and a line for each table of the vendors' journeys. */
const patches: typeof registrations = {
  ...registrations,
  'server/database/reference-data.ts': [["      buypower: 'IKEJA',", "      newvendor: 'IKEJA',"]],
  'tests/vending/journeys.test.ts': [
    ["  buypower: ['power', 'cabletv', 'airtime', 'data'],", "  newvendor: ['power'],"],
    ['  buypower: (amountKobo) => amountKobo,', '  newvendor: (amountKobo) => amountKobo,'],
  ],
}

let copy: string
beforeAll(() => {
  copy = copyProject('fourth-gateway')
  cpSync(join(added, 'server'), join(copy, 'server'), { recursive: true })
  cpSync(
    join(added, 'tests/payments/korapay-purchase.ts'),
    join(copy, 'tests/payments/korapay-purchase.test.ts'),
  )
  for (const folder of ['vending/vendors', 'simulators'])
    copyRenamed(`server/${folder}`, 'buypower', 'newvendor')
  for (const folder of ['messaging/sms', 'simulators']) copyRenamed(`server/${folder}`, 'termii', 'newsms')
  for (const file of Object.keys(patches)) patch(file)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

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

function patch(file: string): void {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [after, ...inserted] of patches[file] ?? []) {
    expect(lines.filter((line) => line === after)).toEqual([after])
    lines.splice(lines.indexOf(after) + 1, 0, ...inserted)
  }
  writeFileSync(join(copy, file), lines.join('\n'))
}

test('new providers change four registries and pass the type check', { timeout: 240_000 }, async () => {
  expect(registries).toHaveLength(4)
  // The islands are included. They have a check of their own for new modules, and a provider adds none there.
  expect(await typeErrors(copy, '.')).toEqual({})
})

/** The new providers' errors in each file when they are missing in these registries. */
async function errorsWithout(files: readonly string[], checked = files): Promise<Record<string, string>> {
  for (const file of files) cpSync(join(root, file), join(copy, file))
  const errors = await typeErrorsOf(copy, checked)
  for (const file of files) patch(file)
  return errors
}

const providerNames = 'shared/providers.ts'
describe('a provider that is missing', () => {
  let errors: Record<string, string>
  beforeAll(async () => {
    // An error is in the registry that misses the provider, so one check tells the three apart.
    errors = await errorsWithout(registries.filter((file) => file !== providerNames))
    // A name that is missing in the list of names is an unknown name in the other registries.
    const unknown = await errorsWithout([providerNames], ['server/config-providers.ts'])
    errors[providerNames] = unknown['server/config-providers.ts'] ?? ''
  }, 240_000)

  test.each(registries)('in %s does not compile', (file) => {
    for (const name of ['korapay', 'newvendor', 'newsms'])
      expect(errors[file]).toMatch(new RegExp(`error TS[^]*${name}`))
  })
})

test('an order is paid at the new gateway and delivered by the new vendor', {
  timeout: 240_000,
}, async () => {
  const files = ['tests/payments/korapay-purchase.test.ts', 'tests/architecture/imports.test.ts']
  expect(await runTests(copy, ...files)).toMatch(/Test Files.*2 passed/)
})
