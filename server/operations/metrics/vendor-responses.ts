/** Unsettled orders with an unclear attempt: far more than a process has at a time. */
const maxOrders = 10_000

interface VendorResponses {
  /** Records that an attempt of this order has no final response of its vendor. */
  markUnclear(orderId: string): void
  /** Whether each attempt of an order that is now settled got a final response. */
  takeResult(orderId: string): 'answered' | 'unclear'
}

/**
 * Records which orders had an unclear attempt until they are settled. An order that another process settles is
 * dropped when newer ones need its place; the process that settles it usually requeried the attempt itself.
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
