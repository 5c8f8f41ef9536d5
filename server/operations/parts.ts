import type { Actor, Limits } from '../http/index.ts'
import type { Engine, PurchaseParts } from '../purchase/index.ts'

/** What the room is made of; `features` joins it. */
export interface OperationsParts extends PurchaseParts {
  readonly engine: Engine
  readonly limits: Limits
  readonly selling: PurchaseParts['selling'] & { forget(): void }
  /** Address for alarms, or null. */
  readonly alertTo: string | null
  readonly brandName: string
  /** Origin of our pages. */
  readonly appUrl: string
  /** Asks a manager for the PIN, on the call that needs it. @throws Refused PIN_WRONG and its kin */
  readonly assertPin: (actor: Actor, pin: string) => Promise<void>
}
