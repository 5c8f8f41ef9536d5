import type { Service } from '../../../../shared/constants.ts'
import { nairaOf } from '../../../../shared/money.ts'
import type { Goods, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'

/** Our services in the words of their categories. Source: VTpass documentation, "Service categories" */
export const categories = {
  power: 'electricity-bill',
  cabletv: 'tv-subscription',
  airtime: 'airtime',
  data: 'data',
  education: 'education',
} as const satisfies Record<Service, string>

/** The two networks that must be told whether the bouquet is renewed or chosen anew: ours is always chosen. */
const choosesBouquet = new Set(['dstv', 'gotv'])

/** The body of `POST /merchant-verify`. A meter and a profile are looked up within their variation. */
export const verifyBody = ({ service, beneficiary, productCode, variationCode }: Goods) => ({
  billersCode: numberOf(beneficiary),
  serviceID: productCode,
  ...(service === 'cabletv' ? {} : { type: variationCode }),
})

/** The body of `POST /pay`, naira. Source: VTpass documentation, the page of each product */
export function payBody({ requestId, goods, amountKobo, phone }: VendRequest): object {
  const common = { request_id: requestId, serviceID: goods.productCode }
  const chosen = { variation_code: goods.variationCode, phone: localPhone(phone) }
  const amount = nairaOf(amountKobo)
  const billersCode = numberOf(goods.beneficiary)
  switch (goods.service) {
    case 'power':
      return { ...common, billersCode, ...chosen, amount }
    case 'airtime':
      return { ...common, amount, phone: billersCode }
    case 'data':
      return { ...common, billersCode, ...chosen }
    case 'cabletv': {
      const change = choosesBouquet.has(goods.productCode) ? { subscription_type: 'change' } : {}
      return { ...common, billersCode, ...chosen, ...change, amount }
    }
    case 'education':
      return goods.productCode === 'jamb'
        ? { ...common, billersCode, ...chosen }
        : { ...common, ...chosen, quantity: goods.quantity ?? 1 }
  }
}
