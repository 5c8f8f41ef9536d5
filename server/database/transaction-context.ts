import { AsyncLocalStorage } from 'node:async_hooks'

/** Functions that run once the transaction is committed. */
type CommitListeners = (() => void)[]

const transaction = new AsyncLocalStorage<CommitListeners>()

/**
 * Runs `work` in a transaction context, so that forbidden operations throw immediately.
 * @param listeners is filled by `afterCommit`; the caller runs them after the commit
 */
export const runInTransactionContext = <T>(
  work: () => Promise<T>,
  listeners: CommitListeners = [],
): Promise<T> => transaction.run(listeners, work)

/** Runs `listener` once the current transaction is committed; outside a transaction, now. */
export function afterCommit(listener: () => void): void {
  const listeners = transaction.getStore()
  if (listeners) listeners.push(listener)
  else listener()
}

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
