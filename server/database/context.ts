import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<true>()

/** Runs `work` marked as inside a transaction, so that what must not happen there throws at once. */
export const markTransaction = <T>(work: () => Promise<T>): Promise<T> => open.run(true, work)

/**
 * Throws inside a transaction. The plain connection and every outside call ask this first: on the
 * embedded database a plain query there would wait for itself for ever, and a call to a counterparty
 * would hold locks for as long as they please.
 */
export function assertOutsideTransaction(doing: string): void {
  if (open.getStore()) throw new Error(`${doing} inside a transaction`)
}

const long = new AsyncLocalStorage<true>()

/** Runs `work` whose statements may take minutes: migrations, the calendar's work, commands. */
export const unhurried = <T>(work: () => Promise<T>): Promise<T> => long.run(true, work)

export const isUnhurried = (): boolean => long.getStore() === true
