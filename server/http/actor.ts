/** The signed-in person behind a call. */
export interface Actor {
  readonly userId: string
  readonly role: 'user' | 'manager'
  /** They have proved their e-mail. Wallet, cards, bonus and beneficiaries ask for it. */
  readonly verified: boolean
}
