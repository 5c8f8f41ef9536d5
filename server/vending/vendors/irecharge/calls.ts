import { type Kobo, nairaOf } from '../../../../shared/money.ts'
import type { Goods, VendRequest } from '../../vendor.ts'
import { localPhone, numberOf } from '../phones.ts'
import type { Call } from './client.ts'

type Query = Record<string, string>

/** StarTimes sells amounts: its bouquets are bought by their price, under this one code. */
const starTimes = 'StarTimes'

/** Whole naira without decimals, as every sample writes them. */
const naira = (kobo: Kobo): string => String(nairaOf(kobo))

/** What they call a purchase's kind when it is asked about. */
const types = { power: 'power', airtime: 'airtime', data: 'data', cabletv: 'tv' } as const

/** The lists of a network: `get_data_bundles.php`, `get_tv_bouquet.php`. Neither is signed. */
export const listCall = ({
  service,
  productCode,
}: Pick<Goods, 'service' | 'productCode'>): Omit<Call, 'signed'> =>
  service === 'cabletv'
    ? { path: 'get_tv_bouquet', query: { tv_network: productCode } }
    : { path: 'get_data_bundles', query: { data_network: productCode } }

/** Asks whose meter or smartcard it is, which gives the access token that a purchase needs. Null where nobody is asked. */
export function lookupCall(goods: Goods, referenceId: string): Call | null {
  const common = { reference_id: referenceId }
  switch (goods.service) {
    case 'power':
      return {
        path: 'get_meter_info',
        query: { ...common, meter: goods.beneficiary, disco: goods.variationCode ?? '' },
        signed: ['reference_id', 'meter', 'disco'],
      }
    case 'cabletv': {
      const amount: Query = goods.productCode === starTimes ? { tv_amount: naira(goods.priceKobo ?? 0n) } : {}
      return {
        path: 'get_smartcard_info',
        query: {
          ...common,
          smartcard_number: goods.beneficiary,
          service_code: serviceCodeOf(goods),
          tv_network: goods.productCode,
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
 * The call of a purchase, naira; null for what is not sold here. The query stands in logs on the way, so
 * that the customer's own e-mail address stays with us.
 * Source: public clients; the order of the signed fields differs from that of a lookup
 */
export function vendCall(
  { requestId, goods, amountKobo, phone, handle }: VendRequest,
  standInEmail: string,
): Call | null {
  const common = { reference_id: requestId }
  const reached = { phone: localPhone(phone), email: standInEmail }
  const line = { vtu_network: goods.productCode, vtu_number: numberOf(goods.beneficiary) }
  const amount = naira(amountKobo)
  const token = { access_token: handle ?? '' }
  switch (goods.service) {
    case 'power':
      return {
        path: 'vend_power',
        query: {
          ...common,
          meter: goods.beneficiary,
          disco: goods.variationCode ?? '',
          amount,
          ...token,
          ...reached,
        },
        signed: ['reference_id', 'meter', 'disco', 'amount', 'access_token'],
      }
    case 'airtime':
      return {
        path: 'vend_airtime',
        query: { ...common, ...line, vtu_amount: amount, vtu_email: standInEmail },
        signed: ['reference_id', 'vtu_number', 'vtu_network', 'vtu_amount'],
      }
    case 'data':
      return {
        path: 'vend_data',
        query: { ...common, ...line, vtu_data: goods.variationCode ?? '', vtu_email: standInEmail },
        signed: ['reference_id', 'vtu_number', 'vtu_network', 'vtu_data'],
      }
    case 'cabletv': {
      const paid: Query = goods.productCode === starTimes ? { startimes_amount: amount } : {}
      return {
        path: 'vend_tv',
        query: {
          ...common,
          smartcard_number: goods.beneficiary,
          tv_network: goods.productCode,
          service_code: serviceCodeOf(goods),
          ...token,
          ...paid,
          ...reached,
        },
        signed: ['reference_id', 'smartcard_number', 'tv_network', 'service_code', 'access_token'],
      }
    }
    case 'education':
      return null
  }
}

const serviceCodeOf = ({ productCode, variationCode }: Goods): string =>
  productCode === starTimes ? starTimes : (variationCode ?? '')

/** Asks how a purchase ended, by the token of its lookup; never by our reference id. */
export const statusCall = (service: keyof typeof types, accessToken: string): Call => ({
  path: 'vend_status',
  query: { access_token: accessToken, type: types[service] },
  signed: ['access_token'],
})

export const isSold = (service: Goods['service']): service is keyof typeof types => service in types
