import { lagos, services } from '../../../../shared/constants.ts'
import type { VtpassConfig } from '../../../config-providers.ts'
import type { Vendor } from '../../vendor.ts'
import { categories, payBody, verifyBody } from './bodies.ts'
import { type Deadlines, vtpassClient } from './client.ts'
import { readBounds, readListing } from './listing.ts'
import { readBalance, readLookup, readOutcome } from './reading.ts'
import { webhook } from './webhook.ts'

/**
 * VTpass by its public protocol. Amounts on its wire are naira.
 * @param deadlines shorten the waits, for tests of silence
 */
export function vtpass(config: VtpassConfig, deadlines: Deadlines = {}): Vendor {
  const client = vtpassClient(config, deadlines)
  return {
    name: 'vtpass',
    can: { sells: services, mustLookUp: [], proveFailure: true },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    duplicateWindowSeconds: 30,
    requestId,
    mayResend: (id, at) => id.slice(0, dayLength) === stampOf(at).slice(0, dayLength),
    list: async ({ productCode }) => readListing(await client.variations(productCode)),
    bounds: async (service) => readBounds(await client.services(categories[service])),
    lookUp: async (goods) => readLookup(await client.verify(verifyBody(goods))),
    async vend(request) {
      const { requestId, goods } = request
      return readOutcome(await client.pay(payBody(request)), { call: 'vend', requestId, goods })
    },
    requery: async ({ requestId, goods }) =>
      readOutcome(await client.requery(requestId), { call: 'requery', requestId, goods }),
    balance: async () => readBalance(await client.balance()),
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
