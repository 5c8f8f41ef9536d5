import type { MeterType, Service, VendorName } from '../../shared/constants.ts'
import type { tokenKinds } from '../../shared/power.ts'

export type { VendorName }

/** What is bought, in the vendor's own codes (from the catalogue). */
export interface Goods {
  readonly service: Service
  /** The vendor's product: VTpass `serviceID`, BuyPower `disco`, iRecharge network. */
  readonly productCode: string
  /** The vendor's variation: a meter type, a bouquet, a plan; an iRecharge company of one meter type. Null where there is none. */
  readonly variationCode: string | null
  /** Of electricity alone, in our words: a prepaid meter is due a token, whatever the vendor calls it. */
  readonly meterType?: MeterType
  /** What the vendor lists one piece for, kobo; absent where the customer chooses the amount. */
  readonly priceKobo?: bigint
  /** Meter, smartcard, profile id; a phone in E.164. */
  readonly beneficiary: string
  /** Pieces of it; one where absent. */
  readonly quantity?: number
}

/** What a vendor sells of a product, under its own code: a bouquet, a plan, an examination. */
export interface Offer {
  readonly vendorCode: string
  readonly name: string
  readonly priceKobo: bigint
}
export type Listing = { is: 'listed'; offers: readonly Offer[] } | { is: 'unavailable'; because: string }

/** The least and the most that a product takes, kobo; null where the vendor names none. */
export interface Bounds {
  readonly minKobo: bigint | null
  readonly maxKobo: bigint | null
}

export type LookupResult =
  | {
      is: 'found'
      customerName: string
      address: string | null
      minKobo: bigint | null
      maxKobo: bigint | null
      arrearsKobo: bigint | null
      tariff: string | null
      /** Naira a kWh, decimal text, where the vendor says it. */
      nairaPerKwh: string | null
      canVend: boolean
      /** Opaque, the vendor's own (an access token, say); goes back with the vend. */
      handle: string | null
      /** The customer's own number there, where they say it. */
      customerNumber?: string
    }
  | { is: 'not_found' }
  | { is: 'unavailable'; because: string }

export interface VendRequest {
  /** Ours, in the vendor's format, committed before the call. */
  readonly requestId: string
  readonly goods: Goods
  readonly amountKobo: bigint
  /** E.164. */
  readonly phone: string
  readonly email: string | null
  readonly handle: string | null
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
  /** Exam PINs and vouchers; absent where the service has none. */
  readonly pins?: readonly { serial: string | null; pin: string }[]
}

/**
 * The only three things that leave an adapter after a vend or a requery. `failed` needs a listed code
 * that proves nothing was given and nothing charged; whatever is not understood is `unknown`.
 */
export type Outcome =
  | {
      is: 'delivered'
      vendorReference: string | null
      /** What the vendor says it delivered, to be compared with the order. Null where it does not say. */
      said: { beneficiary: string | null; amountKobo: bigint | null }
      /** What the vendor took from our float, kobo. */
      costKobo: bigint
      delivery: Delivery
    }
  | { is: 'failed'; because: FailedBecause; code: string }
  | {
      is: 'unknown'
      because: UnknownBecause
      code: string | null
      askAgainSeconds?: number
      /** What it must be asked about by from now on, where the answer first said so. */
      handle?: string
    }

export type FailedBecause =
  | 'rejected'
  | 'reversed'
  | 'float_empty'
  | 'product_down'
  | 'duplicate'
  | 'our_fault'
export type UnknownBecause =
  | 'timeout'
  | 'processing'
  | 'unreadable'
  | 'unlisted'
  | 'no_token'
  | 'never_received'
  | 'for_a_person'
  /** Delivered, they say, but not what was ordered. */
  | 'mismatch'
  /** It has no keys here any more, or does not sell this any more: nobody can be asked. */
  | 'no_vendor'

/** What a vendor posts to us, as far as it is of use. */
export interface VendorWebhook {
  /** The request id that a message speaks of; null when it speaks of no purchase. */
  requestIdIn(raw: Buffer): string | null
  /** The JSON answer that they take for an acknowledgement. */
  readonly thanks: string
}

/** One vendor, by its own public protocol. Every call has a total deadline and throws nothing for a bad answer. */
export interface Vendor {
  readonly name: VendorName
  readonly can: {
    readonly sells: readonly Service[]
    readonly mustLookUp: readonly Service[]
    /** Whether an answer of theirs may prove that a purchase failed. Where none does, an empty float would tie an order up for a day. */
    readonly proveFailure: boolean
  }
  /** Seconds after sending, and then after each unknown answer, at which to ask again; the last repeats. */
  readonly requerySeconds: readonly number[]
  /** Seconds within which two purchases for one beneficiary count as duplicates there. */
  readonly duplicateWindowSeconds: number
  /** Mints a request id in their format. `suffix` is unique, alphanumeric. `at` is the dispatch time. */
  requestId(at: Date, suffix: string): string
  /** May one request id be sent a second time at `at`, when they say they never received it? */
  mayResend(requestId: string, at: Date): boolean
  /** What they sell of a product now, in their order; what has no price of its own is left out. */
  list(of: Pick<Goods, 'service' | 'productCode'>): Promise<Listing>
  /** Bounds by their product codes, for a service whose amount the customer chooses; null when they cannot say. */
  bounds(service: Service): Promise<ReadonlyMap<string, Bounds> | null>
  lookUp(goods: Goods): Promise<LookupResult>
  vend(request: VendRequest): Promise<Outcome>
  /** Asks about a vend that was sent; it never tries again. */
  requery(of: VendRequest): Promise<Outcome>
  /** Our float there, kobo; null when it could not be asked. */
  balance(): Promise<bigint | null>
  /** Absent where they send none. */
  readonly webhook?: VendorWebhook
}
