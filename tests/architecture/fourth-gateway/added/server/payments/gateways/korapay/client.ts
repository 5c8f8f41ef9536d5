import { createBearerClient } from '../bearer-client.ts'
import type { KorapayConfig } from './descriptor.ts'

/** Total timeouts. */
const queryTimeoutMs = 15_000
const createTimeoutMs = 20_000
const refundTimeoutMs = 30_000

/** HTTP client: URLs, key and timeouts. Source: Korapay, "Checkout Redirect" and "Refunds API". */
export function createKorapayClient(config: KorapayConfig) {
  const { get, post } = createBearerClient(config)
  const encode = encodeURIComponent
  return {
    initialise: (body: object) => post('/charges/initialize', body, createTimeoutMs),
    verify: (reference: string) => get(`/charges/${encode(reference)}`, queryTimeoutMs),
    refund: (body: object) => post('/refunds/initiate', body, refundTimeoutMs),
    getRefund: (reference: string) => get(`/refunds/${encode(reference)}`, queryTimeoutMs),
  }
}
