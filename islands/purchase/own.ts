import { getProfile, Profile } from '../../shared/accounts.ts'
import { getPaymentCards } from '../../shared/cards.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { getPaymentOptions } from '../../shared/payments.ts'
import { forget, isSignedIn, type Kept, keptList, ofUser } from '../lib/index.ts'

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

/** After it was changed. */
export const forgetProfile = (): void => forget(`${ofUser}profile`)

/** One's own profile, remembered two hours; null for a guest, and when it cannot be had. */
export async function readProfile(): Promise<Profile | null> {
  if (!isSignedIn()) return null
  const whole = Profile.safeParse(await keptList(getProfile, { name: `${ofUser}profile`, lifetimeMs }))
  return whole.success ? whole.data : null
}
