import type { BuypowerConfig } from '../../../config-providers.ts'
import { callOut, type Reply } from '../../../http/outbound.ts'
import { isSigned } from './signature.ts'

const usual = { readMs: 15_000, vendMs: 45_000 } as const
export type Deadlines = Partial<Record<keyof typeof usual, number>>

/**
 * The wire: addresses, bearer, deadlines. What is not JSON, or wrongly signed, counts as lost: their
 * document says to disregard it. Public integrations allow 60 s.
 * Source: "BP API (B2B)", opening part; public integrations for the paths
 */
export function buypowerClient({ url, apiKey }: BuypowerConfig, shorter: Deadlines = {}) {
  const { readMs = usual.readMs, vendMs = usual.vendMs } = shorter
  const headers = { authorization: `Bearer ${apiKey}` }
  const trusted = (reply: Reply): Reply =>
    reply.is === 'answered' && !isSigned(reply, apiKey) ? { is: 'lost', because: 'unsigned' } : reply
  const read = async (path: string, query: Record<string, string> = {}) => {
    const text = new URLSearchParams(query).toString()
    const address = `${url}${path}${text && `?${text}`}`
    return trusted(await callOut({ method: 'GET', url: address, headers, deadlineMs: readMs }))
  }
  return {
    tariff: (provider: string, vertical: string) => read('/tariff', { provider, vertical }),
    check: (query: Record<string, string>) => read('/check/meter', query),
    async vend(body: object) {
      const reply = await callOut({
        method: 'POST',
        url: `${url}/vend`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        deadlineMs: vendMs,
      })
      return trusted(reply)
    },
    transaction: (orderId: string) => read(`/transaction/${encodeURIComponent(orderId)}`),
    balance: () => read('/wallet/balance'),
  }
}
