import type { ReportReader } from '../database/index.ts'
import type { Limits } from '../http/index.ts'
import type { OrderProcessor, ServiceDeps } from '../purchase/index.ts'

/** Dependencies of the back office. */
export interface ManagementDeps extends ServiceDeps {
  readonly orderProcessor: OrderProcessor
  readonly limits: Limits
  /** For lists and reports, which may be a few seconds old. */
  readonly reports: ReportReader
}
