import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { Network } from '../../shared/journeys.ts'
import { nairaOf } from '../../shared/money.ts'
import { type Database, referenceNetworks } from '../database/index.ts'
import type { VendorName } from '../vending/index.ts'

/** Every service but electricity, whose companies are in discos.ts. */
export type NetworkService = Exclude<Service, 'power'>

/** A bouquet, plan or examination as one vendor sells it now. */
export interface Variation {
  /** Ours. */
  readonly code: string
  readonly name: string
  readonly priceKobo: bigint
}

/** A network or examination, what is sold of it, and when the vendor last stated that. */
export interface ListedNetwork extends Network {
  readonly variations: readonly Variation[]
  readonly asOf: Date | null
}

const known = new Map<string, Network>(
  referenceNetworks.map(({ service, code, name }) => [`${service} ${code}`, networkFrom({ code, name })]),
)

/** A network by our code, as seeded: an order's product, whatever is listed today. */
export function networkOf(service: NetworkService, code: string): Network {
  return known.get(`${service} ${code}`) ?? networkFrom({ code, name: code })
}

/** Its name, or the code where it has none here. */
export const nameOfNetwork = (service: Service, code: string): string =>
  known.get(`${service} ${code}`)?.name ?? code

function networkFrom({ code, name }: { code: string; name: string }): Network {
  return { id: code, code, name, logo: `/logos/${code}.svg` }
}

/** Of a vendor's product: its list was never had, or is older than so many seconds. */
export const isOlderThan = (seconds: number) =>
  sql<boolean>`(listed_at is null or listed_at <= business_now() - make_interval(secs => ${seconds}))`

/**
 * The networks of a service that one vendor sells, in the order to show them, and what it sells of each.
 * `isOld`: one of the lists is older than `freshSeconds`.
 */
export async function listNetworks(
  db: Database,
  service: NetworkService,
  vendor: VendorName | undefined,
  freshSeconds: number,
): Promise<{ networks: ListedNetwork[]; isOld: boolean }> {
  const products = await db.q
    .selectFrom('products')
    .innerJoin('vendor_products', (on) =>
      on
        .onRef('vendor_products.service', '=', 'products.service')
        .onRef('vendor_products.code', '=', 'products.code')
        .on('vendor_products.vendor', '=', vendor ?? ''),
    )
    .select(['products.code', 'products.name', 'listed_at', isOlderThan(freshSeconds).as('is_old')])
    .where('products.service', '=', service)
    .orderBy('products.position')
    .execute()
  const variations = await variationsOf(db, service, vendor)
  const networks = products.map(({ code, name, listed_at }) => ({
    ...networkFrom({ code, name }),
    variations: variations.filter((it) => it.product === code),
    asOf: listed_at,
  }))
  return { networks, isOld: products.some((it) => it.is_old) }
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

/** The network that somebody chose, by its name, id or code, in any case. */
export function networkNamed<N extends Network>(networks: readonly N[], typed: string): N | undefined {
  const wanted = typed.trim().toLowerCase()
  return networks.find((it) => it.code === wanted || it.name.toLowerCase() === wanted)
}

/** One variation on sale by our code; undefined when it is not, or no longer. */
export const variationIn = (network: ListedNetwork, code: string): Variation | undefined =>
  network.variations.find((it) => it.code === code)

/** A variation as list entries carry it, naira. */
export const entryOf = ({ code, name, priceKobo }: Variation) => ({
  id: code,
  code,
  name,
  price: nairaOf(priceKobo),
})

/** What one vendor takes of a product at least and at most, kobo; null where it names none. */
export async function boundsOf(db: Database, vendor: VendorName, service: Service, code: string) {
  const row = await db.q
    .selectFrom('vendor_products')
    .select(['min_kobo as minKobo', 'max_kobo as maxKobo'])
    .where('vendor', '=', vendor)
    .where('service', '=', service)
    .where('code', '=', code)
    .executeTakeFirst()
  return row ?? { minKobo: null, maxKobo: null }
}

/** What one vendor asks for one piece of a listed variation now, kobo; null when it does not sell it. */
export async function priceKoboOf(
  db: Database,
  vendor: string,
  it: { service: Service; code: string; variation: string },
): Promise<bigint | null> {
  const row = await db.q
    .selectFrom('variations')
    .select('price_kobo')
    .where('vendor', '=', vendor)
    .where('service', '=', it.service)
    .where('code', '=', it.code)
    .where('variation', '=', it.variation)
    .where('on_sale', '=', true)
    .executeTakeFirst()
  return row?.price_kobo ?? null
}
