import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'

const root = resolve(import.meta.dirname, '../..')

interface ExportedName {
  readonly name: string
  readonly file: string
}

const exportedNamesIn = (file: string, text: string): ExportedName[] => {
  const declarations = text.matchAll(
    /^export (?:abstract )?(?:const|let|(?:async )?function\*?|class|type|interface|enum) (\w+)/gm,
  )
  // A schema and its type share a name within one file.
  return [...new Set([...declarations].map(([, name = '']) => name))].map((name) => ({ name, file }))
}

/**
 * Conventions by which several modules define one name:
 * - every migration exports `up`;
 * - the adapters of gateways, and those of vendors, give their parts the same names: `parsePayment`, `Timeouts`. Only the
 *   `index.ts` of an adapter is imported from outside;
 * - each part of a service is exported under the service's id: its contract, data, backend and pages.
 */
const isConvention = (name: string, files: readonly string[]): boolean =>
  (name === 'up' && files.every((file) => file.startsWith('server/database/migrations/'))) ||
  (adapterNames.has(name) && files.every(isInAdapter)) ||
  isPartOfAdapters(files) ||
  (services.some((service) => service === name) && files.every(isServicePart))

/** Names shared by the adapters of both kinds. */
const adapterNames = new Set(['Timeouts'])
const adapterFolder = /^(server\/(?:payments\/gateways|vending\/vendors|messaging\/sms))\/\w+\//
const isInAdapter = (file: string) => adapterFolder.test(file)
const isPartOfAdapters = (files: readonly string[]) =>
  files.every(isInAdapter) && new Set(files.map((file) => adapterFolder.exec(file)?.[1])).size === 1
const isServicePart = (file: string) =>
  /^(?:shared\/services|server\/service-data|server\/web\/services)\/\w+\.ts$|^server\/\w+\/service-backend\.ts$/.test(
    file,
  )

/** Names that are defined in more than one file, with the files. */
function duplicateNames(exportedNames: readonly ExportedName[]): Record<string, string[]> {
  const byName = Map.groupBy(exportedNames, ({ name }) => name)
  return Object.fromEntries(
    [...byName]
      .map(([name, definitions]): [string, string[]] => [name, definitions.map(({ file }) => file)])
      .filter(([name, files]) => files.length > 1 && !isConvention(name, files)),
  )
}

/** The simulators are a program of their own and name things as the providers do. */
const shippedFiles = globSync('{server,islands,shared}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('server/simulators/'))

test('an exported name is defined in one module', () => {
  const exportedNames = shippedFiles.flatMap((file) =>
    exportedNamesIn(file, readFileSync(join(root, file), 'utf8')),
  )
  expect(exportedNames.length).toBeGreaterThan(1_000)
  expect(duplicateNames(exportedNames)).toEqual({})
})

test('a name with two definitions is found in every form of export', () => {
  const forms = [
    'export const charge = 1',
    'export function charge() {}',
    'export async function charge() {}',
    'export class charge {}',
    'export type charge = string',
    'export interface charge {}',
  ]
  const definitions = forms.flatMap((text, index) => exportedNamesIn(`shared/file-${index}.ts`, text))
  expect(duplicateNames(definitions)).toEqual({
    charge: forms.map((_, index) => `shared/file-${index}.ts`),
  })
})

test('a schema and its type in one file are one definition', () => {
  const text = 'export const Bank = z.object({})\nexport type Bank = z.infer<typeof Bank>\n'
  expect(exportedNamesIn('shared/banks.ts', text)).toHaveLength(1)
})

test('a convention covers only the modules of its kind', () => {
  const definition = (name: string, ...files: string[]) => files.map((file) => ({ name, file }))
  const gateway = 'server/payments/gateways/paystack/responses.ts'
  const otherGateway = 'server/payments/gateways/monnify/responses.ts'
  expect(duplicateNames(definition('parsePayment', gateway, otherGateway))).toEqual({})
  expect(
    Object.keys(duplicateNames(definition('parsePayment', gateway, 'server/payments/refund.ts'))),
  ).toEqual(['parsePayment'])
  expect(
    Object.keys(
      duplicateNames(definition('parsePayment', gateway, 'server/vending/vendors/vtpass/responses.ts')),
    ),
  ).toEqual(['parsePayment'])
  expect(
    duplicateNames(definition('power', 'shared/services/power.ts', 'server/power/service-backend.ts')),
  ).toEqual({})
  expect(
    Object.keys(duplicateNames(definition('power', 'shared/services/power.ts', 'server/power/presenter.ts'))),
  ).toEqual(['power'])
})
