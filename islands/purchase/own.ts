import { getPaymentCards } from '../../shared/cards.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { getPaymentOptions } from '../../shared/payments.ts'
import { forget, type Kept, keptList, ofUser } from '../lib/index.ts'

const lifetimeMs = cacheLifetimesMs.long
const savedCards = `${ofUser}cards`

/** The ways to pay are remembered two hours, for this person. */
export const keptOptions: Kept = { name: `${ofUser}payment-options`, lifetimeMs }

export const listPaymentOptions = async () => (await keptList(getPaymentOptions, keptOptions)) ?? []

/** This person's saved cards; remembered two hours. */
export const listSavedCards = async () =>
  (await keptList(getPaymentCards, { name: savedCards, lifetimeMs })) ?? []

/** After a card was added or deleted. Source: decision D-085. */
export const forgetSavedCards = (): void => forget(savedCards)
