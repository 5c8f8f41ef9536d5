import type { Service } from '../../shared/constants.ts'
import type { Database } from './connection.ts'
import { discos, networks, states } from './reference-data.ts'

/** Writes the reference data that the code ships; what is there already is brought up to date. */
export async function seed(db: Database): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx
      .insertInto('states')
      .values(states.map(([code, name]) => ({ code, name })))
      .onConflict((it) => it.column('code').doUpdateSet((to) => ({ name: to.ref('excluded.name') })))
      .execute()
    await tx
      .insertInto('products')
      .values(
        products.map(({ vendors: _, ...product }, position) => ({
          ...product,
          position,
          as_of: '2026-11-01',
        })),
      )
      .onConflict((it) =>
        it.columns(['service', 'code']).doUpdateSet((to) => ({
          name: to.ref('excluded.name'),
          abbr: to.ref('excluded.abbr'),
          description: to.ref('excluded.description'),
          company: to.ref('excluded.company'),
          states: to.ref('excluded.states'),
          position: to.ref('excluded.position'),
          as_of: to.ref('excluded.as_of'),
        })),
      )
      .execute()
    await tx
      .insertInto('vendor_products')
      .values(
        products.flatMap(({ service, code, vendors }) =>
          Object.entries(vendors).map(([vendor, theirs]) => ({
            vendor,
            service,
            code,
            ...mapped(vendor, { service, code, theirs }),
          })),
        ),
      )
      .onConflict((it) =>
        it.columns(['vendor', 'service', 'code']).doUpdateSet((to) => ({
          vendor_code: to.ref('excluded.vendor_code'),
          variations: to.ref('excluded.variations'),
        })),
      )
      .execute()
  })
}

/** The kinds of meter in the words of the vendors that have one code for a company. */
const meterTypesAt: Readonly<Record<string, Record<string, string>>> = {
  vtpass: { prepaid: 'prepaid', postpaid: 'postpaid' },
  buypower: { prepaid: 'PREPAID', postpaid: 'POSTPAID' },
}

/** One code for a product, or a code for each kind of meter: then the product itself has none. */
function mapped(
  vendor: string,
  { service, code, theirs }: { service: Service; code: string; theirs: string | Record<string, string> },
) {
  if (typeof theirs !== 'string') return { vendor_code: code, variations: JSON.stringify(theirs) }
  const variations = service === 'power' ? (meterTypesAt[vendor] ?? {}) : {}
  return { vendor_code: theirs, variations: JSON.stringify(variations) }
}

const products = [
  ...discos.map((disco) => ({
    ...disco,
    service: 'power' as const,
    states: [...disco.states] as string[],
    meter_types: ['prepaid', 'postpaid'],
  })),
  ...networks.map((network) => ({
    ...network,
    description: network.name,
    states: [],
    meter_types: [],
  })),
]
