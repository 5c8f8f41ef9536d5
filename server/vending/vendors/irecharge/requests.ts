import { type Kobo, nairaOf } from '../../../../shared/money.ts'
import type { VendorProduct, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'
import type { IrechargeRequest } from './client.ts'

type Query = Record<string, string>

/** StarTimes bouquets are purchased by price: requests carry the price and this one service code. */
const starTimes = 'StarTimes'

/** Whole naira without decimals, as in every available sample request. */
const naira = (kobo: Kobo): string => String(nairaOf(kobo))

/** Values of the `type` parameter of `vend_status.php`. */
const types = { power: 'power', airtime: 'airtime', data: 'data', cabletv: 'tv' } as const

/** Price lists of a network: `get_data_bundles.php`, `get_tv_bouquet.php`. Neither carries a hash. */
export const priceListRequest = ({
  service,
  productCode,
}: Pick<VendorProduct, 'service' | 'productCode'>): Omit<IrechargeRequest, 'signed'> =>
  service === 'cabletv'
    ? { path: 'get_tv_bouquet', query: { tv_network: productCode } }
    : { path: 'get_data_bundles', query: { data_network: productCode } }

/**
 * Looks up a meter or smartcard; the response has the access token for the purchase. Null for services that
 * have no lookup. For electricity the variation code is the disco.
 */
export function lookupRequest(product: VendorProduct, referenceId: string): IrechargeRequest | null {
  const common = { reference_id: referenceId }
  switch (product.service) {
    case 'power':
      return {
        path: 'get_meter_info',
        query: { ...common, meter: product.beneficiary, disco: product.variationCode ?? '' },
        signed: ['reference_id', 'meter', 'disco'],
      }
    case 'cabletv': {
      const amount: Query =
        product.productCode === starTimes ? { tv_amount: naira(product.priceKobo ?? 0n) } : {}
      return {
        path: 'get_smartcard_info',
        query: {
          ...common,
          smartcard_number: product.beneficiary,
          service_code: serviceCodeOf(product),
          tv_network: product.productCode,
          ...amount,
        },
        signed: ['reference_id', 'tv_network', 'smartcard_number', 'service_code'],
      }
    }
    default:
      return null
  }
}

/**
 * Builds the vend request; the amount is in naira. Null for a service that this adapter does not sell.
 * Proxies log the query string, so the customer's e-mail address is not sent. For electricity the variation
 * code is the disco.
 * Source: open-source iRecharge clients. The hash fields are in a different order from the lookup.
 */
export function vendRequest(
  { requestId, product, amountKobo, phone, vendorToken }: VendRequest,
  fallbackEmail: string,
): IrechargeRequest | null {
  const common = { reference_id: requestId }
  const contact = { phone: localPhone(phone), email: fallbackEmail }
  const line = { vtu_network: product.productCode, vtu_number: numberOf(product.beneficiary) }
  const amount = naira(amountKobo)
  const token = { access_token: vendorToken ?? '' }
  switch (product.service) {
    case 'power':
      return {
        path: 'vend_power',
        query: {
          ...common,
          meter: product.beneficiary,
          disco: product.variationCode ?? '',
          amount,
          ...token,
          ...contact,
        },
        signed: ['reference_id', 'meter', 'disco', 'amount', 'access_token'],
      }
    case 'airtime':
      return {
        path: 'vend_airtime',
        query: { ...common, ...line, vtu_amount: amount, vtu_email: fallbackEmail },
        signed: ['reference_id', 'vtu_number', 'vtu_network', 'vtu_amount'],
      }
    case 'data':
      return {
        path: 'vend_data',
        query: { ...common, ...line, vtu_data: product.variationCode ?? '', vtu_email: fallbackEmail },
        signed: ['reference_id', 'vtu_number', 'vtu_network', 'vtu_data'],
      }
    case 'cabletv': {
      const price: Query = product.productCode === starTimes ? { startimes_amount: amount } : {}
      return {
        path: 'vend_tv',
        query: {
          ...common,
          smartcard_number: product.beneficiary,
          tv_network: product.productCode,
          service_code: serviceCodeOf(product),
          ...token,
          ...price,
          ...contact,
        },
        signed: ['reference_id', 'smartcard_number', 'tv_network', 'service_code', 'access_token'],
      }
    }
    case 'education':
      return null
  }
}

const serviceCodeOf = ({ productCode, variationCode }: VendorProduct): string =>
  productCode === starTimes ? starTimes : (variationCode ?? '')

/**
 * Queries the status of a purchase by the access token from its lookup or, for airtime and data, by the `ref`
 * of its vend response. A query by our reference id is not supported.
 */
export const statusRequest = (service: keyof typeof types, accessToken: string): IrechargeRequest => ({
  path: 'vend_status',
  query: { access_token: accessToken, type: types[service] },
  signed: ['access_token'],
})

export const isServiceSold = (service: VendorProduct['service']): service is keyof typeof types =>
  service in types
