import type { HttpResult } from '../../../http/http-client.ts'
import type { PriceListEntry, PriceListResult } from '../../vendor.ts'
import { fieldsOf, koboAt, textAt } from '../fields.ts'
import { parseBuyPowerEnvelope } from './envelope.ts'

/** Parses `GET /tariff`: naira, in BuyPower's order; items without a price are omitted. */
export function parsePriceList(httpResult: HttpResult): PriceListResult {
  if (httpResult.type !== 'response') return { type: 'unavailable', reason: httpResult.reason }
  const envelope = parseBuyPowerEnvelope(httpResult)
  if (!envelope) return { type: 'unavailable', reason: 'unreadable' }
  const items = envelope.root.get('data')
  if (envelope.code >= 300 || !Array.isArray(items))
    return { type: 'unavailable', reason: String(envelope.code) }
  const entries = items.map(fieldsOf).flatMap((item): PriceListEntry[] => {
    const vendorCode = textAt(item, 'code')
    const priceKobo = koboAt(item, 'price')
    return vendorCode && priceKobo
      ? [{ vendorCode, name: textAt(item, 'desc') ?? vendorCode, priceKobo }]
      : []
  })
  return entries.length > 0 ? { type: 'listed', entries } : { type: 'unavailable', reason: 'empty' }
}
