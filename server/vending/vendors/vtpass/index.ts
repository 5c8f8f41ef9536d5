import { lagos } from '../../../../shared/constants.ts'
import { nairaOf } from '../../../../shared/money.ts'
import type { VtpassConfig } from '../../../config.ts'
import type { Vendor, VendRequest } from '../../vendor.ts'
import { type Deadlines, vtpassClient } from './client.ts'
import { readBalance, readLookup, readOutcome } from './reading.ts'

/**
 * VTpass by its public protocol. Amounts on its wire are naira.
 * @param deadlines shorten the waits, for tests of silence
 */
export function vtpass(config: VtpassConfig, deadlines: Deadlines = {}): Vendor {
  const client = vtpassClient(config, deadlines)
  return {
    name: 'vtpass',
    can: { sells: ['power'], mustLookUp: [] },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    duplicateWindowSeconds: 30,
    requestId,
    mayResend: (id, at) => id.slice(0, dayLength) === stampOf(at).slice(0, dayLength),
    lookUp: async ({ beneficiary, productCode, variationCode }) =>
      readLookup(
        await client.verify({ billersCode: beneficiary, serviceID: productCode, type: variationCode }),
      ),
    async vend(request) {
      const { requestId, goods } = request
      if (goods.service !== 'power') return { is: 'failed', because: 'our_fault', code: 'not_sold' }
      return readOutcome(await client.pay(powerBody(request)), { call: 'vend', requestId, goods })
    },
    requery: async (requestId, goods) =>
      readOutcome(await client.requery(requestId), { call: 'requery', requestId, goods }),
    balance: async () => readBalance(await client.balance()),
  }
}

const powerBody = ({ requestId, goods, amountKobo, phone }: VendRequest) => ({
  request_id: requestId,
  serviceID: goods.productCode,
  billersCode: goods.beneficiary,
  variation_code: goods.variationCode,
  amount: nairaOf(amountKobo),
  phone: localPhone(phone),
})

/** +2348012345678 → 08012345678, as their samples write phones. */
const localPhone = (phone: string) => phone.replace(/^\+?234(?=\d{10}$)/, '0')

const dayLength = 'YYYYMMDD'.length
const lagosClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: lagos,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The moment in Lagos as YYYYMMDDHHmm. */
function stampOf(at: Date): string {
  const parts = Object.fromEntries(lagosClock.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.year}${parts.month}${parts.day}${parts.hour}${parts.minute}`
}

/** Their rule: the minute of sending in Lagos, then letters and digits. @throws Error for another suffix */
function requestId(at: Date, suffix: string): string {
  if (!/^[A-Za-z0-9]{1,24}$/.test(suffix)) throw new Error('A request id ends in 1 to 24 letters or digits')
  return `${stampOf(at)}${suffix}`
}
