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
  const result = contentOf(httpResult)
  if ('reason' in result) return { type: 'unavailable', ...result }
  const fields = fieldsOf(result.content)
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
  const result = contentOf(httpResult)
  if ('reason' in result || !Array.isArray(result.content)) return null
  return new Map(
    result.content.map(fieldsOf).flatMap((item: ResponseFields): [string, AmountLimits][] => {
      // Field names are lower-case here, see `fieldsOf`.
      const serviceID = textAt(item, 'serviceid')
      if (!serviceID) return []
      const minKobo = koboAt(item, 'minimium_amount', 'minimum_amount')
      return [[serviceID, { minKobo, maxKobo: koboAt(item, 'maximum_amount') }]]
    }),
  )
}

/** The `content` of a successful response; otherwise the reason why there is none. */
function contentOf(httpResult: HttpResult): { content: unknown } | { reason: string } {
  if (httpResult.type !== 'response') return { reason: httpResult.reason }
  const response = httpResult.status < 500 ? fieldsOf(parseLosslessJson(httpResult.text)) : null
  if (!response) return { reason: 'unreadable' }
  const resultCode = response.get('response_description')
  return resultCode === '000'
    ? { content: response.get('content') }
    : { reason: String(resultCode ?? response.get('code')) }
}
