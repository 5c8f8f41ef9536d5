import metadata from 'libphonenumber-js/max/metadata'
import { isActive, type Service } from '../../shared/constants.ts'
import { isNigerianPhone, normalisePhone } from '../../shared/phone.ts'
import {
  type Catalogue,
  goodsFor,
  type ListedNetwork,
  type NetworkService,
  networkNamed,
  priceKoboOf,
  type Variation,
  variationIn,
  type Ware,
} from '../catalogue/index.ts'
import type { Database } from '../database/index.ts'
import { type Limits, Refused } from '../http/index.ts'
import type { Goods, Vendor } from '../vending/index.ts'
import type { Order } from './order.ts'
import type { PurchaseParts } from './parts.ts'
import type { PayParts } from './pay.ts'

/** What the routes and lookups of every service are made of. */
export interface ServiceParts extends PayParts {
  readonly limits: Limits
  readonly brandName: string
  readonly catalogue: Catalogue
}

/** @throws Refused SERVICE_OFF while a service is switched off, or nobody can deliver it */
export async function refuseUnlessOn({ settings, selling }: PurchaseParts, service: Service): Promise<void> {
  if (!isActive(await settings.get(`${service}_status`)) || (await selling.stopped(service)))
    throw new Refused('SERVICE_OFF')
}

/** A phone for news, as typed, in E.164. @throws Refused INVALID for one that cannot be Nigerian */
export function nigerianPhone(field: string, typed: string): string {
  if (isNigerianPhone(typed, metadata)) return normalisePhone(typed)
  const says = 'Please enter a Nigerian phone number, like 0803 123 4567.'
  throw new Refused('INVALID', { field, says })
}

/** A phone that gets what is bought, in E.164. @throws Refused INVALID for one that is no Nigerian mobile number */
export function mobileNumber(field: string, typed: string): string {
  const phone = nigerianPhone(field, typed)
  if (/^\+234[789]\d{9}$/.test(phone)) return phone
  const says = 'Please enter a Nigerian mobile number with 11 digits, like 0803 123 4567.'
  throw new Refused('INVALID', { field, says })
}

/**
 * The vendors of new orders of a service, as the settings name them now: its own, then everybody's. While
 * those are paused, or are none, any other that sells it.
 */
async function vendorsNow(parts: PurchaseParts, service: Service): Promise<Vendor[]> {
  const { vendors, settings, selling } = parts
  const names = [await settings.get(`${service}_gateway`), await settings.get('util_service_vendor')]
  const able = async (some: readonly (Vendor | undefined)[]): Promise<Vendor[]> => {
    const sellers = some.filter((it) => it !== undefined).filter((it) => it.can.sells.includes(service))
    const may = await Promise.all(sellers.map((it) => selling.mayVend(it.name, service)))
    return sellers.filter((_, position) => may[position])
  }
  const named = await able([...new Set(names)].map((name) => vendors[name]))
  return named.length > 0 ? named : able(Object.values(vendors))
}

/** The networks of a service with what is sold of each now, and by whom. */
export async function networksNow(
  parts: ServiceParts,
  service: NetworkService,
): Promise<{ vendor: Vendor | undefined; networks: ListedNetwork[] }> {
  const [vendor] = await vendorsNow(parts, service)
  return { vendor, networks: await parts.catalogue.networks(service, vendor?.name) }
}

/** The network that a form names, and who sells it. @throws Refused INVALID, SERVICE_OFF */
export async function chosenNetwork(
  parts: ServiceParts,
  service: NetworkService,
  { field, typed }: { field: string; typed: string },
): Promise<{ vendor: Vendor; network: ListedNetwork }> {
  const { vendor, networks } = await networksNow(parts, service)
  if (!vendor) throw new Refused('SERVICE_OFF')
  const network = networkNamed(networks, typed)
  if (!network) throw new Refused('INVALID', { field, says: 'Please choose from the list.' })
  return { vendor, network }
}

/** The bouquet, plan or examination that a form names. @throws Refused INVALID when it is not sold, or no longer */
export function chosenVariation(
  network: ListedNetwork,
  { field, code }: { field: string; code: string },
): Variation {
  const variation = variationIn(network, code)
  if (variation) return variation
  throw new Refused('INVALID', {
    field,
    says: `${network.name} does not sell that now. Please choose again.`,
  })
}

/** The vendor of a new order, and what is ordered in its words; the order keeps it. @throws Refused SERVICE_OFF */
export async function chosenVendor(
  parts: PurchaseParts,
  ware: Ware,
): Promise<{ vendor: Vendor; goods: Goods }> {
  for (const vendor of await vendorsNow(parts, ware.service)) {
    const goods = await goodsFor(parts.db, vendor.name, ware)
    if (goods) return { vendor, goods }
  }
  throw new Refused('SERVICE_OFF')
}

/** For what is sold from a list: the vendor pinned at lookup still sells it, at that price. @throws Refused ORDER_CHANGED */
export async function refuseNewPrice(db: Database, order: Order): Promise<void> {
  const priceKobo = await priceKoboOf(db, order.vendor, order)
  if (priceKobo !== null && priceKobo * BigInt(order.quantity) === order.amount_kobo) return
  const says = `The price of ${order.variation_name ?? 'this'} has changed. No money was taken. Please start again.`
  throw new Refused('ORDER_CHANGED', { field: 'amount', says })
}
