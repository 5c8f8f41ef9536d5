import type { ServiceDeps } from '../purchase/index.ts'
import type { Secrets } from '../secrets/index.ts'

export interface PaymentRequestDeps extends ServiceDeps {
  readonly secrets: Secrets
}
