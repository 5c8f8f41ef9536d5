import type { Generated } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { CustomerLookupId } from '../../shared/ids.ts'
import type { Json } from './tables.ts'

/** Companies and products, with the codes and prices of each vendor, and lookups at the vendors. */
export interface CatalogueTables {
  states: { code: string; name: string }
  products: {
    service: Service
    code: string
    name: string
    abbr: string
    description: string
    company: string
    states: string[]
    meter_types: string[]
    position: number
    as_of: Date | string
  }
  vendor_products: {
    vendor: string
    service: Service
    code: string
    vendor_code: string
    variations: Json<Record<string, string>>
    listed_at: Date | null
    min_kobo: bigint | null
    max_kobo: bigint | null
  }
  variations: {
    vendor: string
    service: Service
    code: string
    variation: string
    vendor_code: string
    name: string
    price_kobo: bigint
    position: number
    on_sale: Generated<boolean>
  }
  customer_lookups: {
    id: Generated<CustomerLookupId>
    vendor: string
    service: Service
    code: string
    variation: string
    beneficiary: string
    result: Json<VendorCustomer>
    verified_at: Generated<Date>
    expires_at: Date
  }
}

/** A vendor's customer lookup of a meter, smartcard or profile. Money as decimal text of kobo. */
export interface VendorCustomer {
  /** '' if the vendor does not return it. */
  name: string
  /** The customer's number at the company, if it differs from the number looked up. */
  number?: string | null
  address: string | null
  minKobo: string | null
  maxKobo: string | null
  arrearsKobo: string | null
  tariff: string | null
  nairaPerKwh: string | null
  canVend: boolean
  handle: string | null
}
