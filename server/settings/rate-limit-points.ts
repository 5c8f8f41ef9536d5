import { isSetting } from './definitions.ts'
import type { Settings } from './settings.ts'

/** The points of a rate limit that a manager has set; undefined for a limit without a setting or a value. */
export async function limitPointsFrom(settings: Settings, limit: string): Promise<number | undefined> {
  const setting = `limit_${limit}`
  if (!isSetting(setting)) return undefined
  const points = await settings.get(setting)
  return typeof points === 'number' ? points : undefined
}
