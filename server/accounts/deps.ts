import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Limits } from '../http/index.ts'
import type { Secrets } from '../secrets/index.ts'

/** Dependencies of the accounts module. */
export interface AccountDeps {
  readonly db: Database
  readonly log: Logger
  readonly limits: Limits
  /** Origin of our pages. */
  readonly appUrl: string
  readonly brandName: string
  /** Part of the key of the HMACs of mailed codes, which are too short for a plain hash. */
  readonly sessionSecret: string
  /** Encrypts the keys of authenticator apps. */
  readonly secrets: Secrets
  /** False when no mail provider is configured. */
  readonly sendsMail: boolean
  /** Runs a task in the background. */
  readonly runInBackground: (name: string, task: () => Promise<unknown>) => void
  /** Triggers the outbox after a message was committed to it. */
  readonly triggerOutbox: () => void
}
