import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import type { Bounds, Listing, Offer } from '../../vendor.ts'
import { type Fields, fieldsOf, koboAt, textAt } from '../fields.ts'

/**
 * Reads `GET /service-variations`. Success is `response_description` "000"; the list may be under the
 * misspelt `varations`. What names no price is free to choose, and not sold here.
 * Source: VTpass documentation, "Variation codes"
 */
export function readListing(reply: Reply): Listing {
  const content = contentOf(reply)
  if ('because' in content) return { is: 'unavailable', ...content }
  const fields = fieldsOf(content.of)
  const listed = [fields.get('variations'), fields.get('varations')].find(
    (it): it is unknown[] => Array.isArray(it) && it.length > 0,
  )
  const offers = (listed ?? []).map(fieldsOf).flatMap((it): Offer[] => {
    const vendorCode = textAt(it, 'variation_code')
    const priceKobo = koboAt(it, 'variation_amount')
    return vendorCode && priceKobo ? [{ vendorCode, name: textAt(it, 'name') ?? vendorCode, priceKobo }] : []
  })
  return offers.length > 0 ? { is: 'listed', offers } : { is: 'unavailable', because: 'empty' }
}

/** Reads `GET /services`: bounds by serviceID, naira as text, one of the names misspelt. */
export function readBounds(reply: Reply): ReadonlyMap<string, Bounds> | null {
  const content = contentOf(reply)
  if ('because' in content || !Array.isArray(content.of)) return null
  return new Map(
    content.of.map(fieldsOf).flatMap((it: Fields): [string, Bounds][] => {
      const serviceID = textAt(it, 'serviceid')
      if (!serviceID) return []
      const minKobo = koboAt(it, 'minimium_amount', 'minimum_amount')
      return [[serviceID, { minKobo, maxKobo: koboAt(it, 'maximum_amount') }]]
    }),
  )
}

function contentOf(reply: Reply): { of: unknown } | { because: string } {
  if (reply.is !== 'answered') return { because: reply.because }
  const answer = reply.status < 500 ? fieldsOf(readJson(reply.text)) : null
  if (!answer) return { because: 'unreadable' }
  const said = answer.get('response_description')
  return said === '000' ? { of: answer.get('content') } : { because: String(said ?? answer.get('code')) }
}
