import type { Limits } from '../http/index.ts'
import type { Engine, ServiceParts } from '../purchase/index.ts'

/** What the back office is made of. */
export interface ManagementParts extends ServiceParts {
  readonly engine: Engine
  readonly limits: Limits
  readonly helpUrl: string
}
