import type { Service } from '../../../../shared/constants.ts'
import { nairaOf } from '../../../../shared/money.ts'
import type { VendorProduct, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'

/** BuyPower's `vertical` by service; education is not available. Source: public integrations */
export const verticals: Readonly<Partial<Record<Service, string>>> = {
  power: 'ELECTRICITY',
  airtime: 'VTU',
  data: 'DATA',
  cabletv: 'TV',
}
const verticalOf = (service: Service): string => verticals[service] ?? ''

/** Prepaid or postpaid for electricity; every other service is prepaid. */
const vendTypeOf = ({ service, variationCode }: VendorProduct) =>
  service === 'power' ? (variationCode ?? '') : 'PREPAID'

/** The query of `GET /check/meter`. */
export const checkQuery = (product: VendorProduct) => ({
  meter: numberOf(product.beneficiary),
  disco: product.productCode,
  vendType: vendTypeOf(product),
  vertical: verticalOf(product.service),
  orderId: 'false',
})

/**
 * The body of `POST /vend`, in naira. E-mail and name are optional and are not sent.
 * Source: public integrations
 */
export const buildVendRequest = ({ requestId, product, amountKobo, phone }: VendRequest): object => ({
  orderId: requestId,
  meter: numberOf(product.beneficiary),
  disco: product.productCode,
  vertical: verticalOf(product.service),
  vendType: vendTypeOf(product),
  paymentType: 'B2B',
  amount: nairaOf(amountKobo),
  phone: localPhone(phone),
  ...(product.service === 'data' || product.service === 'cabletv'
    ? { tariffClass: product.variationCode }
    : {}),
})
