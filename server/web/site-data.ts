import type * as z from 'zod/mini'
import {
  getCashback,
  getServiceHealth,
  getServiceStatuses,
  type ServiceHealth,
  type ServiceStatus,
} from '../../shared/actions.ts'
import { defaultCashbackPercent, type Tile, tiles } from '../../shared/constants.ts'
import type { DataOf, Endpoint } from '../../shared/contract.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import { getPaymentOptions, type PaymentOption } from '../../shared/payments.ts'
import { currentLanguage } from '../languages/index.ts'
import { type ApiRequestOptions, type CreateApiClient, guestCaller, type WebCaller } from './api-client.ts'
import { webTexts } from './texts.ts'

/** Data shown to all visitors, cached briefly so that a page needs no API request. */
export interface SiteData {
  statuses(): Promise<readonly ServiceStatus[]>
  /** Percent of the amount. */
  cashback(): Promise<number>
  /** The last hour's rate and time of each service; empty until the API responds. */
  health(): Promise<readonly ServiceHealth[]>
  /** The list of an endpoint, which is empty until the API responds. One cached list for each endpoint and query. */
  list<C extends ListEndpoint>(endpoint: C, options?: ApiRequestOptions<C>): Promise<DataOf<C>>
  /** The payment methods available to this visitor; a signed-in user has more. */
  paymentOptions(caller: WebCaller): Promise<readonly PaymentOption[]>
}
/** An endpoint that returns a list. */
type ListEndpoint = Endpoint & { data: z.ZodMiniType<unknown[]> }

/**
 * Cache lifetimes: a changed status shows at the next page load. A list belongs to one vendor; after a failover, an
 * order from the old list is rejected.
 */
const ttlMs = { statuses: 250, lists: 2_000, health: 10_000 } as const
/** Maximum wait for fresh data; shorter if an older value is cached. */
const timeoutMs = { withCachedValue: 1_000, withoutCachedValue: 4_000 } as const

/** The data in the language of the request, cached for each language. */
export function createDataOfLanguage(createApiClient: CreateApiClient): () => SiteData {
  const byLanguage = new Map<PageLanguage, SiteData>()
  return () => {
    const language = currentLanguage()
    const data = byLanguage.get(language) ?? siteData(createApiClient)
    byLanguage.set(language, data)
    return data
  }
}

function siteData(createApiClient: CreateApiClient): SiteData {
  const api = createApiClient(guestCaller)
  const fetcher =
    <C extends Endpoint>(endpoint: C, options: ApiRequestOptions<C>) =>
    async (): Promise<DataOf<C> | null> => {
      const result = await api.request(endpoint, options)
      return result.ok ? result.data : null
    }
  const statuses = cachedFetch(fetcher(getServiceStatuses, {}), ttlMs.statuses)
  const cashback = cachedFetch(fetcher(getCashback, {}), ttlMs.statuses)
  const health = cachedFetch(async () => {
    const result = await api.request(getServiceHealth)
    // Without the time of the measurement: an unchanged one keeps cached pages valid.
    return result.ok ? result.data.services : null
  }, ttlMs.health)
  const lists = new Map<string, () => Promise<unknown>>()
  const options = cachedFetch(fetcher(getPaymentOptions, {}), ttlMs.lists)
  return {
    statuses: async () => (await statuses()) ?? unknownStatuses,
    // Falls back to the specified percentage.
    cashback: async () => (await cashback())?.percent ?? defaultCashbackPercent,
    health: async () => (await health()) ?? emptyList,
    async list<C extends ListEndpoint>(endpoint: C, listOptions: ApiRequestOptions<C> = {}) {
      const key = JSON.stringify([endpoint.name, listOptions])
      const list = lists.get(key) ?? cachedFetch(fetcher(endpoint, listOptions), ttlMs.lists)
      lists.set(key, list)
      return ((await list()) ?? emptyList) as DataOf<C>
    },
    paymentOptions: async (caller) => {
      const userOptions = caller.token ? await createApiClient(caller).request(getPaymentOptions) : null
      return userOptions?.ok ? userOptions.data : ((await options()) ?? emptyList)
    },
  }
}

/** One shared instance, so that cached pages stay valid. */
const emptyList: never[] = []
const unknownStatuses: readonly ServiceStatus[] = tiles.map((service) => ({
  service,
  status: 0,
  get reason() {
    return webTexts.serviceUnreachable()
  },
}))

/** The status of one tile; a tile without a status is off. */
export const serviceStatusOf = (statuses: readonly ServiceStatus[], service: Tile): ServiceStatus =>
  statuses.find((status) => status.service === service) ?? { service, status: 0, reason: null }

/**
 * Fetches at most once per `ms`, one request at a time. Keeps the last value if the result is null or late. A result
 * equal to the last one keeps the same object, so that cached pages stay valid.
 */
function cachedFetch<T>(fetchValue: () => Promise<T | null>, ms: number): () => Promise<T | null> {
  let current: T | null = null
  let currentText = ''
  let fetchedAt = Number.NEGATIVE_INFINITY
  let pendingFetch: Promise<T | null> | null = null

  const refresh = async () => {
    fetchedAt = performance.now()
    const value = await fetchValue()
    pendingFetch = null
    const valueText = JSON.stringify(value)
    if (value !== null && valueText !== currentText) {
      current = value
      currentText = valueText
    }
    return current
  }
  return () => {
    if (pendingFetch === null && current !== null && performance.now() - fetchedAt < ms)
      return Promise.resolve(current)
    pendingFetch ??= refresh()
    const waitMs = current === null ? timeoutMs.withoutCachedValue : timeoutMs.withCachedValue
    return Promise.race([pendingFetch, resolveAfter(waitMs, current)])
  }
}

const resolveAfter = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, ms, value).unref())
