import type { Service } from '../../../../shared/constants.ts'
import { nairaOf } from '../../../../shared/money.ts'
import type { VendorProduct, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'

/** VTpass category by service. Source: VTpass documentation, "Service categories" */
export const categories = {
  power: 'electricity-bill',
  cabletv: 'tv-subscription',
  airtime: 'airtime',
  data: 'data',
  education: 'education',
} as const satisfies Record<Service, string>

/** Networks that require a subscription type, renew or change; we always send change. */
const requiresSubscriptionType = new Set(['dstv', 'gotv'])

/** The body of `POST /merchant-verify`. Meters and profiles are looked up within a variation. */
export const verifyBody = ({ service, beneficiary, productCode, variationCode }: VendorProduct) => ({
  billersCode: numberOf(beneficiary),
  serviceID: productCode,
  ...(service === 'cabletv' ? {} : { type: variationCode }),
})

/** The body of `POST /pay`, in naira. Source: VTpass documentation, the page of each product */
export function payBody({ requestId, product, amountKobo, phone }: VendRequest): object {
  const common = { request_id: requestId, serviceID: product.productCode }
  const variation = { variation_code: product.variationCode, phone: localPhone(phone) }
  const amount = nairaOf(amountKobo)
  const billersCode = numberOf(product.beneficiary)
  switch (product.service) {
    case 'power':
      return { ...common, billersCode, ...variation, amount }
    case 'airtime':
      return { ...common, amount, phone: billersCode }
    case 'data':
      return { ...common, billersCode, ...variation }
    case 'cabletv': {
      const change = requiresSubscriptionType.has(product.productCode) ? { subscription_type: 'change' } : {}
      return { ...common, billersCode, ...variation, ...change, amount }
    }
    case 'education':
      return product.productCode === 'jamb'
        ? { ...common, billersCode, ...variation }
        : { ...common, ...variation, quantity: product.quantity ?? 1 }
  }
}
