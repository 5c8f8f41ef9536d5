import type { VtpassConfig } from '../../../config.ts'
import { callOut } from '../../../http/outbound.ts'

const deadlines = { readMs: 15_000, vendMs: 45_000 } as const

export type VtpassClient = ReturnType<typeof vtpassClient>

/**
 * The wire: addresses, keys, deadlines. Reads carry the public key, everything else the secret one.
 * @param vendDeadlineMs for a purchase: public integrations see vends of 30 to 60 s
 * Source: VTpass documentation, "Authentication"
 */
export function vtpassClient(config: VtpassConfig, vendDeadlineMs: number = deadlines.vendMs) {
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
  return {
    verify: (body: object) => tell('/merchant-verify', body, deadlines.readMs),
    pay: (body: object) => tell('/pay', body, vendDeadlineMs),
    requery: (requestId: string) => tell('/requery', { request_id: requestId }, deadlines.readMs),
    balance: () =>
      callOut({
        method: 'GET',
        url: `${config.url}/balance`,
        headers: { 'api-key': config.apiKey, 'public-key': config.publicKey },
        deadlineMs: deadlines.readMs,
      }),
  }
}
