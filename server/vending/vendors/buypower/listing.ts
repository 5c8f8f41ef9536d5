import type { Reply } from '../../../http/outbound.ts'
import type { Listing, Offer } from '../../vendor.ts'
import { fieldsOf, koboAt, textAt } from '../fields.ts'
import { envelopeOf } from './envelope.ts'

/** Reads `GET /tariff`: naira, in their order; what names no price is left out. */
export function readListing(reply: Reply): Listing {
  if (reply.is !== 'answered') return { is: 'unavailable', because: reply.because }
  const said = envelopeOf(reply)
  if (!said) return { is: 'unavailable', because: 'unreadable' }
  const listed = said.root.get('data')
  if (said.code >= 300 || !Array.isArray(listed)) return { is: 'unavailable', because: String(said.code) }
  const offers = listed.map(fieldsOf).flatMap((it): Offer[] => {
    const vendorCode = textAt(it, 'code')
    const priceKobo = koboAt(it, 'price')
    return vendorCode && priceKobo ? [{ vendorCode, name: textAt(it, 'desc') ?? vendorCode, priceKobo }] : []
  })
  return offers.length > 0 ? { is: 'listed', offers } : { is: 'unavailable', because: 'empty' }
}
