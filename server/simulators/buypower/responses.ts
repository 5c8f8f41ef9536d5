import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { statusOf, type Vend } from '../vending/state.ts'
import type { BuypowerProduct } from './catalogue.ts'

/** Error responses by the reason that a vend stores as its code. */
const rejections = {
  failed: [422, 'Transaction was not processed'],
  not_processed: [400, 'Transaction could not be processed'],
  reversed: [422, 'Transaction was reversed'],
  float_empty: [422, 'Insufficient wallet balance'],
  below_minimum: [422, 'Amount is below the minimum'],
  above_maximum: [422, 'Amount is above the maximum'],
  wrong_amount: [422, 'Amount does not fit the tariff class'],
} as const satisfies Record<string, readonly [number, string]>
export type RejectionReason = keyof typeof rejections

/** BuyPower's error envelope. */
export const errorBody = (responseCode: number, message: string) => ({ status: false, message, responseCode })

interface VendorResponse {
  httpStatus: number
  body: object
}

/** The response of `POST /vend`. */
export function vendResponse(vend: Vend, product: BuypowerProduct, omitsToken = false): VendorResponse {
  const status = statusOf(vend)
  if (status === 'pending') return { httpStatus: 202, body: { data: inProgress(202) } }
  if (status !== 'delivered') return rejectionResponse(vend)
  return {
    httpStatus: 200,
    body: deliveredBody(dataOf(vend, product, { omitsToken, isRequery: false })),
  }
}

/** The response of `GET /transaction/{orderId}`: wrapped in `result`, amounts as text. */
export function requeryResponse(vend: Vend, product: BuypowerProduct): VendorResponse {
  const status = statusOf(vend)
  if (status === 'pending') return { httpStatus: 201, body: { result: inProgress(201) } }
  if (status !== 'delivered') return { httpStatus: 200, body: { result: rejectionResponse(vend).body } }
  return {
    httpStatus: 200,
    body: { result: deliveredBody(dataOf(vend, product, { omitsToken: false, isRequery: true })) },
  }
}

function rejectionResponse({ code }: Vend): VendorResponse {
  const [httpStatus, message] = rejections[code as RejectionReason] ?? rejections.failed
  return { httpStatus, body: errorBody(httpStatus, message) }
}

const deliveredBody = (data: object) => ({
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

interface ResponseOptions {
  omitsToken: boolean
  /** A requery returns amounts and the receipt number as text, and no `vendRef`. */
  isRequery: boolean
}

function dataOf(vend: Vend, product: BuypowerProduct, { omitsToken, isRequery }: ResponseOptions) {
  const money = (kobo: number) => (isRequery ? nairaText(BigInt(kobo)) : nairaOf(BigInt(kobo)))
  const common = {
    id: Number(digitsFrom(`${vend.requestId} id`, 8)),
    disco: vend.serviceID,
    orderId: vend.requestId,
    receiptNo: vend.transactionId,
    vendTime: vend.receivedAt.slice(0, 19).replace('T', ' '),
    totalAmountPaid: money(vend.vendedKobo),
    vendAmount: money(vend.vendedKobo),
    vendRef: isRequery ? null : Number(digitsFrom(`${vend.requestId} ref`, 9)),
    responseCode: 100,
    responseMessage: 'Request successful',
    phoneNo: vend.phone,
    charges: 0,
  }
  return product.vertical === 'ELECTRICITY'
    ? { ...common, ...powerOf(vend, product, money, omitsToken) }
    : common
}

const withDashes = (digits: string) => digits.replace(/(\d{4})(?=\d)/g, '$1-')

function powerOf(
  vend: Vend,
  product: BuypowerProduct,
  money: (kobo: number) => number | string,
  omitsToken: boolean,
) {
  const electricity = electricityOf(vend, product.city)
  const { meter, debtKobo } = electricity
  const meterFields = {
    name: meter.name,
    address: meter.address,
    debtAmount: money(debtKobo),
    debtRemaining: money(meter.arrearsKobo - debtKobo),
    tax: money(electricity.taxKobo),
    tariff: meter.tariff,
    tariffClass: `Band ${meter.band}`,
    demandCategory: 'NMD',
    assetProvider: null,
  }
  if (vend.variation === 'POSTPAID') return { ...meterFields, token: null, units: null, parcels: [] }
  const [kct1, kct2] = electricity.keys ?? []
  const parcels = [
    { type: 'TOKEN', content: withDashes(electricity.token) },
    ...(electricity.bonusToken ? [{ type: 'BONUS', content: withDashes(electricity.bonusToken) }] : []),
    ...(kct1 && kct2
      ? [
          { type: 'KCT1', content: withDashes(kct1) },
          { type: 'KCT2', content: withDashes(kct2) },
        ]
      : []),
  ]
  return {
    ...meterFields,
    amountGenerated: money(electricity.netKobo),
    units: electricity.units,
    token: omitsToken ? null : withDashes(electricity.token),
    parcels: omitsToken ? [] : parcels,
  }
}
