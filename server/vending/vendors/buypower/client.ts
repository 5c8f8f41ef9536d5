import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { BuypowerConfig } from './descriptor.ts'
import { hasInvalidSignature } from './signature.ts'

const defaultTimeouts = { queryTimeoutMs: 15_000, vendTimeoutMs: 45_000 } as const
export type Timeouts = Partial<Record<keyof typeof defaultTimeouts, number>>

/**
 * HTTP client: URLs, bearer token, timeouts. A response with an invalid signature is treated as an unknown
 * outcome, as the documentation requires; an unsigned response is accepted. Open-source
 * integrations use a 60 s timeout. This client stops waiting for a vend after 45 s; the attempt is then
 * requeried.
 * Source: "BP API (B2B)", introduction. The paths are taken from open-source integrations.
 */
export function buypowerClient({ url, apiKey }: BuypowerConfig, overrides: Timeouts = {}) {
  const { queryTimeoutMs = defaultTimeouts.queryTimeoutMs, vendTimeoutMs = defaultTimeouts.vendTimeoutMs } =
    overrides
  const headers = { authorization: `Bearer ${apiKey}` }
  const rejectInvalidSignature = (httpResult: HttpResult): HttpResult =>
    httpResult.type === 'response' && hasInvalidSignature(httpResult, apiKey)
      ? { type: 'no_response', reason: 'invalid_signature' }
      : httpResult
  const sendGet = async (path: string, query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString()
    const address = `${url}${path}${text && `?${text}`}`
    return rejectInvalidSignature(
      await sendHttpRequest({ method: 'GET', url: address, headers, timeoutMs: queryTimeoutMs }),
    )
  }
  return {
    tariff: (provider: string, vertical: string) => sendGet('/tariff', { provider, vertical }),
    check: (query: Record<string, string>) => sendGet('/check/meter', query),
    async vend(body: object) {
      const httpResult = await sendHttpRequest({
        method: 'POST',
        url: `${url}/vend`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: vendTimeoutMs,
      })
      return rejectInvalidSignature(httpResult)
    },
    transaction: (orderId: string) => sendGet(`/transaction/${encodeURIComponent(orderId)}`),
    balance: () => sendGet('/wallet/balance'),
  }
}
