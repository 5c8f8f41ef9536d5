import type { MeterTypeCode, Service } from '../../shared/constants.ts'
import type { VendRequestId } from '../../shared/ids.ts'
import type { tokenKinds } from '../../shared/power.ts'
import { type VendorName, vendors } from '../../shared/providers.ts'
import type { FailureReason, UnknownReason } from '../../shared/vending.ts'

export type { FailureReason, UnknownReason, VendorName }

/** A product to purchase, in the vendor's codes (from the catalogue). */
export interface VendorProduct {
  readonly service: Service
  /** The vendor's product: VTpass `serviceID`, BuyPower `disco`, iRecharge network. */
  readonly productCode: string
  /** Variation code: meter type, bouquet or plan; for iRecharge, the disco for one meter type. Null when absent. */
  readonly variationCode: string | null
  /** Electricity only, our own value: a prepaid meter requires a token, independent of the vendor's name for it. */
  readonly meterType?: MeterTypeCode
  /** List price of one unit, in kobo; absent when the customer chooses the amount. */
  readonly priceKobo?: bigint
  /** Meter number, smartcard number, profile id, or phone number in E.164. */
  readonly beneficiary: string
  /** Number of items; defaults to 1. */
  readonly quantity?: number
}

/** A priced variation of a product, under the vendor's code: a TV bouquet, a data plan, an examination. */
export interface PriceListEntry {
  readonly vendorCode: string
  readonly name: string
  readonly priceKobo: bigint
}
export type PriceListResult =
  | { type: 'listed'; entries: readonly PriceListEntry[] }
  | { type: 'unavailable'; reason: string }

/** Minimum and maximum amount of a product, in kobo; null when the vendor states none. */
export interface AmountLimits {
  readonly minKobo: bigint | null
  readonly maxKobo: bigint | null
}

export type LookupResult =
  | {
      type: 'found'
      customerName: string
      address: string | null
      minKobo: bigint | null
      maxKobo: bigint | null
      arrearsKobo: bigint | null
      tariff: string | null
      /** Naira per kWh as decimal text; null when the vendor does not return it. */
      nairaPerKwh: string | null
      canVend: boolean
      /** Opaque vendor value, such as an access token; sent with the vend. */
      vendorToken: string | null
      /** The vendor's customer number, when the response includes it. */
      customerNumber?: string
    }
  | { type: 'not_found' }
  | { type: 'unavailable'; reason: string }

export interface VendRequest {
  /** Our request id in the vendor's format, committed before the call. */
  readonly requestId: VendRequestId
  readonly product: VendorProduct
  readonly amountKobo: bigint
  /** E.164. */
  readonly phone: string
  readonly email: string | null
  readonly vendorToken: string | null
}

export interface Delivery {
  readonly tokens: readonly { kind: (typeof tokenKinds)[number]; digits: string; units: string | null }[]
  readonly units: string | null
  readonly tariff: string | null
  readonly tariffClass: string | null
  readonly vatKobo: bigint | null
  readonly arrearsKobo: bigint | null
  readonly customerName: string | null
  readonly customerAddress: string | null
  readonly receiptNumber: string | null
  /** Exam PINs and vouchers; absent for services without them. */
  readonly pins?: readonly { serial: string | null; pin: string }[]
}

/**
 * The result of a vend or a requery. `failed` requires a documented code that proves that nothing was delivered
 * and nothing charged; every response that is not understood is `unknown`.
 */
export type Outcome =
  | {
      type: 'delivered'
      vendorReference: string | null
      /** The delivery that the vendor reports, compared with the order. Null when not reported. */
      reported: { beneficiary: string | null; amountKobo: bigint | null }
      /** Amount deducted from our float, in kobo. */
      costKobo: bigint
      delivery: Delivery
    }
  | { type: 'failed'; reason: FailureReason; code: string }
  | {
      type: 'unknown'
      reason: UnknownReason
      code: string | null
      requeryAfterSeconds?: number
      /** The token for later requeries, when this response is the first to return it. */
      vendorToken?: string
    }

/** Parses the webhooks of one vendor. */
export interface VendorWebhook {
  /** The request id in a webhook; null when the event is not about a purchase. */
  requestIdIn(raw: Buffer): string | null
  /** The JSON body that the vendor accepts as an acknowledgement. */
  readonly acknowledgement: string
}

/** The adapter of each vendor; null for a vendor without keys. */
export type Vendors = Readonly<Record<VendorName, Vendor | null>>

/** The vendors with keys, in the order of the specifications. */
export const configuredVendors = (all: Vendors): Vendor[] =>
  vendors.map((name) => all[name]).filter((vendor) => vendor !== null)

/** Adapter for one vendor. Every call has a total timeout and does not throw on an invalid response. */
export interface Vendor {
  readonly name: VendorName
  readonly capabilities: {
    readonly services: readonly Service[]
    readonly requiresLookup: readonly Service[]
    /** Whether a response can prove that a purchase failed. If not, an empty float would block an order for a day. */
    readonly provesFailure: boolean
    /** Whether a purchase can be requeried by our request id only, without a token from its lookup. */
    readonly requeryById: boolean
  }
  /** Requery delays in seconds, after the vend and then after each unknown outcome; the last one repeats. */
  readonly requerySeconds: readonly number[]
  /** Seconds within which the vendor treats two purchases for one beneficiary as duplicates. */
  readonly duplicateWindowSeconds: number
  /**
   * Builds a request id in the vendor's format, deterministic for one day and one alphanumeric seed.
   * @param date a time on the Lagos day of the vend
   */
  requestId(date: Date, seed: string): string
  /** Whether a request id that the vendor never received can be sent again at `date`. */
  canResend(requestId: VendRequestId, date: Date): boolean
  /** Current price list of a product, in the vendor's order; variations without a price are omitted. */
  list(product: Pick<VendorProduct, 'service' | 'productCode'>): Promise<PriceListResult>
  /** Amount limits by product code, for services with a customer-chosen amount; null when unavailable. */
  amountLimits(service: Service): Promise<ReadonlyMap<string, AmountLimits> | null>
  lookUp(product: VendorProduct): Promise<LookupResult>
  vend(request: VendRequest): Promise<Outcome>
  /** Queries the status of a vend; never repeats the purchase. */
  requery(request: VendRequest): Promise<Outcome>
  /** Our float at the vendor, in kobo; null when the call failed. */
  balance(): Promise<bigint | null>
  /** Absent when the vendor sends no webhooks. */
  readonly webhook?: VendorWebhook
}
