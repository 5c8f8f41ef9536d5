import type { Logger } from 'pino'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { PaymentParts } from '../payments/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Vendors } from '../vending/index.ts'
import type { Product } from './product.ts'
import type { Rewards } from './rewards.ts'

/** Why a service takes no orders, for people, and since when; null where nobody knows. */
export interface Stop {
  readonly reason: string
  readonly since: Date | null
}

/** What is known above of who can sell now, beside the settings. Not to be asked inside a transaction. */
export interface Selling {
  /** False while a vendor is paused for a service: nothing new goes there. */
  mayVend(vendor: VendorName, service: Service): Promise<boolean>
  /** Why a service takes no new orders although it is switched on; null while it does. Paid ones are still delivered. */
  stopped(service: Service): Promise<Stop | null>
}

/** Everybody sells. */
export const alwaysSelling: Selling = Object.freeze({
  mayVend: async () => true,
  stopped: async () => null,
})

/** What the engine is made of; `main` joins it. */
export interface PurchaseParts {
  readonly db: Database
  readonly log: Logger
  readonly vendors: Vendors
  readonly products: Readonly<Partial<Record<Service, Product>>>
  readonly payments: PaymentParts
  readonly settings: Settings
  readonly rewards: Rewards
  readonly selling: Selling
  /** Runs work in the background; a graceful stop waits for it. */
  readonly background: (what: string, work: () => Promise<unknown>) => void
  /** A message was committed to the outbox. */
  readonly wakeOutbox: () => void
}

export function productOf(parts: PurchaseParts, service: Service): Product {
  const product = parts.products[service]
  if (!product) throw new Error(`No product for ${service}`)
  return product
}
