import type { AssertPin } from '../http/index.ts'
import type { ServiceDeps } from '../purchase/index.ts'

export interface ScheduleDeps extends ServiceDeps {
  readonly assertPin: AssertPin
}
