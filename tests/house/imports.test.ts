import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Import {
  from: string
  to: string
  typeOnly: boolean
}

/** Every import of ours within the house, as paths from the top. */
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

/** `server/payments/gateways/x.ts` → `payments`; files that stand beside the rooms are their own. */
const roomOf = (path: string): string => {
  const [floor = '', room = ''] = path.split('/')
  return floor === 'shared' ? 'shared' : `${floor}/${room}`
}

/** Lower floors first. A room may use the floors below its own, and its own floor where it says so. */
const serverFloors: readonly (readonly string[])[] = [
  ['shared'],
  ['server/config-providers.ts'],
  ['server/config.ts'],
  ['server/database'],
  ['server/settings', 'server/http'],
  ['server/ledger', 'server/jobs', 'server/messaging', 'server/receipts', 'server/actions', 'server/secrets'],
  ['server/vending', 'server/outbox', 'server/notifications', 'server/audit'],
  ['server/catalogue', 'server/payments', 'server/approvals'],
  ['server/purchase'],
  ['server/operations'],
  [
    'server/power',
    'server/cabletv',
    'server/airtime',
    'server/data',
    'server/education',
    'server/wallet',
    'server/referral',
  ],
  ['server/quotes'],
  [
    'server/accounts',
    'server/beneficiaries',
    'server/virtual-accounts',
    'server/bulk',
    'server/history',
    'server/tickets',
  ],
  ['server/campaigns'],
  ['server/management'],
  ['server/web'],
]
/** Where everything is joined, and what starts it. */
const top = new Set([
  'server/app.ts',
  'server/build.ts',
  'server/cannot-start.ts',
  'server/commands',
  'server/dev.ts',
  'server/features.ts',
  'server/listener.ts',
  'server/main.ts',
  'server/open-database.ts',
  'server/parts.ts',
  'server/providers.ts',
  'server/start.ts',
  'server/welcome.ts',
])
const floorOf = (room: string) => serverFloors.findIndex((floor) => floor.includes(room))

const between = imports.filter((it) => roomOf(it.from) !== roomOf(it.to))

test('every room has its place in the house', () => {
  const rooms = new Set(imports.flatMap((it) => [roomOf(it.from), roomOf(it.to)]))
  const unplaced = [...rooms].filter(
    (room) =>
      room.startsWith('server/') && room !== 'server/simulators' && floorOf(room) < 0 && !top.has(room),
  )
  expect(unplaced).toEqual([])
})

test('the contracts import nothing of ours', () => {
  expect(between.filter((it) => it.from.startsWith('shared/'))).toEqual([])
})

test('imports on the server run one way, from the doors down to the contracts', () => {
  const wrong = between.filter((it) => {
    const [from, to] = [roomOf(it.from), roomOf(it.to)]
    if (!from.startsWith('server/') || from === 'server/simulators' || top.has(from)) return false
    // The shell knows the islands' props, as types, and what their server bundle answers.
    if (from === 'server/web' && to === 'islands/pages.ts') return !it.typeOnly
    return floorOf(to) < 0 || floorOf(to) >= floorOf(from)
  })
  expect(wrong).toEqual([])
})

/** What is meant for adapters alone, who speak to the outside: the wire, exact JSON, and the guard of open transactions. */
const forAdapters = new Set([
  'server/http/outbound.ts',
  'server/http/exact-json.ts',
  'server/database/context.ts',
])
const isAdapter = (path: string) => /^server\/(payments\/gateways|vending\/vendors|messaging)\//.test(path)
const isAdapterFolder = (path: string) =>
  /^server\/(payments\/gateways|vending\/vendors)\/\w+\/index\.ts$/.test(path)

test("rooms use what another room's index offers, nothing behind it", () => {
  const wrong = between.filter((it) => {
    if (!it.from.startsWith('server/') || !it.to.startsWith('server/')) return false
    if (it.to.split('/').length === 2 || it.to.endsWith('/index.ts')) {
      return isAdapterFolder(it.to) && !top.has(roomOf(it.from))
    }
    if (isAdapter(it.from) && forAdapters.has(it.to)) return false
    if (it.from === 'server/http/outbound.ts' && it.to === 'server/database/context.ts') return false
    // The development server takes the place of the built islands.
    if (it.from === 'server/dev.ts' && it.to === 'server/web/dev-assets.ts') return false
    return !(top.has(roomOf(it.to)) && (top.has(roomOf(it.from)) || it.typeOnly))
  })
  expect(wrong).toEqual([])
})

test('the counterparties stand alone: they know the money module, and nobody knows them', () => {
  const theirs = between.filter((it) => it.from.startsWith('server/simulators/'))
  expect(theirs.filter((it) => it.to !== 'shared/money.ts')).toEqual([])
  expect(between.filter((it) => it.to.startsWith('server/simulators/'))).toEqual([])
})

test('imports of the islands run one way, from a page down to the contracts', () => {
  const floors = ['shared', 'islands/pages.ts', 'islands/lib', 'islands/ui', 'islands/purchase']
  /** The chooser shows the services' forms, and the account area uses their lists; they know neither. */
  const above: Record<string, number> = {
    'islands/chooser': 1,
    'islands/virtual-accounts': 1,
    'islands/notifications': 1,
    'islands/tickets': 1,
    'islands/history': 2,
    'islands/orders': 1,
    'islands/referral': 1,
    'islands/settings': 1,
    'islands/bulk': 1,
    'islands/beneficiaries': 2,
    'islands/management': 2,
    'islands/dashboard': 3,
  }
  const level = (room: string) => {
    if (above[room] !== undefined) return floors.length + above[room]
    const at = floors.indexOf(room)
    return at < 0 ? floors.length : at
  }
  const entries = new Set(['islands/main.tsx', 'islands/server.tsx', 'islands/registry.ts'])
  const wrong = between.filter(
    (it) =>
      it.from.startsWith('islands/') &&
      !entries.has(it.from) &&
      !(it.typeOnly && it.to === 'islands/pages.ts') &&
      (it.to.startsWith('server/') || level(roomOf(it.to)) >= level(roomOf(it.from))),
  )
  expect(wrong).toEqual([])
})

test('no island takes the whole of zod, and no file of the server reads the environment but the configuration', () => {
  const files = globSync('{shared,server,islands}/**/*.{ts,tsx}', { cwd: root })
  const all = files.map((file) => ({
    file: file.replaceAll('\\', '/'),
    text: readFileSync(join(root, file), 'utf8'),
  }))
  const full = all.filter((it) => /^(shared|islands)\//.test(it.file) && /from 'zod'/.test(it.text))
  expect(full.map((it) => it.file)).toEqual([])
  const loud = all.filter((it) => it.file.startsWith('server/') && /console\.(log|info|debug)/.test(it.text))
  expect(loud.map((it) => it.file)).toEqual([])
})
