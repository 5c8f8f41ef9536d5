import { setTimeout as pause } from 'node:timers/promises'
import { serviceData } from '../service-data/index.ts'
import type { VendorName } from '../vending/index.ts'
import { type ListedNetwork, listNetworks, type NetworkService } from './networks.ts'
import { type CatalogueDeps, type RefreshFilter, refreshCatalogue } from './refresh.ts'

/** The products on sale. The vendors' lists are stored in the database, shared by all processes. */
export interface Catalogue {
  /** Refreshes all lists, or some; one refresh at a time per vendor, and one for all vendors. */
  refresh(filter?: RefreshFilter): Promise<void>
  /**
   * The networks of a service with the vendor's variations. An old list is refreshed in the background while
   * the last good one is used. A list that was never fetched is awaited for up to `maxWaitMs`.
   */
  networks(service: NetworkService, vendor: VendorName | undefined): Promise<ListedNetwork[]>
}

/** Prices older than this are refreshed when they are read. */
const ttlSeconds = 15 * 60
/** A page waits at most this long for a list that was never fetched. */
const maxWaitMs = 4_000
/** Minimum time between refreshes of a vendor, so that a failing vendor is not queried by every page. */
const retryDelayMs = 30_000

export function createCatalogue(
  deps: CatalogueDeps & { runInBackground: (name: string, task: () => Promise<unknown>) => void },
): Catalogue {
  const pendingRefreshes = new Map<string, Promise<void>>()
  const retryAt = new Map<string, number>()

  const refresh = (filter: RefreshFilter = {}) => {
    const key = filter.vendor ?? 'all'
    const pendingRefresh = pendingRefreshes.get('all') ?? pendingRefreshes.get(key)
    if (pendingRefresh) return pendingRefresh
    const newRefresh = refreshCatalogue(deps, filter).finally(() => {
      pendingRefreshes.delete(key)
      retryAt.set(key, performance.now() + retryDelayMs)
    })
    pendingRefreshes.set(key, newRefresh)
    return newRefresh
  }
  /** True shortly after a refresh of the vendor, or of all vendors. */
  const wasRefreshedRecently = (vendor: VendorName) =>
    !pendingRefreshes.has(vendor) &&
    !pendingRefreshes.has('all') &&
    performance.now() < Math.max(retryAt.get(vendor) ?? 0, retryAt.get('all') ?? 0)
  const listCatalogue = (service: NetworkService, vendor: VendorName | undefined) =>
    listNetworks(deps.db, service, vendor, ttlSeconds)

  return {
    refresh,
    async networks(service, vendor) {
      const { networks, isStale } = await listCatalogue(service, vendor)
      if (!serviceData[service].hasVariations || !vendor || wasRefreshedRecently(vendor) || !isStale)
        return networks
      const currentRefresh = refresh({ vendor, olderThanSeconds: ttlSeconds })
      deps.runInBackground('catalogue', () => currentRefresh)
      const refreshEnd = currentRefresh.catch(() => undefined)
      if (networks.every(({ asOf }) => asOf !== null)) return networks
      const timer = new AbortController()
      await Promise.race([
        refreshEnd,
        pause(maxWaitMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]).finally(() => timer.abort())
      return (await listCatalogue(service, vendor)).networks
    },
  }
}
