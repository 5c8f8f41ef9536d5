/** Why nothing was delivered and nothing charged, as a vendor's documented code proves. */
export type FailureReason =
  | 'rejected'
  | 'reversed'
  | 'float_empty'
  | 'product_down'
  | 'duplicate'
  /** The vendor rejected our request, not the customer's. */
  | 'our_fault'

/** Only the vendor's support can confirm whether it delivered: manual review. The value is stored. */
export const vendorSupportOnly = 'for_a_person'
/** The vendor has the purchase and leaves it to its support: manual review. A requery tells nothing more. */
export const vendorReview = 'vendor_review'

/** Why it is not known whether a vendor delivered. */
export type UnknownReason =
  /** No complete response: it took too long, or the connection closed. A stored value. */
  | 'timeout'
  | 'processing'
  | 'unreadable'
  /** The vendor's documentation does not list the code. */
  | 'unlisted'
  | 'no_token'
  | 'never_received'
  | typeof vendorSupportOnly
  | typeof vendorReview
  /** The vendor rejected our requery, our keys for example: manual review. */
  | 'requery_rejected'
  /** Reported as delivered, but different from the order. */
  | 'mismatch'
  /** The vendor is no longer configured or no longer sells this service, so it cannot be queried. */
  | 'no_vendor'

/** Why a circuit breaker opened: the vendor does not respond, or it responds with failures. */
export type FailureKind = 'no_response' | 'failing'

/** Stored value of each failure kind, in `circuit_breakers.reason` and the audit log. */
export const storedFailureKinds = Object.freeze({
  no_response: 'silent',
  failing: 'failing',
} as const satisfies Record<FailureKind, string>)
