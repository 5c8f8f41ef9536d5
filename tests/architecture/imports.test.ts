import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'

const root = resolve(import.meta.dirname, '../..')

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** Every import within the project, as paths from the root. */
const imports: Import[] = globSync('{shared,server,islands}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
  )
  return [...lines].map(([, type, from, bare, lazy]) => ({
    from: file.replaceAll('\\', '/'),
    to: relative(root, resolve(root, dirname(file), from ?? bare ?? lazy ?? '')).replaceAll('\\', '/'),
    typeOnly: type !== undefined,
  }))
})

const isDescriptor = (path: string) =>
  /^server\/(payments\/gateways|vending\/vendors|messaging\/sms)\/(\w+\/)?descriptor\.ts$/.test(path)

/**
 * `server/payments/gateways/x.ts` → `payments`; files next to the modules count as modules. The descriptors of
 * providers, which the configuration reads, are a module of their own.
 */
const moduleOf = (path: string): string => {
  if (isDescriptor(path)) return 'server/descriptors'
  const [layer = '', moduleName = ''] = path.split('/')
  return layer === 'shared' ? 'shared' : `${layer}/${moduleName}`
}

/** Layers, lowest first. A module may import lower layers only. */
const serverLayers: readonly (readonly string[])[] = [
  ['shared'],
  ['server/telemetry', 'server/languages'],
  ['server/elapsed-time.ts', 'server/provider-environment.ts', 'server/private-files.ts'],
  ['server/descriptors'],
  ['server/config-providers.ts'],
  ['server/config.ts'],
  ['server/service-data'],
  ['server/database'],
  ['server/settings', 'server/http'],
  ['server/ledger', 'server/jobs', 'server/messaging', 'server/receipts', 'server/actions', 'server/secrets'],
  ['server/vending', 'server/outbox', 'server/notifications', 'server/audit', 'server/push'],
  ['server/catalogue', 'server/payments', 'server/approvals', 'server/translations'],
  ['server/purchase'],
  ['server/operations'],
  [...services.map((service) => `server/${service}`), 'server/wallet', 'server/referral', 'server/recovery'],
  ['server/services.ts'],
  [
    'server/accounts',
    'server/beneficiaries',
    'server/virtual-accounts',
    'server/bulk',
    'server/history',
    'server/tickets',
    'server/payment-requests',
  ],
  ['server/campaigns', 'server/demo', 'server/ussd', 'server/incoming-sms', 'server/schedules'],
  ['server/management'],
  ['server/web'],
]
/** The composition root and the entry points. */
const compositionRoot = new Set([
  'server/app.ts',
  'server/build.ts',
  'server/startup-error.ts',
  'server/commands',
  'server/dev.ts',
  'server/composition-root.ts',
  'server/composition',
  'server/listener.ts',
  'server/main.ts',
  'server/observability.ts',
  'server/open-database.ts',
  'server/context.ts',
  'server/providers.ts',
  'server/readiness.ts',
  'server/start.ts',
  'server/banner.ts',
])
const layerOf = (moduleName: string) => serverLayers.findIndex((layer) => layer.includes(moduleName))

const crossModuleImports = imports.filter((item) => moduleOf(item.from) !== moduleOf(item.to))

test('every server module is assigned to a layer', () => {
  const moduleNames = new Set(imports.flatMap((item) => [moduleOf(item.from), moduleOf(item.to)]))
  const unassigned = [...moduleNames].filter(
    (moduleName) =>
      moduleName.startsWith('server/') &&
      moduleName !== 'server/simulators' &&
      layerOf(moduleName) < 0 &&
      !compositionRoot.has(moduleName),
  )
  expect(unassigned).toEqual([])
})

test('the contracts import no other project module', () => {
  expect(crossModuleImports.filter((item) => item.from.startsWith('shared/'))).toEqual([])
})

test('server modules import lower layers only', () => {
  const violations = crossModuleImports.filter((item) => {
    const [from, to] = [moduleOf(item.from), moduleOf(item.to)]
    if (!from.startsWith('server/') || from === 'server/simulators' || compositionRoot.has(from)) return false
    // The web module imports the islands' props, as types only.
    if (from === 'server/web' && (to === 'islands/pages.ts' || to === 'islands/registry.ts'))
      return !item.typeOnly
    return layerOf(to) < 0 || layerOf(to) >= layerOf(from)
  })
  expect(violations).toEqual([])
})

