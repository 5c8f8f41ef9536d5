import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { writeMail } from './mail.ts'
import { oneLine, smsLine, smsMoney } from './plain.ts'
import type { Message } from './texts.ts'

/** Anything but electricity that was delivered: a bouquet, airtime, a plan, PINs. */
export interface GoodsDelivered {
  readonly brandName: string
  readonly reference: string
  /** "Your DStv Compact is on": subject of the mail, first line of the SMS. */
  readonly headline: string
  /** What to do now, for the mail. */
  readonly says: readonly string[]
  /** PINs and vouchers, in the order to use them. */
  readonly codes?: readonly { label: string; code: string }[]
  /** Who or what it was for: "Smartcard", "1212121212". */
  readonly beneficiary: readonly [name: string, value: string]
  readonly facts?: readonly (readonly [name: string, value: string | null])[]
  readonly amountKobo: Kobo
  readonly serviceChargeKobo: Kobo
  readonly totalKobo: Kobo
  readonly deliveredAt: Date
  /** Where the order is seen again. */
  readonly orderUrl: string
}

export function goodsDelivered(it: GoodsDelivered): Message {
  const [name, value] = it.beneficiary
  const codes = it.codes ?? []
  const told = (it.facts ?? []).flatMap(([fact, said]) => (said ? [[fact, said] as const] : []))
  return {
    sms: [
      smsLine(`${it.brandName}: ${it.headline}`),
      ...codes.map(({ label, code }) => smsLine(`${label}: ${code}`)),
      smsLine(`${name}: ${value}`),
      `Amount: ${smsMoney(it.amountKobo)}`,
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: it.headline,
      says: [`${oneLine(it.headline)}.`, ...it.says],
      codes,
      facts: [
        [name, value],
        ...told,
        ['Amount', formatMoney(it.amountKobo)],
        ...(it.serviceChargeKobo > 0n
          ? [['Service charge', formatMoney(it.serviceChargeKobo)] as const]
          : []),
        ['Total paid', formatMoney(it.totalKobo)],
        ['Date', formatDate(it.deliveredAt)],
        ['Reference', it.reference],
      ],
      link: { label: 'See your order', url: it.orderUrl },
    }),
  }
}
