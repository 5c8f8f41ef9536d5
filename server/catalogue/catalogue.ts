import { setTimeout as pause } from 'node:timers/promises'
import type { VendorName } from '../vending/index.ts'
import { type ListedNetwork, listNetworks, type NetworkService } from './networks.ts'
import { type CatalogueParts, refreshCatalogue } from './refresh.ts'

/** What is sold now. Lists are the vendors' own, kept in the database for every process together. */
export interface Catalogue {
  /** Asks the vendors for all lists, or those older than so many seconds; one asking at a time. */
  refresh(olderThanSeconds?: number): Promise<void>
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
  let asking: Promise<void> | null = null
  let restsUntil = 0

  const refresh = (olderThanSeconds = 0) => {
    asking ??= refreshCatalogue(parts, olderThanSeconds).finally(() => {
      asking = null
      restsUntil = performance.now() + restMs
    })
    return asking
  }
  const isOld = ({ asOf }: ListedNetwork) =>
    asOf === null || Date.now() - asOf.getTime() > freshSeconds * 1_000

  return {
    refresh,
    async networks(service, vendor) {
      const listed = await listNetworks(parts.db, service, vendor)
      const rests = asking === null && performance.now() < restsUntil
      if (service === 'airtime' || !vendor || rests || !listed.some(isOld)) return listed
      const refreshed = refresh(freshSeconds)
      parts.background('catalogue', () => refreshed)
      const settled = refreshed.catch(() => undefined)
      if (listed.every(({ asOf }) => asOf !== null)) return listed
      const timer = new AbortController()
      await Promise.race([
        settled,
        pause(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined),
      ]).finally(() => timer.abort())
      return listNetworks(parts.db, service, vendor)
    },
  }
}
