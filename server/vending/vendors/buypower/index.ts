import { createHash } from 'node:crypto'
import { type Service, services } from '../../../../shared/constants.ts'
import type { Vendor } from '../../vendor.ts'
import { buypowerClient, type Timeouts } from './client.ts'
import type { BuypowerConfig } from './descriptor.ts'
import { parsePriceList } from './price-list.ts'
import { buildVendRequest, checkQuery, verticals } from './requests.ts'
import { parseBalance, parseLookup, parseRequery, parseVend } from './responses.ts'

/**
 * BuyPower adapter, based on the public parts of its protocol. Amounts are in naira. BuyPower does not sell education
 * and does not report a commission, so our cost is the reported amount paid. A received order id is never sent
 * again: idempotency is not documented.
 * @param timeouts overrides for timeout tests
 */
export function buypower(config: BuypowerConfig, timeouts: Timeouts = {}): Vendor {
  const client = buypowerClient(config, timeouts)
  return {
    name: 'buypower',
    capabilities: {
      services: services.filter((service) => service in verticals),
      requiresLookup: [],
      provesFailure: true,
      requeryById: true,
    },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    // Not documented; a purchase rejected as a duplicate would be refunded, so a short window is used.
    duplicateWindowSeconds: 30,
    requestId: (_, seed) => uuidOf(seed),
    canResend: () => false,
    list: async ({ service, productCode }) =>
      parsePriceList(await client.tariff(productCode, verticalOf(service))),
    amountLimits: async () => null,
    lookUp: async (product) => parseLookup(await client.check(checkQuery(product))),
    vend: async (request) => parseVend(await client.vend(buildVendRequest(request)), request),
    requery: async (request) => parseRequery(await client.transaction(request.requestId), request),
    balance: async () => parseBalance(await client.balance()),
  }
}

/** A UUID, as BuyPower expects; deterministic for one seed. */
function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const verticalOf = (service: Service) => verticals[service] ?? ''
