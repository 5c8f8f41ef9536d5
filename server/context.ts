import type { Logger } from 'pino'
import type { Service } from '../shared/constants.ts'
import type { CommandHandlers } from './commands/control.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import type { AssertPin, Limits, Route, Webhook } from './http/index.ts'
import type { Metrics } from './operations/metrics/index.ts'
import type { Outage } from './purchase/index.ts'
import type { Settings } from './settings/index.ts'

/** Dependencies available to every feature. */
export interface AppContext {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly settings: Settings
  readonly limits: Limits
  /** Absent if the process exports no metrics. */
  readonly metrics?: Metrics
}

/** Routes, webhooks, commands and lifecycle hooks that the features provide. */
export interface Features {
  readonly routes: readonly Route[]
  readonly webhooks: readonly Webhook[]
  /** Verifies a user's PIN. @throws ApiError if it is wrong */
  readonly assertPin: AssertPin
  /** Services that are automatically unavailable, with the reason. */
  readonly outages?: () => Promise<ReadonlyMap<Service, Outage>>
  /** Additional commands that the command line can send to the running app. */
  readonly commandHandlers?: CommandHandlers
  /** Starts jobs and pollers. */
  start(): Promise<void>
  /** Fills an empty database of simulated mode with demo orders, in the background. */
  loadDemoData?(): void
  /** Closes streaming responses, which never end on their own, before the server stops listening. */
  closeStreams?(): Promise<void>
  /** Stops jobs and pollers after in-flight work has finished. */
  stop(): Promise<void>
}

export type ComposeApp = (context: AppContext) => Promise<Features>
