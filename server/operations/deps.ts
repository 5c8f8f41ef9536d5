import type { Actor, Limits } from '../http/index.ts'
import type { OrderProcessor, PurchaseDeps } from '../purchase/index.ts'

/** Dependencies of the operations module; the composition root wires them. */
export interface OperationsDeps extends PurchaseDeps {
  readonly orderProcessor: OrderProcessor
  readonly limits: Limits
  readonly availability: PurchaseDeps['availability'] & { clearCache(): void }
  /** E-mail address for alerts; null for none. */
  readonly alertTo: string | null
  readonly brandName: string
  /** Origin of our pages. */
  readonly appUrl: string
  /**
   * Checks the manager's PIN in the request that needs it.
   * @throws ApiError PIN_WRONG and the other PIN errors
   */
  readonly assertPin: (actor: Actor, pin: string) => Promise<void>
}
