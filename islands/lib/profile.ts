import { getProfile, Profile } from '../../shared/accounts.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { forget, ofUser } from './cache.ts'
import { keptList } from './lists.ts'
import { isSignedIn } from './meta.ts'

const kept = { name: `${ofUser}profile`, lifetimeMs: cacheLifetimesMs.long }

/** One's own profile, remembered two hours; null for a guest, and when it cannot be had. */
export async function readProfile(): Promise<Profile | null> {
  if (!isSignedIn()) return null
  const whole = Profile.safeParse(await keptList(getProfile, kept))
  return whole.success ? whole.data : null
}

/** After it was changed. */
export const forgetProfile = (): void => forget(kept.name)
