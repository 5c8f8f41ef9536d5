import type { DataOf, Endpoint } from '../../shared/contract.ts'
import { type RequestOptions, request } from './api.ts'
import { readCache, writeCache } from './cache.ts'

/**
 * Errors are swallowed: a list that fails to load is null. Source: specification 1, section 7.
 * @param endpoint of a contract that is imported or being imported
 */
export async function fetchOrNull<const C extends Endpoint>(
  endpoint: C | Promise<C>,
  options: RequestOptions<C> = {},
): Promise<DataOf<C> | null> {
  try {
    return (await request(await endpoint, { ...options, quiet: true }))?.data ?? null
  } catch {
    return null
  }
}

/** Dispatches 'opened' when the user opens an empty list, so that its owner retries loading. */
export const emptyListEvents = new EventTarget()

/** Called when the user opens a list. */
export function retryEmptyList({ length }: readonly unknown[]): void {
  if (length === 0) emptyListEvents.dispatchEvent(new Event('opened'))
}

/** Cache name and lifetime of a response. */
export interface CacheOptions {
  name: string
  lifetimeMs: number
}

/** A cached response; null when it fails to load. */
export async function fetchCached<const C extends Endpoint>(
  endpoint: C | Promise<C>,
  { name, lifetimeMs }: CacheOptions,
  options: RequestOptions<C> = {},
): Promise<DataOf<C> | null> {
  const { data } = await Promise.resolve(endpoint).catch(() => ({ data: null }))
  if (!data) return null
  const cached: DataOf<C> | null = readCache<C['data']>(name, data)
  if (cached !== null) return cached
  const response = await fetchOrNull(endpoint, options)
  writeCache(name, lifetimeMs, response)
  return response
}
