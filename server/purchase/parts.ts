import type { Logger } from 'pino'
import type { Service } from '../../shared/constants.ts'
import type { Database } from '../database/index.ts'
import type { PaymentParts } from '../payments/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Vendors } from '../vending/index.ts'
import type { Product } from './product.ts'
import type { Rewards } from './rewards.ts'

/** What the engine is made of; `main` joins it. */
export interface PurchaseParts {
  readonly db: Database
  readonly log: Logger
  readonly vendors: Vendors
  readonly products: Readonly<Partial<Record<Service, Product>>>
  readonly payments: PaymentParts
  readonly settings: Settings
  readonly rewards: Rewards
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
