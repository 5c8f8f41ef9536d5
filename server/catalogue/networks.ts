import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Network } from '../../shared/service-contract.ts'
import { type Database, referenceNetworks } from '../database/index.ts'
import type { VendorName } from '../vending/index.ts'
import { withCleanNames } from './product-name.ts'

/** Every service except electricity, whose companies are in discos.ts. */
export type NetworkService = Exclude<Service, 'power'>

/** A bouquet, data plan or exam PIN as one vendor sells it now. */
export interface Variation {
  /** Our code. */
  readonly code: string
  readonly name: string
  readonly priceKobo: bigint
}

/** `vendorName`: the vendor's own name of the variation, which a bulk file may contain. */
type ListedVariation = Variation & { readonly vendorName: string }

/** A network or exam body, its variations, and when the vendor last listed them. */
export interface ListedNetwork extends Network {
  readonly variations: readonly ListedVariation[]
  readonly asOf: Date | null
}

const networksByCode = new Map<string, Network>(
  referenceNetworks.map(({ service, code, name }) => [`${service} ${code}`, networkFrom({ code, name })]),
)

/** A seeded network by our code. It is also found if no vendor lists it any more, because old orders need it. */
export function networkOf(service: NetworkService, code: string): Network {
  return networksByCode.get(`${service} ${code}`) ?? networkFrom({ code, name: code })
}

/** A seeded network's name; the code of an unknown one. */
export const nameOfNetwork = (service: Service, code: string): string =>
  networksByCode.get(`${service} ${code}`)?.name ?? code

function networkFrom({ code, name }: { code: string; name: string }): Network {
  return { id: code, code, name, logo: `/logos/${code}.svg` }
}

/** SQL condition on a vendor's product: its list was never fetched, or is older than `seconds`. */
export const isOlderThan = (seconds: number) =>
  sql<boolean>`(listed_at is null or listed_at <= app_now() - make_interval(secs => ${seconds}))`

/**
 * The networks of a service that one vendor sells, in display order, with its variations of each.
 * `isStale`: one of the lists is older than `freshSeconds`.
 */
export async function listNetworks(
  db: Database,
  service: NetworkService,
  vendor: VendorName | undefined,
  freshSeconds: number,
): Promise<{ networks: ListedNetwork[]; isStale: boolean }> {
  const products = await db.q
    .selectFrom('products')
    .innerJoin('vendor_products', (join) =>
      join
        .onRef('vendor_products.service', '=', 'products.service')
        .onRef('vendor_products.code', '=', 'products.code')
        .on('vendor_products.vendor', '=', vendor ?? ''),
    )
    .select(['products.code', 'products.name', 'listed_at', isOlderThan(freshSeconds).as('is_stale')])
    .where('products.service', '=', service)
    .orderBy('products.position')
    .execute()
  const variations = await variationsOf(db, service, vendor)
  const networks = products.map(({ code, name, listed_at }) => ({
    ...networkFrom({ code, name }),
    variations: withCleanNames(
      variations.filter((row) => row.product === code),
      name,
    ),
    asOf: listed_at,
  }))
  return { networks, isStale: products.some((row) => row.is_stale) }
}

async function variationsOf(db: Database, service: NetworkService, vendor: VendorName | undefined) {
  const rows = await db.q
    .selectFrom('variations')
    .select(['code', 'variation', 'name', 'price_kobo'])
    .where('vendor', '=', vendor ?? '')
    .where('service', '=', service)
    .where('on_sale', '=', true)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    product: row.code,
    code: row.variation,
    name: row.name,
    priceKobo: row.price_kobo,
  }))
}

/** A network by its name or code, in any case. */
export function findNetwork<N extends Network>(networks: readonly N[], input: string): N | undefined {
  const normalisedText = input.trim().toLowerCase()
  return networks.find(
    (network) => network.code === normalisedText || network.name.toLowerCase() === normalisedText,
  )
}

/** A variation on sale by our code; undefined when it is not, or no longer, on sale. */
export const variationIn = (network: ListedNetwork, code: string): Variation | undefined =>
  network.variations.find((variation) => variation.code === code)

/** A variation as an API list entry, naira. */
export const entryOf = ({ code, name, priceKobo }: Variation) => ({
  id: code,
  code,
  name,
  price: nairaOf(priceKobo),
})

/** A vendor's minimum and maximum amount for a product, kobo; null where it has none. */
export async function amountLimitsOf(db: Database, vendor: VendorName, service: Service, code: string) {
  const row = await db.q
    .selectFrom('vendor_products')
    .select(['min_kobo as minKobo', 'max_kobo as maxKobo'])
    .where('vendor', '=', vendor)
    .where('service', '=', service)
    .where('code', '=', code)
    .executeTakeFirst()
  return row ?? { minKobo: null, maxKobo: null }
}

/** A vendor's current unit price of a variation on sale, kobo; null when it does not sell it. */
export async function priceKoboOf(
  db: Database,
  vendor: string,
  selection: { service: Service; code: string; variation: string },
): Promise<bigint | null> {
  const row = await db.q
    .selectFrom('variations')
    .select('price_kobo')
    .where('vendor', '=', vendor)
    .where('service', '=', selection.service)
    .where('code', '=', selection.code)
    .where('variation', '=', selection.variation)
    .where('on_sale', '=', true)
    .executeTakeFirst()
  return row?.price_kobo ?? null
}
