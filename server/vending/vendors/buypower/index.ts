import { randomUUID } from 'node:crypto'
import { type Service, services } from '../../../../shared/constants.ts'
import type { BuypowerConfig } from '../../../config-providers.ts'
import type { Vendor } from '../../vendor.ts'
import { checkQuery, vendBody, verticals } from './bodies.ts'
import { buypowerClient, type Deadlines } from './client.ts'
import { readListing } from './listing.ts'
import { readBalance, readLookup, readRequery, readVend } from './reading.ts'

/**
 * BuyPower by what of its protocol is public. Amounts on its wire are naira. Education is not sold; a
 * commission is not told, so that our cost is what they say was paid. An order id that they had is never
 * sent again: nothing says that they would take it for the same.
 * @param deadlines shorten the waits, for tests of silence
 */
export function buypower(config: BuypowerConfig, deadlines: Deadlines = {}): Vendor {
  const client = buypowerClient(config, deadlines)
  return {
    name: 'buypower',
    can: { sells: services.filter((service) => service in verticals), mustLookUp: [], proveFailure: true },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    // None is documented; a purchase taken for a repetition would be refunded, so a little is waited.
    duplicateWindowSeconds: 30,
    requestId: () => randomUUID(),
    mayResend: () => false,
    list: async ({ service, productCode }) =>
      readListing(await client.tariff(productCode, verticalOf(service))),
    bounds: async () => null,
    lookUp: async (goods) => readLookup(await client.check(checkQuery(goods))),
    vend: async (request) => readVend(await client.vend(vendBody(request)), request),
    requery: async (of) => readRequery(await client.transaction(of.requestId), of),
    balance: async () => readBalance(await client.balance()),
  }
}

const verticalOf = (service: Service) => verticals[service] ?? ''
