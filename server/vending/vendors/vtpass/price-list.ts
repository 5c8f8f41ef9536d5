import type { HttpResult } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { AmountLimits, PriceListEntry, PriceListResult } from '../../vendor.ts'
import { fieldsOf, koboAt, type ResponseFields, textAt } from '../fields.ts'

/**
 * Parses `GET /service-variations`. Success is `response_description` "000"; the list can be under the
 * misspelt `varations`. A variation without a price is omitted: the customer chooses the amount.
 * Source: VTpass documentation, "Variation codes"
 */
export function parsePriceList(httpResult: HttpResult): PriceListResult {
  const content = contentOf(httpResult)
  if ('reason' in content) return { type: 'unavailable', ...content }
  const fields = fieldsOf(content.content)
  const variations = [fields.get('variations'), fields.get('varations')].find(
    (item): item is unknown[] => Array.isArray(item) && item.length > 0,
  )
  const entries = (variations ?? []).map(fieldsOf).flatMap((item): PriceListEntry[] => {
    const vendorCode = textAt(item, 'variation_code')
    const priceKobo = koboAt(item, 'variation_amount')
    return vendorCode && priceKobo
      ? [{ vendorCode, name: textAt(item, 'name') ?? vendorCode, priceKobo }]
      : []
  })
  return entries.length > 0 ? { type: 'listed', entries } : { type: 'unavailable', reason: 'empty' }
}

/**
 * Parses `GET /services`: amount limits by serviceID, in naira as text. VTpass misspells `minimium_amount`;
 * the correct spelling is accepted too. Null if the response has no list.
 */
export function parseAmountLimits(httpResult: HttpResult): ReadonlyMap<string, AmountLimits> | null {
  const content = contentOf(httpResult)
  if ('reason' in content || !Array.isArray(content.content)) return null
  return new Map(
    content.content.map(fieldsOf).flatMap((item: ResponseFields): [string, AmountLimits][] => {
      // Field names are lower-case here, see `fieldsOf`.
      const serviceID = textAt(item, 'serviceid')
      if (!serviceID) return []
      const minKobo = koboAt(item, 'minimium_amount', 'minimum_amount')
      return [[serviceID, { minKobo, maxKobo: koboAt(item, 'maximum_amount') }]]
    }),
  )
}

function contentOf(httpResult: HttpResult): { content: unknown } | { reason: string } {
  if (httpResult.type !== 'response') return { reason: httpResult.reason }
  const response = httpResult.status < 500 ? fieldsOf(parseLosslessJson(httpResult.text)) : null
  if (!response) return { reason: 'unreadable' }
  const status = response.get('response_description')
  return status === '000'
    ? { content: response.get('content') }
    : { reason: String(status ?? response.get('code')) }
}
