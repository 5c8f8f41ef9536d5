import metadata from 'libphonenumber-js/max/metadata'
import { isActive, type Service } from '../../shared/constants.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import {
  type Catalogue,
  findNetwork,
  type ListedNetwork,
  type NetworkService,
  type ProductSelection,
  priceKoboOf,
  type Variation,
  variationIn,
  vendorProductFor,
} from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Limits } from '../http/index.ts'
import { configuredVendors, type Vendor, type VendorProduct } from '../vending/index.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'
import type { PayDeps } from './pay.ts'
import { purchaseServerTexts } from './texts.ts'

/** Dependencies of the routes and lookups of every service. */
export interface ServiceDeps extends PayDeps {
  readonly limits: Limits
  readonly brandName: string
  /** Where people get help. */
  readonly helpUrl: string
  readonly catalogue: Catalogue
}

/** @throws ApiError SERVICE_OFF while a service is switched off, or no vendor can deliver it */
export async function assertServiceEnabled(
  { settings, availability }: PurchaseDeps,
  service: Service,
): Promise<void> {
  if (!isActive(await settings.get(`${service}_status`)) || (await availability.outageOf(service)))
    throw new ApiError('SERVICE_OFF')
}

/** A phone for notifications, in E.164. @throws ApiError INVALID for a number that cannot be Nigerian */
export function parseNigerianPhone(field: string, input: string): string {
  if (isNigerianPhone(input, metadata)) return normalisePhone(input)
  throw new ApiError('INVALID', { field, message: purchaseServerTexts.phoneInvalid() })
}

/**
 * A phone that receives the product, in E.164.
 * @throws ApiError INVALID unless it is a Nigerian mobile number
 */
export function parseMobileNumber(field: string, input: string): string {
  const phone = parseNigerianPhone(field, input)
  if (/^\+234[789]\d{9}$/.test(phone)) return phone
  throw new ApiError('INVALID', { field, message: purchaseServerTexts.mobileNumberInvalid() })
}

/**
 * The vendors for new orders of a service by the current settings: the service's own, then the common one.
 * While those are paused or do not sell it, every other available vendor that does.
 */
async function currentVendors(deps: PurchaseDeps, service: Service): Promise<Vendor[]> {
  const { vendors, settings, availability } = deps
  const names = [await settings.get(`${service}_gateway`), await settings.get('util_service_vendor')]
  const availableOf = async (candidates: readonly (Vendor | null)[]): Promise<Vendor[]> => {
    const supporting = candidates
      .filter((vendor) => vendor !== null)
      .filter((vendor) => vendor.capabilities.services.includes(service))
    const availabilities = await Promise.all(
      supporting.map((vendor) => availability.isAvailable(vendor.name, service)),
    )
    return supporting.filter((_, position) => availabilities[position])
  }
  const configured = await availableOf([...new Set(names)].map((name) => vendors[name]))
  return configured.length > 0 ? configured : availableOf(configuredVendors(vendors))
}

/** The networks of a service with their current products, and the vendor that sells them. */
export async function currentNetworks(
  deps: ServiceDeps,
  service: NetworkService,
): Promise<{ vendor: Vendor | undefined; networks: ListedNetwork[] }> {
  const [vendor] = await currentVendors(deps, service)
  return { vendor, networks: await deps.catalogue.networks(service, vendor?.name) }
}

/** The network that a request names, and its vendor. @throws ApiError INVALID, SERVICE_OFF */
export async function requireNetwork(
  deps: ServiceDeps,
  service: NetworkService,
  { field, input }: { field: string; input: string },
): Promise<{ vendor: Vendor; network: ListedNetwork }> {
  const { vendor, networks } = await currentNetworks(deps, service)
  if (!vendor) throw new ApiError('SERVICE_OFF')
  const network = findNetwork(networks, input)
  if (!network) throw new ApiError('INVALID', { field, message: purchaseServerTexts.notInList() })
  return { vendor, network }
}

/** Fields that name a product of a network, each with its error. */
const notSoldTexts = {
  cabletv_bundle_code: purchaseServerTexts.bouquetNotSold,
  selected_bundle_code: purchaseServerTexts.planNotSold,
  variation_code: purchaseServerTexts.pinTypeNotSold,
} as const

/** The bouquet, plan or examination that a form names. @throws ApiError INVALID when it is not on sale */
export function requireVariation(
  network: ListedNetwork,
  { field, code }: { field: keyof typeof notSoldTexts; code: string },
): Variation {
  const variation = variationIn(network, code)
  if (variation) return variation
  throw new ApiError('INVALID', { field, message: notSoldTexts[field]({ network: network.name }) })
}

/** The first available vendor for a new order, and its product. @throws ApiError SERVICE_OFF */
export async function selectVendor(
  deps: PurchaseDeps,
  selection: ProductSelection,
): Promise<{ vendor: Vendor; product: VendorProduct }> {
  for (const vendor of await currentVendors(deps, selection.service)) {
    const product = await vendorProductFor(deps.db, vendor.name, selection)
    if (product) return { vendor, product }
  }
  throw new ApiError('SERVICE_OFF')
}

/** Checks that the order's vendor still sells a listed product at its price. @throws ApiError ORDER_CHANGED */
export async function assertPriceUnchanged(db: Database, order: Order): Promise<void> {
  const priceKobo = await priceKoboOf(db, order.vendor, order)
  if (priceKobo !== null && priceKobo * BigInt(order.quantity) === order.amount_kobo) return
  const message = order.variation_name
    ? purchaseServerTexts.productPriceChanged({ product: order.variation_name })
    : purchaseServerTexts.priceChanged()
  throw new ApiError('ORDER_CHANGED', { field: 'amount', message })
}
