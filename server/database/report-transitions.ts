import type { Kysely } from 'kysely'
import { addSpanEvent, isTracing, type StateTransition, stateTransitions } from '../telemetry/index.ts'
import type { Tables } from './tables.ts'
import { afterCommit } from './transaction-context.ts'

/**
 * A connection whose next update reports its transition of each changed row, once it is committed: to the metrics, and
 * to the current span. Without either it is the same connection.
 */
export function withTransitionReport(
  db: Kysely<Tables>,
  transition: Omit<StateTransition, 'row'>,
): Kysely<Tables> {
  if (!stateTransitions.hasSubscribers() && !isTracing()) return db
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const { numAffectedRows = 0n, rows } = result
      // A statement without `returning` reports how many rows it changed.
      const changedRows = rows.length > 0 ? rows : Array.from({ length: Number(numAffectedRows) }, () => ({}))
      for (const row of changedRows) afterCommit(() => report({ ...transition, row }))
      return result
    },
  })
}

function report(transition: StateTransition): void {
  stateTransitions.publish(transition)
  addSpanEvent('state.changed', {
    'sanwo.state.entity': transition.table,
    'sanwo.state.to': transition.to,
    'sanwo.state.event': transition.event,
  })
}
