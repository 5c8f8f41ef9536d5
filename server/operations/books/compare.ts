import pLimit from 'p-limit'
import type { OperationsParts } from '../parts.ts'
import { compareAttempt, endedAttempts } from './compare-attempts.ts'
import { compareInflow, endedInflows } from './compare-inflows.ts'
import { compareOrders } from './compare-orders.ts'
import { comparePayment, endedPayments, paidStates } from './compare-payments.ts'
import { compareRefund, endedRefunds } from './compare-refunds.ts'
import { type Comparable, type Compared, dueForComparison, keepComparison, type Subject } from './due.ts'
import { compareFloats } from './float.ts'

/** Questions to counterparties at one time: customers go first. */
const questionsAtOnce = 4
/** What is left when a run takes longer is first in the next one. */
const runMs = 8 * 60_000

type Compare = (parts: OperationsParts, id: string) => Promise<Compared>
const kinds: readonly (Comparable & { compare: Compare })[] = [
  // A bank takes a payment back weeks later, and a message about it may be lost.
  {
    kind: 'payment',
    ended: endedPayments,
    again: { states: paidStates, days: [14, 45, 120] },
    compare: comparePayment,
  },
  { kind: 'refund', ended: endedRefunds, compare: compareRefund },
  { kind: 'attempt', ended: endedAttempts, compare: compareAttempt },
  { kind: 'inflow', ended: endedInflows, compare: compareInflow },
]

export interface Run {
  readonly compared: number
  /** Not agreed now, of all kinds. */
  readonly disagreed: number
}

/**
 * Compares our books with the counterparties: every payment, refund, delivery and inflow that ended in the last three
 * days, once; payments again when banks may have taken them back; floats and orders each time. What disagrees is listed until it agrees or a person explains it.
 */
export async function compareBooks(parts: OperationsParts): Promise<Run> {
  const until = performance.now() + runMs
  const run = { compared: 0, disagreed: await compareOrders(parts) }
  for (const it of kinds) {
    const done = await compareKind(parts, it, until)
    run.compared += done.compared
    run.disagreed += done.disagreed
  }
  run.disagreed += await compareFloats(parts)
  return run
}

/** Compares one try that is over with what its vendor says of it now. */
export const compareTry = (parts: OperationsParts, id: string) =>
  compareOne(parts, 'attempt', id, compareAttempt)

async function compareKind(parts: OperationsParts, it: (typeof kinds)[number], until: number): Promise<Run> {
  const turn = pLimit(questionsAtOnce)
  const asked = new Set<string>()
  const run = { compared: 0, disagreed: 0 }
  while (performance.now() < until) {
    const ids = await dueForComparison(parts.db, it, asked)
    if (ids.length === 0) break
    const found = await Promise.all(ids.map((id) => turn(() => compareOne(parts, it.kind, id, it.compare))))
    for (const id of ids) asked.add(id)
    run.compared += found.filter((it) => it !== 'later').length
    run.disagreed += found.filter((it) => it === 'disagreed').length
  }
  return run
}

async function compareOne(
  parts: OperationsParts,
  kind: Subject,
  id: string,
  compare: Compare,
): Promise<Compared['is']> {
  try {
    const found = await compare(parts, id)
    if (found.is !== 'later') await keepComparison(parts.db.q, kind, id, found)
    return found.is
  } catch (error) {
    // One row that cannot be compared keeps no other from it.
    parts.log.error({ err: error, kind, id }, 'a comparison failed')
    return 'later'
  }
}
