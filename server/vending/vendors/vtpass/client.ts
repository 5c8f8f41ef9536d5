import { sendHttpRequest } from '../../../http/http-client.ts'
import type { VtpassConfig } from './descriptor.ts'

const defaults = { readMs: 15_000, vendMs: 45_000 } as const
export type Deadlines = Partial<Record<keyof typeof defaults, number>>

/**
 * HTTP client: URLs, keys, timeouts. GET requests use the public key, other requests the secret key.
 * Open-source integrations report vends that take 30 to 60 s. This client stops waiting for a vend after
 * 45 s; the attempt is then requeried.
 * Source: VTpass documentation, "Authentication"
 */
export function vtpassClient(config: VtpassConfig, shorter: Deadlines = {}) {
  const { readMs = defaults.readMs, vendMs = defaults.vendMs } = shorter
  const post = (path: string, body: object, timeoutMs: number) =>
    sendHttpRequest({
      method: 'POST',
      url: `${config.url}${path}`,
      headers: {
        'api-key': config.apiKey,
        'secret-key': config.secretKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      timeoutMs,
    })
  const read = (path: string) =>
    sendHttpRequest({
      method: 'GET',
      url: `${config.url}${path}`,
      headers: { 'api-key': config.apiKey, 'public-key': config.publicKey },
      timeoutMs: readMs,
    })
  return {
    variations: (serviceID: string) => read(`/service-variations?serviceID=${encodeURIComponent(serviceID)}`),
    services: (category: string) => read(`/services?identifier=${encodeURIComponent(category)}`),
    verify: (body: object) => post('/merchant-verify', body, readMs),
    pay: (body: object) => post('/pay', body, vendMs),
    requery: (requestId: string) => post('/requery', { request_id: requestId }, readMs),
    balance: () => read('/balance'),
  }
}
