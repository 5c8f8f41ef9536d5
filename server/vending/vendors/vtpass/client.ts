import type { VtpassConfig } from '../../../config-providers.ts'
import { callOut } from '../../../http/outbound.ts'

const usual = { readMs: 15_000, vendMs: 45_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

/**
 * The wire: addresses, keys, deadlines. Reads carry the public key, everything else the secret one.
 * Public integrations see vends of 30 to 60 s.
 * Source: VTpass documentation, "Authentication"
 */
export function vtpassClient(config: VtpassConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, vendMs = usual.vendMs } = shorter
  const tell = (path: string, body: object, deadlineMs: number) =>
    callOut({
      method: 'POST',
      url: `${config.url}${path}`,
      headers: {
        'api-key': config.apiKey,
        'secret-key': config.secretKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      deadlineMs,
    })
  const read = (path: string) =>
    callOut({
      method: 'GET',
      url: `${config.url}${path}`,
      headers: { 'api-key': config.apiKey, 'public-key': config.publicKey },
      deadlineMs: readMs,
    })
  return {
    variations: (serviceID: string) => read(`/service-variations?serviceID=${encodeURIComponent(serviceID)}`),
    services: (category: string) => read(`/services?identifier=${encodeURIComponent(category)}`),
    verify: (body: object) => tell('/merchant-verify', body, readMs),
    pay: (body: object) => tell('/pay', body, vendMs),
    requery: (requestId: string) => tell('/requery', { request_id: requestId }, readMs),
    balance: () => read('/balance'),
  }
}
