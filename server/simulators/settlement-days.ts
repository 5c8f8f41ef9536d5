/** Transactions that a gateway settles together: those of one day, on the next day. */
export interface SettlementDay<T> {
  /** YYYYMMDD of the transactions. */
  readonly id: number
  readonly transactions: readonly T[]
  /** ISO */
  readonly settledAt: string
  readonly isPaid: boolean
}

const dayMs = 24 * 60 * 60_000

/** Settlements by day, newest first. */
export function settlementDays<T>(
  transactions: readonly T[],
  timeOf: (transaction: T) => string,
): SettlementDay<T>[] {
  const days = new Map<string, T[]>()
  for (const transaction of transactions) {
    const day = timeOf(transaction).slice(0, 10)
    days.set(day, [...(days.get(day) ?? []), transaction])
  }
  return [...days]
    .sort(([first], [second]) => (first < second ? 1 : -1))
    .map(([day, settled]) => {
      const settledAt = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString()
      return {
        id: Number(day.replaceAll('-', '')),
        transactions: settled,
        settledAt,
        isPaid: settledAt <= new Date().toISOString(),
      }
    })
}
