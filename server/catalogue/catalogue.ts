import { setTimeout as pause } from 'node:timers/promises'
import type { VendorName } from '../vending/index.ts'
import { type ListedNetwork, listNetworks, type NetworkService } from './networks.ts'
import { type CatalogueParts, refreshCatalogue, type Which } from './refresh.ts'

/** What is sold now. Lists are the vendors' own, kept in the database for every process together. */
export interface Catalogue {
  /** Asks for all lists, or for some; one asking at a time for the same vendor, and for all. */
  refresh(which?: Which): Promise<void>
  /**
   * The networks of a service and what the vendor sells of each. A list that grew old is asked for in
   * the background, meanwhile the last good one serves; one that was never had is waited for a little.
   */
  networks(service: NetworkService, vendor: VendorName | undefined): Promise<ListedNetwork[]>
}

/** Prices older than this are asked for again when somebody looks at them. */
const freshSeconds = 15 * 60
/** A page waits no longer than this for a list that was never had. */
const patienceMs = 4_000
/** A vendor that did not answer is left alone for so long. */
const restMs = 30_000

export function createCatalogue(
  parts: CatalogueParts & { background: (what: string, work: () => Promise<unknown>) => void },
): Catalogue {
  const asking = new Map<string, Promise<void>>()
  const restsUntil = new Map<string, number>()

  const refresh = (which: Which = {}) => {
    const whose = which.vendor ?? 'all'
    const joined = asking.get('all') ?? asking.get(whose)
    if (joined) return joined
    const asked = refreshCatalogue(parts, which).finally(() => {
      asking.delete(whose)
      restsUntil.set(whose, performance.now() + restMs)
    })
    asking.set(whose, asked)
    return asked
  }
  /** It was asked a moment ago, by itself or with all others. */
  const rests = (vendor: VendorName) =>
    !asking.has(vendor) &&
    !asking.has('all') &&
    performance.now() < Math.max(restsUntil.get(vendor) ?? 0, restsUntil.get('all') ?? 0)
  const listed = (service: NetworkService, vendor: VendorName | undefined) =>
    listNetworks(parts.db, service, vendor, freshSeconds)

  return {
    refresh,
    async networks(service, vendor) {
      const { networks, isOld } = await listed(service, vendor)
      if (service === 'airtime' || !vendor || rests(vendor) || !isOld) return networks
      const refreshed = refresh({ vendor, olderThanSeconds: freshSeconds })
      parts.background('catalogue', () => refreshed)
      const settled = refreshed.catch(() => undefined)
      if (networks.every(({ asOf }) => asOf !== null)) return networks
      const timer = new AbortController()
      await Promise.race([
        settled,
        pause(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]).finally(() => timer.abort())
      return (await listed(service, vendor)).networks
    },
  }
}
