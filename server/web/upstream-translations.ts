import { apiPrefix } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import { getTranslationChanges } from '../../shared/translations.ts'

type Changes = DataOf<typeof getTranslationChanges>

/**
 * Reads the translation changes of a remote API. One that is unreachable, or has no such endpoint, changes nothing;
 * /readyz reports it.
 */
export const upstreamTranslations =
  (origin: string) =>
  async (version: string | undefined): Promise<Changes> => {
    const noChanges = { version: version ?? '0', changes: null }
    try {
      const search = version === undefined ? '' : `?version=${version}`
      const response = await fetch(`${origin}${apiPrefix}${getTranslationChanges.path}${search}`, {
        signal: AbortSignal.timeout(3_000),
      })
      if (!response.ok) return noChanges
      const { data } = (await response.json()) as { data?: unknown }
      return getTranslationChanges.data.parse(data)
    } catch {
      return noChanges
    }
  }
