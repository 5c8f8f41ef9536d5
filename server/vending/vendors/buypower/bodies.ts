import type { Service } from '../../../../shared/constants.ts'
import { nairaOf } from '../../../../shared/money.ts'
import type { Goods, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'

/** Our services as their `vertical`; education is none of theirs. Source: public integrations */
export const verticals: Readonly<Partial<Record<Service, string>>> = {
  power: 'ELECTRICITY',
  airtime: 'VTU',
  data: 'DATA',
  cabletv: 'TV',
}
const verticalOf = (service: Service): string => verticals[service] ?? ''

/** Prepaid or postpaid for electricity; everything else is prepaid there. */
const vendTypeOf = ({ service, variationCode }: Goods) =>
  service === 'power' ? (variationCode ?? '') : 'PREPAID'

/** The query of `GET /check/meter`. */
export const checkQuery = (goods: Goods) => ({
  meter: numberOf(goods.beneficiary),
  disco: goods.productCode,
  vendType: vendTypeOf(goods),
  vertical: verticalOf(goods.service),
  orderId: 'false',
})

/**
 * The body of `POST /vend`, naira. E-mail and name are optional there, and stay with us.
 * Source: public integrations
 */
export const vendBody = ({ requestId, goods, amountKobo, phone }: VendRequest): object => ({
  orderId: requestId,
  meter: numberOf(goods.beneficiary),
  disco: goods.productCode,
  vertical: verticalOf(goods.service),
  vendType: vendTypeOf(goods),
  paymentType: 'B2B',
  amount: nairaOf(amountKobo),
  phone: localPhone(phone),
  ...(goods.service === 'data' || goods.service === 'cabletv' ? { tariffClass: goods.variationCode } : {}),
})
