import type * as z from 'zod/mini'
import type { bulkColumns } from '../../shared/bulk.ts'
import type { Service } from '../../shared/constants.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getServiceDetails } from '../../shared/management/records.ts'
import type { Merchant } from '../../shared/receipts.ts'
import type { Database } from '../database/index.ts'
import { type Caller, parseFields, type Route } from '../http/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Branding } from './create-order-handler.ts'
import type { Order } from './order.ts'
import type { DeliveryRow, OrderHandler } from './order-handler.ts'
import type { OrderProcessor } from './order-processor.ts'
import type { ServiceDeps } from './service.ts'

/** A request to quote any product, in one shape. `plan`: our code of the bouquet, data plan or exam PIN; empty without one. */
export interface QuoteRequest {
  readonly service: Service
  /** Meter, smartcard, phone or profile. */
  readonly number: string
  /** Our code of the biller: an electricity company, a network or an exam body. */
  readonly billerCode: string
  /** Prepaid or postpaid, for electricity. */
  readonly type: string
  readonly plan: string
  /** Naira, for services whose amount the customer enters. */
  readonly amount: string
  /** Receives the notifications. */
  readonly phone: string
  readonly quantity?: number
  readonly email?: string | null
}

/**
 * Looks up the customer at the vendor, prices the request and stores it as the caller's unpaid order.
 * @throws ApiError as the service's lookup does
 */
export type OrderCreator = (deps: ServiceDeps, caller: Caller) => Promise<Order>

interface OrderHandlerDeps {
  readonly db: Database
  readonly settings: Settings
  readonly branding: Branding
}

/** How rows of a bulk purchase are read. */
interface BulkRules {
  /** Other names of the service in the first column, in lower case. */
  readonly aliases: readonly string[]
  /** The service's row in the template file. */
  readonly sampleRow: Readonly<Partial<Record<Exclude<(typeof bulkColumns)[number], 'service'>, string>>>
  /** The biller code of the row's `provider`; default: the text itself, or the network's name today. @throws ApiError */
  billerCode?(input: string): string
  /** Whether the number is a phone, which then receives the messages too. */
  isPhone(billerCode: string): boolean
}

/** The backend of a service: everything in which one service differs from another. */
export interface ServiceBackend<S extends Service = Service> {
  readonly id: S
  createOrderHandler(deps: OrderHandlerDeps): OrderHandler
  createRoutes(deps: ServiceDeps, orderProcessor: OrderProcessor): Route[]
  /**
   * Validates a request with the form of the service. Calls no vendor and stores nothing.
   * @returns the function that does both
   * @throws ApiError INVALID
   */
  prepareOrder(request: QuoteRequest): OrderCreator
  readonly bulk: BulkRules
  /** Title in the history: "DStv Compact". `variation` is empty for an order without one. */
  historyTitle(network: string, variation: string): string
  /** PDF of a delivered order. `paidWith`: how its owner paid, for the owner only. */
  renderReceipt(
    deps: ReceiptDeps,
    order: Order,
    delivery: DeliveryRow,
    paidWith: string | null,
  ): Promise<Buffer>
  /** Details for a manager's message to the customer, besides the amount. */
  messageDetails(order: Order, delivery: DeliveryRow): Omit<DataOf<typeof getServiceDetails>, 'amount'>
}

export type ReceiptDeps = Pick<ServiceDeps, 'db' | keyof Merchant>

/** The fields of a form. @throws ApiError INVALID */
export function parseForm<S extends z.ZodMiniType>(form: S, input: Record<string, unknown>): z.output<S> {
  const result = parseFields(form, input)
  if (!result.ok) throw result.error
  return result.fields as z.output<S>
}
