import type { Logger } from 'pino'
import type { Bank } from '../../shared/banks.ts'
import type { GatewayName } from '../../shared/payments.ts'

/** Source of a bank list; null when the gateway did not return one. */
interface BankSource {
  readonly listBanks: () => Promise<readonly Bank[] | null>
}
/** The source of each gateway; null for a gateway that has no keys or lists no banks. */
export type BankSources = Readonly<Record<GatewayName, BankSource | null>>

const cacheTtlMs = 24 * 60 * 60 * 1000
/** A gateway that failed is not called again for this long: the endpoint is public and has no rate limit. */
export const retryDelayMs = 60 * 1000

interface CacheEntry {
  readonly banks: readonly Bank[] | null
  readonly expiresAt: number
}

/**
 * Each gateway's banks, sorted by name. Each process fetches a list once a day; concurrent callers share one fetch.
 * A stale list is used while its gateway is down; null when there is none.
 * @param now monotonic clock, milliseconds
 */
export function bankLists(
  { log, sources }: { log: Logger; sources: BankSources },
  now: () => number = () => performance.now(),
): (name: GatewayName) => Promise<readonly Bank[] | null> {
  const cache = new Map<GatewayName, CacheEntry>()
  const inFlight = new Map<GatewayName, Promise<readonly Bank[] | null>>()

  async function fetchBanks(name: GatewayName): Promise<readonly Bank[] | null> {
    const fetchedBanks = (await sources[name]?.listBanks()) ?? null
    if (!fetchedBanks) log.warn({ gateway: name }, 'the bank list could not be fetched')
    const banks = fetchedBanks ? byName(fetchedBanks) : (cache.get(name)?.banks ?? null)
    cache.set(name, { banks, expiresAt: now() + (fetchedBanks ? cacheTtlMs : retryDelayMs) })
    return banks
  }

  return async (name) => {
    if (!sources[name]) return null
    const cachedList = cache.get(name)
    if (cachedList && now() < cachedList.expiresAt) return cachedList.banks
    const request = inFlight.get(name) ?? fetchBanks(name).finally(() => inFlight.delete(name))
    inFlight.set(name, request)
    return request
  }
}

const byName = (banks: readonly Bank[]): Bank[] =>
  banks
    .map(({ name, code }) => ({ name, code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
