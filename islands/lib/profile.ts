import { getProfile, Profile } from '../../shared/accounts.ts'
import { cacheLifetimesMs } from '../../shared/constants.ts'
import { clearCache, userPrefix } from './cache.ts'
import { fetchCached } from './lists.ts'
import { isSignedIn } from './meta.ts'

const profileCache = { name: `${userPrefix}profile`, lifetimeMs: cacheLifetimesMs.long }

/** The user's profile, cached for two hours; null for a guest, and when it fails to load. */
export async function fetchProfile(): Promise<Profile | null> {
  if (!isSignedIn()) return null
  const parsed = Profile.safeParse(await fetchCached(getProfile, profileCache))
  return parsed.success ? parsed.data : null
}

/** Called after the profile was changed. */
export const clearProfile = (): void => clearCache(profileCache.name)
