import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { BuypowerConfig } from './descriptor.ts'
import { isSigned } from './signature.ts'

const defaults = { readMs: 15_000, vendMs: 45_000 } as const
export type Deadlines = Partial<Record<keyof typeof defaults, number>>

/**
 * HTTP client: URLs, bearer token, timeouts. A response with an invalid signature is treated as an unknown
 * outcome, because the documentation says to disregard it; an unsigned response is accepted. Open-source
 * integrations use a 60 s timeout. This client stops waiting for a vend after 45 s; the attempt is then
 * requeried.
 * Source: "BP API (B2B)", introduction. The paths are taken from open-source integrations.
 */
export function buypowerClient({ url, apiKey }: BuypowerConfig, shorter: Deadlines = {}) {
  const { readMs = defaults.readMs, vendMs = defaults.vendMs } = shorter
  const headers = { authorization: `Bearer ${apiKey}` }
  const verified = (reply: HttpResult): HttpResult =>
    reply.type === 'answered' && !isSigned(reply, apiKey) ? { type: 'lost', reason: 'unsigned' } : reply
  const read = async (path: string, query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString()
    const address = `${url}${path}${text && `?${text}`}`
    return verified(await sendHttpRequest({ method: 'GET', url: address, headers, timeoutMs: readMs }))
  }
  return {
    tariff: (provider: string, vertical: string) => read('/tariff', { provider, vertical }),
    check: (query: Record<string, string>) => read('/check/meter', query),
    async vend(body: object) {
      const reply = await sendHttpRequest({
        method: 'POST',
        url: `${url}/vend`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: vendMs,
      })
      return verified(reply)
    },
    transaction: (orderId: string) => read(`/transaction/${encodeURIComponent(orderId)}`),
    balance: () => read('/wallet/balance'),
  }
}
