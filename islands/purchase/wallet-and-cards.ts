import { getPaymentCards } from '../../shared/cards.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { getPaymentOptions } from '../../shared/payments.ts'
import { type CacheOptions, clearCache, fetchCached, userPrefix } from '../lib/index.ts'

const lifetimeMs = cacheLifetimesMs.long
const savedCardsKey = `${userPrefix}cards`

/** Payment methods are cached for two hours, per user. */
export const paymentOptionsCache: CacheOptions = { name: `${userPrefix}payment-options`, lifetimeMs }

export const fetchPaymentOptions = async () =>
  (await fetchCached(getPaymentOptions, paymentOptionsCache)) ?? []

/** The user's saved cards, cached for two hours. */
export const fetchSavedCards = async () =>
  (await fetchCached(getPaymentCards, { name: savedCardsKey, lifetimeMs })) ?? []

/** Called after a card was added or deleted. Source: ruling D-085. */
export const clearSavedCards = (): void => clearCache(savedCardsKey)
