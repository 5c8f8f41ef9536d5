/** The signed-in user of a request. */
export interface Actor {
  readonly userId: string
  readonly role: 'user' | 'manager'
  /** The user's e-mail is verified. Wallet, cards, bonus and beneficiaries require it. */
  readonly verified: boolean
}
