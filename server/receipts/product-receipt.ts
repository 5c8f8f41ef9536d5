import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import type { Merchant } from '../../shared/receipts.ts'
import { type Buyer, buyerRows } from './buyer.ts'
import { renderReceipt } from './pdf.ts'
import { receiptTexts } from './texts.ts'

/** A delivered order of any service except electricity. */
export interface ProductReceipt {
  readonly merchant: Merchant
  /** "Cable TV receipt" */
  readonly title: string
  readonly reference: string
  readonly deliveredAt: Date
  /** PINs and vouchers, in the order to use them. */
  readonly codes: readonly { label: string; code: string }[]
  /** Product and beneficiary rows, top to bottom. */
  readonly rows: readonly (readonly [name: string, value: string | null])[]
  readonly amountKobo: Kobo
  readonly serviceChargeKobo: Kobo
  readonly totalKobo: Kobo
  /** "Card ending 4242"; null for callers other than the owner. */
  readonly paidWith: string | null
  readonly buyer: Buyer | null
}

/** Renders the receipt of a delivered order, except electricity, as a PDF. */
export const renderProductReceipt = (receipt: ProductReceipt): Promise<Buffer> =>
  renderReceipt({
    merchant: receipt.merchant,
    title: receipt.title,
    reference: receipt.reference,
    createdAt: receipt.deliveredAt,
    codes: receipt.codes,
    rows: [
      [receiptTexts.reference(), receipt.reference],
      [receiptTexts.date(), formatDate(receipt.deliveredAt)],
      ...receipt.rows.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
      [receiptTexts.amount(), formatMoney(receipt.amountKobo)],
      [receiptTexts.serviceCharge(), formatMoney(receipt.serviceChargeKobo)],
      [receiptTexts.totalPaid(), formatMoney(receipt.totalKobo)],
      ...(receipt.paidWith ? [[receiptTexts.paidWith(), receipt.paidWith] as const] : []),
      ...buyerRows(receipt.buyer),
    ],
    notes: receipt.codes.length > 0 ? [receiptTexts.pinNote()] : [],
  })
