import type { Database } from './connection.ts'
import { discos, states } from './reference-data.ts'

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
        discos.map((disco, position) => ({
          service: 'power' as const,
          code: disco.code,
          name: disco.name,
          abbr: disco.abbr,
          description: disco.description,
          company: disco.company,
          states: [...disco.states],
          meter_types: ['prepaid', 'postpaid'],
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
        discos.map((disco) => ({
          vendor: 'vtpass',
          service: 'power' as const,
          code: disco.code,
          vendor_code: disco.vtpass,
          variations: JSON.stringify({ prepaid: 'prepaid', postpaid: 'postpaid' }),
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
