import { createHmac } from 'node:crypto'
import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { statusOf, type Vend } from '../vending/state.ts'
import { companies } from './catalogue.ts'

/** The simulator's credentials. */
export const keys = { vendor: 'simulated-vendor', public: 'simulated-public', private: 'simulated-private' }

/**
 * iRecharge statuses. Their meaning is not documented, so the meanings are the simulator's. One public client reads
 * `15` as processing.
 */
export const statuses = {
  done: '00',
  failed: '04',
  float_empty: '11',
  not_processed: '42',
  pending: '15',
  wrong_customer: '05',
  wrong_request: '13',
  wrong_hash: '14',
  used: '41',
} as const

const statusMessages: Record<string, string> = {
  '00': 'Successful',
  '04': 'Transaction failed',
  '05': 'Invalid meter or smartcard number',
  '11': 'Insufficient balance',
  '13': 'Invalid request',
  '14': 'Invalid hash',
  '15': 'Transaction is processing',
  '41': 'Access token or reference id is used',
  '42': 'Transaction could not be processed',
}

export const statusBody = (status: string) => ({ status, message: statusMessages[status] ?? 'Error' })

/** HMAC-SHA1 with the public key, as found in one client only. */
export const responseHash = (message: string): string =>
  createHmac('sha1', keys.public).update(message).digest('hex')

/** iRecharge's reference of a purchase. */
export const refOf = (requestId: string): string => digitsFrom(`${requestId} ref`, 12)

/** The response of a purchase. */
export function vendResponse(vend: Vend, walletKobo: number, omitsToken = false): object {
  const status = statusOf(vend)
  if (status === 'pending') return { ...statusBody(statuses.pending), ref: refOf(vend.requestId) }
  if (status !== 'delivered') return statusBody(vend.code)
  return {
    ...statusBody(statuses.done),
    wallet_balance: nairaText(BigInt(walletKobo)),
    ref: refOf(vend.requestId),
    ...deliveryFields(vend, omitsToken),
    response_hash: responseHash(`${vend.requeryKey ?? ''}|${refOf(vend.requestId)}`),
  }
}

/** The response of `vend_status.php`: request status and purchase status. */
export function statusResponse(vend: Vend): object {
  const status = statusOf(vend)
  const [vend_status, vend_code] =
    status === 'delivered'
      ? ['successful', '00']
      : status === 'pending'
        ? ['pending', '01']
        : ['unsuccessful', '02']
  const electricity = status === 'delivered' && isPower(vend) ? electricityOf(vend, cityOf(vend)) : null
  const isPrepaid = kindOf(vend) === 'prepaid'
  return {
    status: statuses.done,
    vend_status,
    vend_code,
    ...(electricity && isPrepaid && { token: electricity.token, units: electricity.units }),
    ...(status === 'delivered' && { ref: refOf(vend.requestId) }),
    response_hash: responseHash(vend.requeryKey ?? ''),
  }
}

function deliveryFields(vend: Vend, omitsToken: boolean): object {
  const amount = nairaOf(BigInt(vend.vendedKobo))
  switch (vend.vertical) {
    case 'power': {
      const electricity = electricityOf(vend, cityOf(vend))
      const isPrepaid = kindOf(vend) === 'prepaid'
      return {
        amount,
        units: isPrepaid ? electricity.units : null,
        meter_token: isPrepaid && !omitsToken ? electricity.token : null,
        address: electricity.meter.address,
      }
    }
    case 'tv':
      return { order: `${vend.serviceID} ${vend.variation}` }
    default:
      return {
        order: `${vend.serviceID} ${vend.variation}`.trim(),
        receiver: vend.vendedBeneficiary,
        amount,
        ...(vend.vertical === 'data' && { amount_paid: amount }),
      }
  }
}

const companyOf = (vend: Vend) => companies.find(({ code }) => code === vend.serviceID)
const cityOf = (vend: Vend) => companyOf(vend)?.city
const kindOf = (vend: Vend) => companyOf(vend)?.kind
const isPower = ({ vertical }: Vend) => vertical === 'power'
