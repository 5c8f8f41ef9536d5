/** Unsettled orders with an unclear attempt: far more than a process has at a time. */
const maxOrders = 10_000

interface VendorAnswers {
  /** Notes that a vendor left an attempt of this order without a final answer. */
  noteUnclear(orderId: string): void
  /** Whether the vendors answered each attempt of an order that is now settled. */
  settle(orderId: string): 'answered' | 'unclear'
}

/**
 * Remembers which orders had an unclear attempt until they are settled. An order that another process settles is
 * forgotten when newer ones need its place; the process that settles it usually requeried the attempt itself.
 */
export function createVendorAnswers(): VendorAnswers {
  const unclear = new Set<string>()
  return {
    noteUnclear(orderId) {
      unclear.add(orderId)
      const [oldest] = unclear
      if (unclear.size > maxOrders && oldest !== undefined) unclear.delete(oldest)
    },
    settle: (orderId) => (unclear.delete(orderId) ? 'unclear' : 'answered'),
  }
}
