import type { Router } from 'express'
import type { Faults } from './faults.ts'
import type { History } from './history.ts'
import type { Journal } from './journal.ts'
import type { Settings } from './settings.ts'

/** A transaction at a simulated provider. `amountKobo` is in whole kobo. */
export interface TransactionRecord {
  party: string
  /** The gateway's payment reference, or the vendor's transaction. */
  reference: string
  orderReference: string | null
  requestId?: string
  amountKobo: number
  currency: string
  /** The beneficiary: meter, smartcard or phone. */
  to?: string
  /** ISO. */
  at: string
}

export interface ProviderRecords {
  captures: TransactionRecord[]
  refunds: TransactionRecord[]
  deliveries: TransactionRecord[]
}

/** A received mail or SMS. */
export interface Message {
  to: string
  subject?: string
  text: string
  html?: string
  attachments: { name: string; bytes: number }[]
  /** ISO. */
  at: string
  /** E-mail only: the headers for replies and unsubscribing, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Shared services of all simulated providers. */
export interface SimulatorContext {
  readonly journal: Journal
  readonly faults: Faults
  readonly settings: Settings
  /** The simulators' own origin, known after listening. */
  readonly url: () => string
  /** Starts a simulated delay. @returns its length, in ms: the given length divided by the speed setting */
  readonly startDelay: (ms: number) => number
  /** Ids of webhooks without an acknowledgement, of all providers. */
  readonly pendingWebhooks: Set<string>
  /** Runs `work` after real milliseconds, unless the simulators are closed or reset first. */
  readonly setTimer: (ms: number, work: () => void) => void
}

/** A customer's action on a hosted checkout. */
export interface CheckoutVisit {
  reference?: string | undefined
  accessCode?: string | undefined
  decline: boolean
  /** Leaves without a payment attempt. */
  cancel?: boolean | undefined
  card?: string | undefined
  /** Account name of the sender of a transfer. */
  payer?: string | undefined
}

export type CheckoutResult =
  | { type: 'done'; status: 'success' | 'failed'; callbackUrl: string | null }
  | { type: 'rejected'; message: string }

/** A dispute by the payer's bank. `amountKobo` is the disputed amount; by default the whole remaining amount. */
export interface DisputeRequest {
  reference: string
  /** The decision; when absent, the dispute is opened without a decision. */
  decides?: 'payer' | 'merchant' | undefined
  amountKobo?: number | undefined
}

/**
 * A simulated provider: routes, state and transaction records. A new provider is a folder and a line in
 * `providers.ts`. State changes only through events, which are journaled and applied in the same way at replay.
 */
export interface Provider {
  readonly name: string
  /** Its API, mounted at `/{name}`. */
  readonly api?: Router
  /** Its hosted checkout, mounted at `/simulators/checkout/{name}`. */
  readonly checkout?: Router
  /** Applies one of the provider's events from the journal. */
  replay(event: unknown): void
  /** Resumes work after a restart, such as pending webhooks. */
  resume?(): void
  reset(): void
  records?(): ProviderRecords
  mail?(): readonly Message[]
  sms?(): readonly Message[]
  /** Performs a checkout action; null when the payment belongs to another provider. */
  visit?(visit: CheckoutVisit): CheckoutResult | null
  /** Simulates a transfer (kobo) to a virtual account. Returns the reference; null for an unknown account. */
  transfer?(to: { accountNumber: string; amountKobo: number }): string | null
  /** Opens or decides a dispute. Returns the dispute id; null for an unknown payment. */
  dispute?(dispute: DisputeRequest): string | null
  /** Adds its payments and vends of the past, without webhooks; known ones stay unchanged. */
  addHistory?(history: History): void
  /** Listens on a port in addition to HTTP; returns the port. */
  listen?(port: number, host: string): Promise<number>
  close?(): Promise<void>
}
