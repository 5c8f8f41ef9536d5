import type { Logger } from 'pino'
import { errors } from '../../shared/errors.ts'
import { shellHeader } from '../http/index.ts'

interface Parts {
  /** Origin of the API elsewhere. */
  origin: string
  sign(browser: { ip: string; session: string }): string
  log: Logger
}

/**
 * Whether the API elsewhere can serve, and knows our signature. One of ours under another secret would take
 * every guest for a stranger and find none of their orders; a backend of others does not read the word.
 */
export function upstreamReady({ origin, sign, log }: Parts): () => Promise<boolean> {
  return async () => {
    try {
      const headers = { [shellHeader]: sign({ ip: '', session: '' }) }
      const { ok, status } = await fetch(`${origin}/readyz`, { headers, signal: AbortSignal.timeout(3_000) })
      if (status === errors.NOT_ALLOWED.status)
        log.error(
          { origin },
          'the API does not know our signature: SESSION_SECRET or the clock is another there',
        )
      return ok
    } catch {
      return false
    }
  }
}
