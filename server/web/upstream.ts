import type { Logger } from 'pino'
import { errors } from '../../shared/errors.ts'
import { internalHeader } from '../http/index.ts'

interface UpstreamDeps {
  /** Origin of the remote API. */
  origin: string
  sign(browser: { ip: string; session: string }): string
  log: Logger
}

/**
 * Checks that the remote API can serve and accepts our signature. A Sanwo API with another secret would reject every
 * guest session and find none of their orders; other backends ignore the header.
 */
export function createUpstreamCheck({ origin, sign, log }: UpstreamDeps): () => Promise<boolean> {
  return async () => {
    try {
      const headers = { [internalHeader]: sign({ ip: '', session: '' }) }
      const { ok, status } = await fetch(`${origin}/readyz`, { headers, signal: AbortSignal.timeout(3_000) })
      if (status === errors.NOT_ALLOWED.status)
        log.error({ origin }, 'the API rejects the internal header: SESSION_SECRET or the clock differs')
      return ok
    } catch {
      return false
    }
  }
}