/** Internals that provider adapters may import: the HTTP client, lossless JSON and the transaction guard. */
const adapterImports = new Set([
  'server/http/http-client.ts',
  'server/http/lossless-json.ts',
  'server/database/transaction-context.ts',
])
const isAdapter = (path: string) => /^server\/(payments\/gateways|vending\/vendors|messaging)\//.test(path)
const isAdapterFolder = (path: string) =>
  /^server\/(payments\/gateways|vending\/vendors|messaging\/sms)\/\w+\/index\.ts$/.test(path)
/** The configuration reads every descriptor, an adapter its own and the descriptors' type. */
const readsDescriptor = ({ from, to }: Import) =>
  isDescriptor(to) && (from === 'server/config-providers.ts' || dirname(from).startsWith(dirname(to)))

test('a module imports another module only through its index', () => {
  const violations = crossModuleImports.filter((item) => {
    if (!item.from.startsWith('server/') || !item.to.startsWith('server/')) return false
    if (item.to.split('/').length === 2 || item.to.endsWith('/index.ts')) {
      return isAdapterFolder(item.to) && !compositionRoot.has(moduleOf(item.from))
    }
    if ((isAdapter(item.from) && adapterImports.has(item.to)) || readsDescriptor(item)) return false
    if (item.from === 'server/http/http-client.ts' && item.to === 'server/database/transaction-context.ts')
      return false
    // The development server replaces the built islands.
    if (item.from === 'server/dev.ts' && item.to === 'server/web/dev-assets.ts') return false
    return !(
      compositionRoot.has(moduleOf(item.to)) &&
      (compositionRoot.has(moduleOf(item.from)) || item.typeOnly)
    )
  })
  expect(violations).toEqual([])
})

test("the simulators import only the money module and the providers' names, and no module imports them", () => {
  const simulatorImports = crossModuleImports.filter((item) => item.from.startsWith('server/simulators/'))
  const isAllowed = ({ to, typeOnly }: Import) =>
    to === 'shared/money.ts' || (to === 'shared/providers.ts' && typeOnly)
  expect(simulatorImports.filter((item) => !isAllowed(item))).toEqual([])
  expect(crossModuleImports.filter((item) => item.to.startsWith('server/simulators/'))).toEqual([])
})

test('islands import lower layers only', () => {
  const layers = ['shared', 'islands/pages.ts', 'islands/lib', 'islands/ui', 'islands/purchase']
  /** The chooser shows the service forms, and the account area uses their lists; the services import neither. */
  const levelAbove: Record<string, number> = {
    'islands/chooser': 1,
    'islands/virtual-accounts': 1,
    'islands/notifications': 1,
    'islands/tickets': 1,
    'islands/history': 2,
    'islands/orders': 1,
    'islands/referral': 1,
    'islands/settings': 1,
    'islands/bulk': 1,
    'islands/schedules': 1,
    'islands/beneficiaries': 2,
    'islands/management': 2,
    'islands/dashboard': 3,
  }
  const level = (moduleName: string) => {
    if (levelAbove[moduleName] !== undefined) return layers.length + levelAbove[moduleName]
    const index = layers.indexOf(moduleName)
    return index < 0 ? layers.length : index
  }
  const entries = new Set(
    ['main.tsx', 'server.tsx', 'registry.ts', 'services.ts', 'management-islands.ts'].map(
      (name) => `islands/${name}`,
    ),
  )
  const violations = crossModuleImports.filter(
    (item) =>
      item.from.startsWith('islands/') &&
      !entries.has(item.from) &&
      !(item.typeOnly && item.to === 'islands/pages.ts') &&
      (item.to.startsWith('server/') || level(moduleOf(item.to)) >= level(moduleOf(item.from))),
  )
  expect(violations).toEqual([])
})

test('shared files and islands import zod/mini only, and no server file calls console.log, info or debug', () => {
  const files = globSync('{shared,server,islands}/**/*.{ts,tsx}', { cwd: root })
  const all = files.map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(root, file), 'utf8'),
  }))
  const zodUsers = all.filter((item) => /^(shared|islands)\//.test(item.file) && /from 'zod'/.test(item.text))
  expect(zodUsers.map((item) => item.file)).toEqual([])
  const consoleUsers = all.filter(
    (item) => item.file.startsWith('server/') && /console\.(log|info|debug)/.test(item.text),
  )
  expect(consoleUsers.map((item) => item.file)).toEqual([])
})
