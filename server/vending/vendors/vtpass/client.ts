import { sendHttpRequest } from '../../../http/http-client.ts'
import type { VtpassConfig } from './descriptor.ts'

const defaultTimeouts = { queryTimeoutMs: 15_000, vendTimeoutMs: 45_000 } as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

/**
 * HTTP client: URLs, keys, timeouts. GET requests use the public key, other requests the secret key.
 * Open-source integrations report vends that take 30 to 60 s. This client stops waiting for a vend after
 * 45 s; the attempt is then requeried.
 * Source: VTpass documentation, "Authentication"
 */
export function vtpassClient(config: VtpassConfig, overrides: Timeouts = {}) {
  const { queryTimeoutMs = defaultTimeouts.queryTimeoutMs, vendTimeoutMs = defaultTimeouts.vendTimeoutMs } =
    overrides
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
  const sendGet = (path: string) =>
    sendHttpRequest({
      method: 'GET',
      url: `${config.url}${path}`,
      headers: { 'api-key': config.apiKey, 'public-key': config.publicKey },
      timeoutMs: queryTimeoutMs,
    })
  return {
    variations: (serviceID: string) =>
      sendGet(`/service-variations?serviceID=${encodeURIComponent(serviceID)}`),
    services: (category: string) => sendGet(`/services?identifier=${encodeURIComponent(category)}`),
    verify: (body: object) => post('/merchant-verify', body, queryTimeoutMs),
    pay: (body: object) => post('/pay', body, vendTimeoutMs),
    requery: (requestId: string) => post('/requery', { request_id: requestId }, queryTimeoutMs),
    balance: () => sendGet('/balance'),
  }
}
