import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { Limits } from '../http/index.ts'

/** What the accounts room is made of. */
export interface AccountParts {
  readonly db: Database
  readonly log: Logger
  readonly limits: Limits
  /** Origin of our pages. */
  readonly appUrl: string
  readonly brandName: string
  /** Keys the digests of mailed codes, which are too short to be hashed alone. */
  readonly secret: string
  /** False when no mail can be sent at all. */
  readonly sendsMail: boolean
  /** Runs work that nobody waits for. */
  readonly background: (what: string, work: () => Promise<unknown>) => void
  /** A message was committed to the outbox. */
  readonly wakeOutbox: () => void
}
