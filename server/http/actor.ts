import type { UserId } from '../../shared/ids.ts'
import type { ManagerScope } from '../../shared/scopes.ts'

/** The signed-in user of a request. */
export interface Actor {
  readonly userId: UserId
  readonly role: 'user' | 'manager'
  /** Scopes of a manager. */
  readonly scopes?: readonly ManagerScope[]
  /** A manager without a second factor; where it is mandatory, they can only set it up. */
  readonly lacksSecondFactor?: boolean
  /** The user's e-mail is verified. Wallet, cards, bonus and beneficiaries require it. */
  readonly emailVerified: boolean
}
