import type { GatewayName } from '../../shared/payments.ts'
import type { Gateway } from './gateway.ts'

/** An API key that the gateway refuses (401) fails every call: it is reported at most once per interval. */
const reportIntervalMs = 60_000

/** Wraps a gateway and reports when it refuses our API key. */
export function withInvalidCredentialsReport(gateway: Gateway, report: (name: GatewayName) => void): Gateway {
  let reportedAt = Number.NEGATIVE_INFINITY
  const inspect = <R extends object>(result: R): R => {
    const isUnauthorised = 'reason' in result && result.reason === 'unauthorised'
    if (isUnauthorised && performance.now() - reportedAt >= reportIntervalMs) {
      reportedAt = performance.now()
      report(gateway.name)
    }
    return result
  }
  return {
    ...gateway,
    createCheckout: async (request) => inspect(await gateway.createCheckout(request)),
    verify: async (reference) => inspect(await gateway.verify(reference)),
    refund: async (request) => inspect(await gateway.refund(request)),
    chargeSavedCard: async (request) => inspect(await gateway.chargeSavedCard(request)),
  }
}
