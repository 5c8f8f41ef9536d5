import { lagos, services } from '../../../../shared/constants.ts'
import type { Vendor } from '../../vendor.ts'
import { type Timeouts, vtpassClient } from './client.ts'
import type { VtpassConfig } from './descriptor.ts'
import { parseAmountLimits, parsePriceList } from './price-list.ts'
import { categories, payBody, verifyBody } from './requests.ts'
import { parseBalance, parseLookup, parseOutcome } from './responses.ts'
import { webhook } from './webhook.ts'

/**
 * VTpass adapter, based on its public documentation. Amounts are in naira.
 * @param timeouts overrides for timeout tests
 */
export function vtpass(config: VtpassConfig, timeouts: Timeouts = {}): Vendor {
  const client = vtpassClient(config, timeouts)
  return {
    name: 'vtpass',
    capabilities: { services, requiresLookup: [], provesFailure: true, requeryById: true },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    duplicateWindowSeconds: 30,
    requestId,
    canResend: (id, date) => id.slice(0, dayLength) === stampOf(date).slice(0, dayLength),
    list: async ({ productCode }) => parsePriceList(await client.variations(productCode)),
    amountLimits: async (service) => parseAmountLimits(await client.services(categories[service])),
    lookUp: async (product) => parseLookup(await client.verify(verifyBody(product))),
    async vend(request) {
      const { requestId, product } = request
      return parseOutcome(await client.pay(payBody(request)), { call: 'vend', requestId, product })
    },
    requery: async ({ requestId, product }) =>
      parseOutcome(await client.requery(requestId), { call: 'requery', requestId, product }),
    balance: async () => parseBalance(await client.balance()),
    webhook,
  }
}

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

/** The Lagos time as YYYYMMDDHHmm. */
function stampOf(date: Date): string {
  const dateParts = Object.fromEntries(lagosClock.formatToParts(date).map(({ type, value }) => [type, value]))
  return `${dateParts.year}${dateParts.month}${dateParts.day}${dateParts.hour}${dateParts.minute}`
}

/** VTpass format: the minute of the vend in Lagos, then letters and digits. @throws Error for another suffix */
function requestId(date: Date, suffix: string): string {
  if (!/^[A-Za-z0-9]{1,24}$/.test(suffix)) throw new Error('A request id ends in 1 to 24 letters or digits')
  return `${stampOf(date)}${suffix}`
}
