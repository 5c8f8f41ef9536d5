import { AsyncLocalStorage } from 'node:async_hooks'

const transaction = new AsyncLocalStorage<true>()

/** Runs `work` in a transaction context, so that forbidden operations throw immediately. */
export const runInTransactionContext = <T>(work: () => Promise<T>): Promise<T> => transaction.run(true, work)

/**
 * Throws inside a transaction. Called before every plain query and every provider call: on the embedded database a
 * plain query would deadlock with its own transaction, and a provider call would hold locks for an unknown time.
 */
export function assertOutsideTransaction(action: string): void {
  if (transaction.getStore()) throw new Error(`${action} inside a transaction`)
}

const longTimeout = new AsyncLocalStorage<true>()

/** Runs `work` with long statement timeouts: migrations, scheduled jobs, commands. */
export const withLongTimeout = <T>(work: () => Promise<T>): Promise<T> => longTimeout.run(true, work)

export const hasLongTimeout = (): boolean => longTimeout.getStore() === true
