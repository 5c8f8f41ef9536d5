import type { Logger } from 'pino'
import type { Service } from '../shared/constants.ts'
import type { CommandHandlers } from './commands/control.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import type { Limits, Route, Webhook } from './http/index.ts'
import type { Stop } from './purchase/index.ts'
import type { Settings } from './settings/index.ts'

/** What the house offers to every feature. */
export interface Parts {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly settings: Settings
  readonly limits: Limits
}

/** What the features bring into the house. */
export interface Features {
  readonly routes: readonly Route[]
  readonly webhooks: readonly Webhook[]
  /** Services that stopped by themselves, and why. */
  readonly stopped?: () => Promise<ReadonlyMap<Service, Stop>>
  /** More words that the command line may say to the running app. */
  readonly commands?: CommandHandlers
  /** Starts jobs and sweepers. */
  start(): Promise<void>
  /** Ends answers that would never end by themselves, before the doors are closed. */
  hush?(): Promise<void>
  /** Stops them; work in flight is finished first. */
  stop(): Promise<void>
}

export type Assemble = (parts: Parts) => Promise<Features>
