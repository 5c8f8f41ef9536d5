import type { Kysely, QueryCreator, UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Tx } from './connection.ts'
import { type Inserts, withInserts } from './inserts.ts'
import type { Transitions } from './migrate.ts'
import { withTransitionReport } from './report-transitions.ts'
import type { Patch, Tables } from './tables.ts'

/** The tables whose `state` only a state machine changes. */
export type StateTable = {
  [T in keyof Tables]: Tables[T] extends { state: { __update__: never } } ? T : never
}[keyof Tables]

type StateOf<T extends StateTable> = Tables[T] extends { state: { __select__: infer S extends string } }
  ? S
  : never

/** The cause of a transition: an actor and its action, as in `vendor.delivered`. */
type EventName = `${string}.${string}`

/** The edges of a state machine with the events that cause each: `edges[from][to]`. */
export type Edges<S extends string = string> = {
  readonly [From in S]: { readonly [To in S]?: readonly EventName[] }
}

/** The states that follow `From`; of several possible states, those that follow any of them. */
type NextState<E, From> = From extends keyof E ? keyof E[From] & string : never
type EventOf<E, From, To> = From extends keyof E
  ? To extends keyof E[From]
    ? E[From][To] extends readonly (infer Event)[]
      ? Event
      : never
    : never
  : never

/** A row after its transition. */
type InState<R, To> = R extends unknown ? Omit<R, 'state'> & { readonly state: To } : never

/** @param row its id, and its state when it was read */
type Transition<T extends StateTable, E, Connection, Moved, Options> = <
  R extends { readonly id: string; readonly state: StateOf<T> },
  To extends NextState<E, R['state']>,
>(
  db: Connection,
  row: R,
  to: To,
  patch: Patch<T>,
  options: { event: EventOf<E, R['state'], To> } & Options,
) => Promise<InState<R, To> | Moved>

export interface StateMachine<T extends StateTable, E> {
  readonly edges: E
  /** From each state, the allowed next states: stored for the database's guard. */
  readonly transitions: Transitions
  /**
   * Changes the state of a row that the transaction has locked or inserted, together with the columns of `patch`. The
   * database counts the version, sets `state_since` and records the history.
   * @param options `inserts`: sent with the update as one statement
   * @throws Error before any SQL when the machine has no such edge or the event does not cause it; Error when the row
   * is in another state than `row.state`
   */
  readonly transition: Transition<T, E, Tx, never, { inserts?: Inserts }>
  /** As `transition`, for a row that is not locked. @returns undefined when another worker changed its state first */
  readonly tryTransition: Transition<T, E, Kysely<Tables>, undefined, unknown>
  /** As `transition`, for the rows in a state of `from` that the caller selects with `where`. */
  transitionWhere<From extends StateOf<T>, To extends NextState<E, From>>(
    db: Kysely<Tables>,
    from: From | readonly From[],
    to: To,
    patch: Patch<T>,
    options: { event: EventOf<E, From, To> },
  ): UpdateQueryBuilder<Tables, T, T, UpdateResult>
}

/** The state machine of a table: the only code that updates its `state`. */
export function defineStateMachine<T extends StateTable, const E extends Edges<StateOf<T>>>(
  table: T,
  edges: E,
): StateMachine<T, E> {
  const allEdges: Edges = edges
  const updateQuery = (
    db: Kysely<Tables>,
    from: string | readonly string[],
    to: string,
    patch: Patch<T>,
    { event, inserts = {} }: { event: unknown; inserts?: Inserts },
  ) => {
    const states = typeof from === 'string' ? [from] : from
    for (const state of states)
      if (!allEdges[state]?.[to]?.some((name) => name === event))
        throw new Error(`${table}: ${event} does not change ${state} to ${to}`)
    // `Tables` has no updatable state, so that no other update compiles.
    const reporting = withTransitionReport(db, { table, from: states.join('|'), to, event: String(event) })
    const writable = withInserts(reporting, inserts) as unknown as QueryCreator<
      Record<StateTable, { id: string; state: string }>
    >
    return writable
      .updateTable(table as StateTable)
      .set({ ...patch, state: to })
      .where('state', 'in', states)
  }
  const updateOne = (
    db: Kysely<Tables>,
    row: { readonly id: string; readonly state: string },
    to: string,
    patch: Patch<T>,
    options: { event: unknown; inserts?: Inserts },
  ) =>
    updateQuery(db, row.state, to, patch, options).where('id', '=', row.id).returningAll().executeTakeFirst()
  return {
    edges,
    transitions: Object.fromEntries(
      Object.entries(allEdges).map(([from, next]) => [from, Object.keys(next)]),
    ),
    async transition(tx, row, to, patch, options) {
      const updatedRow = await updateOne(tx, row, to, patch, options)
      if (!updatedRow) throw new Error(`${table}: ${row.id} is no longer ${row.state}`)
      return updatedRow as InState<typeof row, typeof to>
    },
    tryTransition: async (db, row, to, patch, { event }) =>
      (await updateOne(db, row, to, patch, { event })) as InState<typeof row, typeof to> | undefined,
    transitionWhere: (db, from, to, patch, { event }) =>
      updateQuery(db, from, to, patch, { event }) as unknown as UpdateQueryBuilder<
        Tables,
        T,
        T,
        UpdateResult
      >,
  }
}
