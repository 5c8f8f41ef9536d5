/** One promise or measurement of the trust strip. */
export interface TrustLine {
  readonly icon: 'charge' | 'arrival' | 'refund' | 'live'
  readonly text: string
}
