import type { OrderId } from '../../../shared/ids.ts'

/** Maximum number of stored orders: far more than one process has in progress at a time. */
const maxOrders = 10_000

interface VendorResponses {
  /** Records that the vendor gave no final response to an attempt of this order. */
  recordUnknown(orderId: OrderId): void
  /** Deletes the record of a completed order. @returns `answered` when every attempt of it got a final response */
  deleteOrder(orderId: OrderId): 'answered' | 'unknown'
}

/**
 * Records which orders had an attempt without a final response, until the order is completed. The record of an order
 * that another process completes is deleted when there are too many newer ones; that process usually requeried the
 * attempt itself, and so has a record of its own.
 */
export function createVendorResponses(): VendorResponses {
  const orderIds = new Set<string>()
  return {
    recordUnknown(orderId) {
      orderIds.add(orderId)
      const [oldest] = orderIds
      if (orderIds.size > maxOrders && oldest !== undefined) orderIds.delete(oldest)
    },
    deleteOrder: (orderId) => (orderIds.delete(orderId) ? 'unknown' : 'answered'),
  }
}
