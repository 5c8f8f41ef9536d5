import { services } from '../../../../shared/constants.ts'
import { vendorSupportOnly } from '../../../../shared/vending.ts'
import type { Vendor } from '../../vendor.ts'
import { irechargeClient, newReferenceId, referenceIdOf, type Timeouts } from './client.ts'
import type { IrechargeConfig } from './descriptor.ts'
import { isServiceSold, lookupRequest, priceListRequest, statusRequest, vendRequest } from './requests.ts'
import { parseBalance, parseLookup, parsePriceList, parseRequery, parseVend } from './responses.ts'

/**
 * iRecharge adapter, based on public clients; there is no published documentation. Amounts are in naira.
 * Electricity and TV require a lookup: its access token is the vendor token of the purchase, valid for one purchase and
 * used to requery it. Airtime and data have no lookup; a lost response has no confirmed requery token and waits
 * for a manager. No status is known to prove that a purchase failed.
 * @param fallbackEmail sent where an e-mail address is required
 * @param timeouts overrides for timeout tests
 */
export function irecharge(
  config: IrechargeConfig,
  { fallbackEmail, ...timeouts }: Timeouts & { fallbackEmail: string },
): Vendor {
  const client = irechargeClient(config, timeouts)
  return {
    name: 'irecharge',
    capabilities: {
      services: services.filter(isServiceSold),
      requiresLookup: ['power', 'cabletv'],
      provesFailure: false,
      requeryById: false,
    },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    // Not documented; a rejected duplicate would stay unknown for a day, so a short window is used.
    duplicateWindowSeconds: 30,
    requestId: (_, seed) => referenceIdOf(seed),
    canResend: () => false,
    async list(product) {
      const { path, query } = priceListRequest(product)
      return parsePriceList(await client.list(path, query))
    },
    amountLimits: async () => null,
    async lookUp(product) {
      const vendorRequest = lookupRequest(product, newReferenceId())
      return vendorRequest
        ? parseLookup(await client.query(vendorRequest))
        : { type: 'unavailable', reason: 'not_asked_about' }
    },
    async vend(request) {
      const vendorRequest = vendRequest(request, fallbackEmail)
      const needsVendorToken = request.product.service === 'power' || request.product.service === 'cabletv'
      if (!vendorRequest || (needsVendorToken && !request.vendorToken))
        return { type: 'failed', reason: 'our_fault', code: 'not_looked_up' }
      return parseVend(await client.vend(vendorRequest), request)
    },
    async requery(request) {
      const { product, vendorToken } = request
      if (!vendorToken || !isServiceSold(product.service))
        return { type: 'unknown', reason: vendorSupportOnly, code: null }
      return parseRequery(await client.query(statusRequest(product.service, vendorToken)), request)
    },
    balance: async () => parseBalance(await client.balance()),
  }
}
