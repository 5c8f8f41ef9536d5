import { formatDate } from '../../shared/dates.ts'
import type { PowerOrder } from '../../shared/power.ts'
import { formatMoney, groupDigits } from '../lib/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'
import { formatKwh, orderTokensOf } from './tokens.ts'

/** Text for sharing a purchase: the tokens, then what identifies it. No e-mail, no address. */
export function shareText(order: PowerOrder, brandName: string): string {
  const tokens = orderTokensOf(order).map(({ label, digits }) =>
    powerReceiptTexts.sharedToken({ label, token: groupDigits(digits) }),
  )
  return [
    ...(tokens.length > 0 ? tokens : [powerReceiptTexts.sharedBill()]),
    ...(order.units ? [powerReceiptTexts.sharedUnits({ units: formatKwh(order.units) })] : []),
    powerReceiptTexts.sharedMeter({ meter: order.meter_number, biller: order.disco.abbr }),
    powerReceiptTexts.sharedAmount({ amount: formatMoney(order.amount) }),
    powerReceiptTexts.sharedDate({ date: formatDate(order.created_at) }),
    powerReceiptTexts.sharedReference({ reference: order.reference }),
    brandName,
  ].join('\n')
}
