/** The part of a service that every page and the API share. Its endpoints are in `shared/<service>.ts`. */
export interface ServiceContract {
  /** Display name. */
  readonly name: string
  /** Name in page URLs. */
  readonly slug: string
  /** The `payment_for` value of its payments. */
  readonly paymentFor: string
  /** Query parameter with the access token on its success page; default `order`. */
  readonly tokenParam?: string
  /** Name in the back office's endpoint for order details; default the id. */
  readonly detailsName?: string
}
