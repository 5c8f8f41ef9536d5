/** Maximum number of stored orders: far more than one process has in progress at a time. */
const maxOrders = 10_000

interface VendorResponses {
  /** Records that the vendor gave no final response to an attempt of this order. */
  markUnclear(orderId: string): void
  /** Returns whether every attempt of a completed order got a final response, and deletes the order's record. */
  takeResult(orderId: string): 'answered' | 'unclear'
}

/**
 * Records which orders had an attempt without a final response, until the order is completed. The record of an order
 * that another process completes is deleted when there are too many newer ones; that process usually requeried the
 * attempt itself, and so has a record of its own.
 */
export function createVendorResponses(): VendorResponses {
  const unclear = new Set<string>()
  return {
    markUnclear(orderId) {
      unclear.add(orderId)
      const [oldest] = unclear
      if (unclear.size > maxOrders && oldest !== undefined) unclear.delete(oldest)
    },
    takeResult: (orderId) => (unclear.delete(orderId) ? 'unclear' : 'answered'),
  }
}
