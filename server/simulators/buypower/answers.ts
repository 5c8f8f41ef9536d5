import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { standingOf, type Vend } from '../vending/state.ts'
import type { Seller } from './catalogue.ts'

/** What they answer besides a delivery, by the reason that a vend carries as its code. */
export const refusals = {
  failed: [422, 'Transaction was not processed'],
  not_processed: [400, 'Transaction could not be processed'],
  reversed: [422, 'Transaction was reversed'],
  float_empty: [422, 'Insufficient wallet balance'],
  below_minimum: [422, 'Amount is below the minimum'],
  above_maximum: [422, 'Amount is above the maximum'],
  wrong_amount: [422, 'Amount does not fit the tariff class'],
} as const satisfies Record<string, readonly [number, string]>
export type Refusal = keyof typeof refusals

/** Their error envelope. */
export const refused = (responseCode: number, message: string) => ({ status: false, message, responseCode })

interface Said {
  http: number
  body: object
}

/** The answer to `POST /vend`. */
export function vendAnswer(vend: Vend, seller: Seller, tokenless = false): Said {
  const standing = standingOf(vend)
  if (standing === 'pending') return { http: 202, body: { data: inProgress(202) } }
  if (standing !== 'delivered') return refusalOf(vend)
  return { http: 200, body: delivered(dataOf(vend, seller, { tokenless, requery: false })) }
}

/** The answer to `GET /transaction/{orderId}`: wrapped once more, money as text. */
export function requeryAnswer(vend: Vend, seller: Seller): Said {
  const standing = standingOf(vend)
  if (standing === 'pending') return { http: 201, body: { result: inProgress(201) } }
  if (standing !== 'delivered') return { http: 200, body: { result: refusalOf(vend).body } }
  return { http: 200, body: { result: delivered(dataOf(vend, seller, { tokenless: false, requery: true })) } }
}

function refusalOf({ code }: Vend): Said {
  const [http, message] = refusals[code as Refusal] ?? refusals.failed
  return { http, body: refused(http, message) }
}

const delivered = (data: object) => ({
  status: true,
  message: 'Successful transaction',
  responseCode: 200,
  data,
})

const inProgress = (responseCode: number) => ({
  status: false,
  error: true,
  responseCode,
  message: 'Your transaction is in progress',
  delay: [20, 20, 20, 20, 20, 20],
})

interface Saying {
  tokenless: boolean
  /** Money is text then, the receipt number too, and there is no `vendRef`. */
  requery: boolean
}

function dataOf(vend: Vend, seller: Seller, { tokenless, requery }: Saying) {
  const money = (kobo: number) => (requery ? nairaText(BigInt(kobo)) : nairaOf(BigInt(kobo)))
  const common = {
    id: Number(digitsFrom(`${vend.requestId} id`, 8)),
    disco: vend.serviceID,
    orderId: vend.requestId,
    receiptNo: vend.transactionId,
    vendTime: vend.receivedAt.slice(0, 19).replace('T', ' '),
    totalAmountPaid: money(vend.servedKobo),
    vendAmount: money(vend.servedKobo),
    vendRef: requery ? null : Number(digitsFrom(`${vend.requestId} ref`, 9)),
    responseCode: 100,
    responseMessage: 'Request successful',
    phoneNo: vend.phone,
    charges: 0,
  }
  return seller.vertical === 'ELECTRICITY'
    ? { ...common, ...powerOf(vend, seller, money, tokenless) }
    : common
}

const dashed = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1-')

function powerOf(vend: Vend, seller: Seller, money: (kobo: number) => number | string, tokenless: boolean) {
  const bought = electricityOf(vend, seller.city)
  const { meter, debtKobo } = bought
  const about = {
    name: meter.name,
    address: meter.address,
    debtAmount: money(debtKobo),
    debtRemaining: money(meter.arrearsKobo - debtKobo),
    tax: money(bought.taxKobo),
    tariff: meter.tariff,
    tariffClass: `Band ${meter.band}`,
    demandCategory: 'NMD',
    assetProvider: null,
  }
  if (vend.variation === 'POSTPAID') return { ...about, token: null, units: null, parcels: [] }
  const [kct1, kct2] = bought.keys ?? []
  const parcels = [
    { type: 'TOKEN', content: dashed(bought.token) },
    ...(bought.bonusToken ? [{ type: 'BONUS', content: dashed(bought.bonusToken) }] : []),
    ...(kct1 && kct2
      ? [
          { type: 'KCT1', content: dashed(kct1) },
          { type: 'KCT2', content: dashed(kct2) },
        ]
      : []),
  ]
  return {
    ...about,
    amountGenerated: money(bought.netKobo),
    units: bought.units,
    token: tokenless ? null : dashed(bought.token),
    parcels: tokenless ? [] : parcels,
  }
}
