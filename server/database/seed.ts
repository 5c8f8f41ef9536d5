import type { Service, VendorName } from '../../shared/constants.ts'
import { vendorDescriptors } from '../config-providers.ts'
import type { Database } from './connection.ts'
import { discos, networks, states } from './reference-data.ts'

/** Writes the reference data of this version; existing rows are updated. */
export async function seed(db: Database): Promise<void> {
  await db.inTransaction(async (tx) => {
    await tx
      .insertInto('states')
      .values(states.map(([code, name]) => ({ code, name })))
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
      )
      .execute()
    await tx
      .insertInto('products')
      .values(
        products.map(({ vendors: _, ...product }, position) => ({
          ...product,
          position,
          // Date of the reference data.
          as_of: '2026-11-01',
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['service', 'code']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          abbr: eb.ref('excluded.abbr'),
          description: eb.ref('excluded.description'),
          company: eb.ref('excluded.company'),
          states: eb.ref('excluded.states'),
          position: eb.ref('excluded.position'),
          as_of: eb.ref('excluded.as_of'),
        })),
      )
      .execute()
    await tx
      .insertInto('vendor_products')
      .values(
        products.flatMap(({ service, code, vendors }) =>
          Object.entries(vendors).map(([vendor, vendorCodes]) => ({
            vendor,
            service,
            code,
            ...vendorMapping(vendor as VendorName, { service, code, vendorCodes }),
          })),
        ),
      )
      .onConflict((conflict) =>
        conflict.columns(['vendor', 'service', 'code']).doUpdateSet((eb) => ({
          vendor_code: eb.ref('excluded.vendor_code'),
          variations: eb.ref('excluded.variations'),
        })),
      )
      .execute()
  })
}

/**
 * A vendor's codes for a product: one code, or one for each meter type. In the second case they are the `variations`,
 * and `vendor_code`, which the vendor does not use, is our own code.
 */
function vendorMapping(
  vendor: VendorName,
  {
    service,
    code,
    vendorCodes,
  }: { service: Service; code: string; vendorCodes: string | Record<string, string> },
) {
  if (typeof vendorCodes !== 'string') return { vendor_code: code, variations: JSON.stringify(vendorCodes) }
  const variations = service === 'power' ? (vendorDescriptors[vendor].meterTypes ?? {}) : {}
  return { vendor_code: vendorCodes, variations: JSON.stringify(variations) }
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
