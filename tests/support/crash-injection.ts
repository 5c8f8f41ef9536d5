import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { ProviderOverrides } from '../../server/composition/dependencies.ts'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/index.ts'
import { createShortTimeoutProviders, noGateways, noVendors } from './providers.ts'

/** The simulated process has crashed: none of its later work has an effect. */
export class Crash extends Error {}

/** Provider methods without a network call. */
const localCalls = new Set(['isWebhookAuthentic', 'parseWebhook', 'requestId', 'canResend'])

/**
 * Wraps the dependencies of a composition root so that it crashes at one boundary: before or after a commit or a
 * provider call. Boundaries are counted from `arm` on, in the order in which they are reached.
 * @param boundaryIndex Infinity for no crash
 */
export function createCrashInjector(
  boundaryIndex: number,
  createProviders: (config: Config) => ProviderOverrides = createShortTimeoutProviders,
) {
  let isArmed = false
  let boundaryCount = 0
  let pendingCalls = 0
  let lastActivityMs = 0
  const state: { crashedAt: string | null } = { crashedAt: null }

  const assertAlive = () => {
    lastActivityMs = performance.now()
    if (state.crashedAt) throw new Crash(`crashed ${state.crashedAt}`)
  }
  const reachBoundary = (boundary: string) => {
    assertAlive()
    if (!isArmed || ++boundaryCount !== boundaryIndex) return
    state.crashedAt = boundary
    throw new Crash(boundary)
  }
  const trackWork = async <T>(work: () => Promise<T>): Promise<T> => {
    pendingCalls++
    try {
      return await work()
    } finally {
      pendingCalls--
      lastActivityMs = performance.now()
    }
  }

  const wrap = (db: Database): Database => ({
    ...db,
    q: db.q.withPlugin(boundaryPlugin(assertAlive, reachBoundary)),
    inTransaction: (work) =>
      trackWork(async () => {
        assertAlive()
        const result = await db.inTransaction(async (tx) => {
          const result = await work(tx)
          reachBoundary('before a commit')
          return result
        })
        reachBoundary('after a commit')
        return result
      }),
  })

  /** Wraps a provider so that its caller may crash before or after each call. */
  const withCrashes = <T extends object>(provider: T, providerName: string): T =>
    new Proxy(provider, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (name === 'banking' && typeof value === 'object' && value) return withCrashes(value, providerName)
        if (typeof value !== 'function' || localCalls.has(String(name))) return value
        return (...args: unknown[]) =>
          trackWork(async () => {
            reachBoundary(`before ${providerName} ${String(name)}`)
            const response: unknown = await Reflect.apply(value, target, args)
            reachBoundary(`after ${providerName} ${String(name)}`)
            return response
          })
      },
    })

  return {
    state,
    wrap,
    providerOverrides(config: Config): ProviderOverrides {
      const { gateways = noGateways, vendors = noVendors } = createProviders(config)
      return { gateways: mapProviders(gateways, withCrashes), vendors: mapProviders(vendors, withCrashes) }
    },
    arm() {
      isArmed = true
    },
    /** True when there was no activity for the given time and nothing is in progress. */
    isQuiet: (forMs: number) => pendingCalls === 0 && performance.now() - lastActivityMs >= forMs,
  }
}

export type CrashInjector = ReturnType<typeof createCrashInjector>

const mapProviders = <Id extends string, T>(
  providers: Readonly<Record<Id, T | null>>,
  transform: (provider: T, name: string) => T,
): Record<Id, T | null> =>
  Object.fromEntries(
    Object.entries<T | null>(providers).map(([name, provider]) => [
      name,
      provider && transform(provider, name),
    ]),
  ) as Record<Id, T | null>

/** Single statements are commits too: those that change a row are boundaries. */
function boundaryPlugin(assertAlive: () => void, reachBoundary: (boundary: string) => void): KyselyPlugin {
  const writeQueries = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      assertAlive()
      if (isWrite(node)) writeQueries.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      const changed = (result.numAffectedRows ?? 0n) > 0n || result.rows.length > 0
      if (writeQueries.has(queryId) && changed) reachBoundary('after a statement')
      else assertAlive()
      return result
    },
  }
}

function isWrite(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode')
    return /\b(insert into|update|delete from)\b/i.test(node.sqlFragments.join(' '))
  return node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode'
}
