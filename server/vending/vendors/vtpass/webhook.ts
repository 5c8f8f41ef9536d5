import { readJson } from '../../../http/exact-json.ts'
import type { VendorWebhook } from '../../vendor.ts'
import { fieldsOf, textAt } from '../fields.ts'

/**
 * They tell of what their staff settled and of reversals, not of every purchase, and sign nothing. News of
 * their lists is acknowledged and left: a list is asked for every quarter of an hour while it is looked at.
 * Source: VTpass documentation, "Transaction update webhook"
 */
export const webhook: VendorWebhook = {
  thanks: JSON.stringify({ response: 'success' }),
  requestIdIn(raw) {
    const message = fieldsOf(readJson(raw.toString('utf8')))
    if (message.get('type') !== 'transaction-update') return null
    return textAt(fieldsOf(message.get('data')), 'requestid')
  },
}
