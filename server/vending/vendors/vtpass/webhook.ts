import { parseLosslessJson } from '../../../http/lossless-json.ts'
import type { VendorWebhook } from '../../vendor.ts'
import { fieldsOf, textAt } from '../fields.ts'

/**
 * VTpass sends unsigned webhooks for purchases that its staff settles and for reversals, not for every purchase.
 * Price-list events are acknowledged and ignored: a displayed list is refreshed every 15 minutes.
 * Source: VTpass documentation, "Transaction update webhook"
 */
export const webhook: VendorWebhook = {
  acknowledgement: JSON.stringify({ response: 'success' }),
  requestIdIn(raw) {
    const message = fieldsOf(parseLosslessJson(raw.toString('utf8')))
    if (message.get('type') !== 'transaction-update') return null
    return textAt(fieldsOf(message.get('data')), 'requestid')
  },
}
