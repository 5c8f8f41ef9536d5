import type { Router } from 'express'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Settings } from './settings.ts'

/** One movement that really happened at a counterparty. `amountKobo` is whole kobo. */
export interface Movement {
  party: string
  /** The gateway's payment reference, or the vendor's transaction. */
  reference: string
  orderReference: string | null
  requestId?: string
  amountKobo: number
  currency: string
  /** Whom it served: meter, smartcard, phone. */
  to?: string
  /** ISO. */
  at: string
}

export interface Truth {
  captures: Movement[]
  refunds: Movement[]
  deliveries: Movement[]
}

/** A mail or an SMS that arrived. */
export interface Message {
  to: string
  subject?: string
  text: string
  html?: string
  attachments: { name: string; bytes: number }[]
  /** ISO. */
  at: string
}

/** What stands under every party. */
export interface Ground {
  readonly journal: Journal
  readonly faults: Faults
  readonly settings: Settings
  /** Our own origin, known once we listen. */
  readonly url: () => string
  /** A pause of theirs, shortened by the speed we run at. */
  readonly paced: (ms: number) => number
  /** Runs work after real milliseconds, unless we are closed or reset before. */
  readonly later: (ms: number, work: () => void) => void
}

/** What a person at a hosted checkout does. */
export interface CheckoutVisit {
  reference?: string | undefined
  accessCode?: string | undefined
  decline: boolean
  /** Leaves without a try. */
  cancel?: boolean | undefined
  card?: string | undefined
}

export type CheckoutEnd =
  | { is: 'done'; status: 'success' | 'failed'; callbackUrl: string | null }
  | { is: 'refused'; says: string }

/** What a payer's bank does about a payment. It takes `amountKobo` for the payer, and all that is left of it when none is named. */
export interface DisputeWish {
  reference: string
  /** For whom it decides; without it the payment is only contested. */
  decides?: 'payer' | 'merchant' | undefined
  amountKobo?: number | undefined
}

/**
 * One counterparty: its routes, its state, its truth. A new one is a folder of its own and a line in
 * `parties.ts`. State changes only by events, written to the journal and applied alike at replay.
 */
export interface Party {
  readonly name: string
  /** Its API, mounted at `/{name}`. */
  readonly api?: Router
  /** Its hosted checkout, mounted at `/simulators/checkout/{name}`. */
  readonly checkout?: Router
  /** Applies one event of its own from the journal. */
  replay(event: unknown): void
  /** Picks up what a stop left open: webhooks owed, say. */
  resume?(): void
  reset(): void
  truth?(): Truth
  mail?(): readonly Message[]
  sms?(): readonly Message[]
  /** Does what the checkout's buttons do; null when the payment is not theirs. */
  visit?(visit: CheckoutVisit): CheckoutEnd | null
  /** Somebody transfers kobo to a reserved account; answers their reference, null when the account is not theirs. */
  transfer?(to: { accountNumber: string; amountKobo: number }): string | null
  /** A payer's bank contests a payment, and may decide; answers its id, null when they hold no such payment. */
  dispute?(about: DisputeWish): string | null
  /** Listens beside HTTP; answers the port. */
  listen?(port: number, host: string): Promise<number>
  close?(): Promise<void>
}
