import { createHmac } from 'node:crypto'
import { nairaOf, nairaText } from '../../../shared/money.ts'
import { digitsFrom } from '../people.ts'
import { electricityOf } from '../vending/electricity.ts'
import { standingOf, type Vend } from '../vending/state.ts'
import { companies } from './catalogue.ts'

/** Their credentials here. */
export const keys = { vendor: 'simulated-vendor', public: 'simulated-public', private: 'simulated-private' }

/**
 * Statuses that exist there; what they mean is not published, and is ours here. `15` is the one that a
 * client reads as processing.
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

const words: Record<string, string> = {
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

export const refused = (status: string) => ({ status, message: words[status] ?? 'Error' })

/** Found in one client alone: HMAC-SHA1 with the public key. */
export const responseHash = (message: string): string =>
  createHmac('sha1', keys.public).update(message).digest('hex')

/** Their reference of a purchase. */
export const refOf = (requestId: string): string => digitsFrom(`${requestId} ref`, 12)

/** The answer to a purchase. */
export function vendAnswer(vend: Vend, walletKobo: number, tokenless = false): object {
  const standing = standingOf(vend)
  if (standing === 'pending') return { ...refused(statuses.pending), ref: refOf(vend.requestId) }
  if (standing !== 'delivered') return refused(vend.code)
  return {
    ...refused(statuses.done),
    wallet_balance: nairaText(BigInt(walletKobo)),
    ref: refOf(vend.requestId),
    ...goodsOf(vend, tokenless),
    response_hash: responseHash(`${vend.handle ?? ''}|${refOf(vend.requestId)}`),
  }
}

/** The answer to `vend_status.php`: the asking worked, and how the purchase stands. */
export function statusAnswer(vend: Vend): object {
  const standing = standingOf(vend)
  const [vend_status, vend_code] =
    standing === 'delivered'
      ? ['successful', '00']
      : standing === 'pending'
        ? ['pending', '01']
        : ['unsuccessful', '02']
  const bought = standing === 'delivered' && isPower(vend) ? electricityOf(vend, cityOf(vend)) : null
  const isPrepaid = kindOf(vend) === 'prepaid'
  return {
    status: statuses.done,
    vend_status,
    vend_code,
    ...(bought && isPrepaid && { token: bought.token, units: bought.units }),
    ...(standing === 'delivered' && { ref: refOf(vend.requestId) }),
    response_hash: responseHash(vend.handle ?? ''),
  }
}

function goodsOf(vend: Vend, tokenless: boolean): object {
  const amount = nairaOf(BigInt(vend.servedKobo))
  switch (vend.vertical) {
    case 'power': {
      const bought = electricityOf(vend, cityOf(vend))
      const isPrepaid = kindOf(vend) === 'prepaid'
      return {
        amount,
        units: isPrepaid ? bought.units : null,
        meter_token: isPrepaid && !tokenless ? bought.token : null,
        address: bought.meter.address,
      }
    }
    case 'tv':
      return { order: `${vend.serviceID} ${vend.variation}` }
    default:
      return {
        order: `${vend.serviceID} ${vend.variation}`.trim(),
        receiver: vend.servedTo,
        amount,
        ...(vend.vertical === 'data' && { amount_paid: amount }),
      }
  }
}

const companyOf = (vend: Vend) => companies.find(({ code }) => code === vend.serviceID)
const cityOf = (vend: Vend) => companyOf(vend)?.city
const kindOf = (vend: Vend) => companyOf(vend)?.kind
const isPower = ({ vertical }: Vend) => vertical === 'power'
