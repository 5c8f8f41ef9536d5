import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { type Buyer, buyerFacts } from './buyer.ts'
import { printReceipt } from './paper.ts'

/** Anything but electricity that was delivered. */
export interface GoodsPaper {
  readonly brandName: string
  /** "Cable TV receipt" */
  readonly title: string
  readonly reference: string
  readonly deliveredAt: Date
  /** PINs and vouchers, in the order to use them. */
  readonly codes: readonly { label: string; code: string }[]
  /** What was bought and for whom, top to bottom. */
  readonly facts: readonly (readonly [name: string, value: string | null])[]
  readonly amountKobo: Kobo
  readonly serviceChargeKobo: Kobo
  readonly totalKobo: Kobo
  readonly buyer: Buyer | null
}

/** The receipt of a delivered order that is not electricity, as a PDF. */
export const goodsReceipt = (it: GoodsPaper): Promise<Buffer> =>
  printReceipt({
    brandName: it.brandName,
    title: it.title,
    reference: it.reference,
    madeAt: it.deliveredAt,
    codes: it.codes,
    facts: [
      ['Reference', it.reference],
      ['Date', formatDate(it.deliveredAt)],
      ...it.facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
      ['Amount', formatMoney(it.amountKobo)],
      ['Service charge', formatMoney(it.serviceChargeKobo)],
      ['Total paid', formatMoney(it.totalKobo)],
      ...buyerFacts(it.buyer),
    ],
    notes: it.codes.length > 0 ? ['Keep this paper: whoever has the code can use it.'] : [],
  })
