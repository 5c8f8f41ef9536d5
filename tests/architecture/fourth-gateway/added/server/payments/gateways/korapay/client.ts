import { createBearerClient } from '../bearer-client.ts'
import type { KorapayConfig } from './descriptor.ts'

/** Total deadlines. */
const readMs = 15_000
const openMs = 20_000
const refundMs = 30_000

/** HTTP client: URLs, key and deadlines. Source: Korapay, "Checkout Redirect" and "Refunds API". */
export function createKorapayClient(config: KorapayConfig) {
  const { get, post } = createBearerClient(config)
  const encode = encodeURIComponent
  return {
    initialise: (body: object) => post('/charges/initialize', body, openMs),
    verify: (reference: string) => get(`/charges/${encode(reference)}`, readMs),
    refund: (body: object) => post('/refunds/initiate', body, refundMs),
    getRefund: (reference: string) => get(`/refunds/${encode(reference)}`, readMs),
  }
}
