import type { GatewayName } from '../../shared/payments.ts'
import type { Gateway } from './gateway.ts'

/** An API key that the gateway rejects (401) fails every call: it is reported at most once per interval. */
const reportIntervalMs = 60_000

/** Wraps a gateway and reports when it rejects our API key. */
export function reportInvalidCredentials(gateway: Gateway, report: (name: GatewayName) => void): Gateway {
  let reportedAt = Number.NEGATIVE_INFINITY
  const reportIfUnauthorised = <R extends object>(result: R): R => {
    const isUnauthorised = 'reason' in result && result.reason === 'unauthorised'
    if (isUnauthorised && performance.now() - reportedAt >= reportIntervalMs) {
      reportedAt = performance.now()
      report(gateway.name)
    }
    return result
  }
  return {
    ...gateway,
    createCheckout: async (request) => reportIfUnauthorised(await gateway.createCheckout(request)),
    verify: async (reference) => reportIfUnauthorised(await gateway.verify(reference)),
    refund: async (request) => reportIfUnauthorised(await gateway.refund(request)),
    chargeSavedCard: async (request) => reportIfUnauthorised(await gateway.chargeSavedCard(request)),
  }
}
