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
        products.map(({ vtpass: _, variations: __, ...product }, position) => ({
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
        products.map(({ service, code, vtpass, variations }) => ({
          vendor: 'vtpass',
          service,
          code,
          vendor_code: vtpass,
          variations: JSON.stringify(variations),
        })),
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

const products = [
  ...discos.map((disco) => ({
    ...disco,
    service: 'power' as const,
    states: [...disco.states] as string[],
    meter_types: ['prepaid', 'postpaid'],
    variations: { prepaid: 'prepaid', postpaid: 'postpaid' },
  })),
  ...networks.map((network) => ({
    ...network,
    description: network.name,
    states: [],
    meter_types: [],
    variations: {},
  })),
]
