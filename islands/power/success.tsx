import { printReceiptPageUrl } from '../../shared/pages.ts'
import { getPowerOrder, type PowerOrder } from '../../shared/power.ts'
import { groupDigits, request } from '../lib/index.ts'
import type { PowerSuccessPage } from '../pages.ts'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { SuccessDefinition } from '../purchase/success-definition.ts'
import { tokenShareTexts } from './native-share.ts'
import { powerReceiptRows } from './receipt.ts'
import { powerReceiptTexts } from './receipt-texts.ts'
import { shareText } from './share.ts'
import { powerTexts } from './texts.ts'
import { TokenList } from './token-list.tsx'
import { orderTokensOf } from './tokens.ts'
import { receiptFileOf } from './use-receipt.ts'

/** A delivered electricity order: the token, the receipt, and ways to keep or share it. */
export default function PowerSuccess(page: PowerSuccessPage) {
  return <ServiceSuccess page={page} definition={powerSuccess} />
}

const hasToken = (order: PowerOrder) => orderTokensOf(order).length > 0

const powerSuccess: SuccessDefinition<PowerOrder> = {
  service: 'power',
  fetchOrder: async (reference, accessToken) => {
    const params = { accessToken, serviceId: reference }
    return (await request(getPowerOrder, { params, quiet: true }))?.data ?? null
  },
  title: (order) => (hasToken(order) ? powerReceiptTexts.tokenTitle() : powerReceiptTexts.billPaidTitle()),
  introduction: (order) => (hasToken(order) ? null : powerReceiptTexts.noToken({ biller: order.disco.name })),
  codes: (order) =>
    orderTokensOf(order).map(({ label, digits }) => ({
      label,
      code: digits,
      displayText: groupDigits(digits),
    })),
  CodesComponent: TokenList,
  hint: (order) => (hasToken(order) ? powerReceiptTexts.onReject() : null),
  biller: ({ disco }) => ({ logo: disco.logo, name: disco.description }),
  recipientNumber: ({ meter_number }) => meter_number,
  rows: powerReceiptRows,
  newOrderLabel: powerTexts.formTitle,
  shareText,
  shareTexts: tokenShareTexts,
  receiptFile: receiptFileOf,
  // A browser that opened the order by its link prints with the token of the link. The API tells only the owner how the
  // order was paid.
  printPageUrl: ({ reference, paid_with }, accessToken) =>
    printReceiptPageUrl(reference, paid_with === null ? accessToken : null),
}
