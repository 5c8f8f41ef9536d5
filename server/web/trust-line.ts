/** One promise or measurement of the trust strip. */
export interface TrustLine {
  readonly icon: 'charge' | 'delivery' | 'refund' | 'live'
  readonly text: string
  /** A few words for the top of a phone's screen; null when the line is not repeated there. */
  readonly brief: string | null
}
