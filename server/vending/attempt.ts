import type { Selectable } from 'kysely'
import type { AttemptState, Moves, Tables } from '../database/index.ts'

export type Attempt = Selectable<Tables['attempts']>

/** A try at delivering an order. Only a requery leaves `unknown`. */
export const attemptMoves = Object.freeze({
  sending: ['delivered', 'failed', 'unknown'],
  unknown: ['delivered', 'failed', 'written_off'],
  delivered: [],
  failed: [],
  written_off: [],
}) satisfies Moves & Record<AttemptState, readonly AttemptState[]>

/** A worker that finds `sending` older than this takes its sender for dead, and asks. Above every vendor's deadline. */
export const sendingSeconds = 50
/** An unknown attempt is shown to a person after this, and refunded by default after a day. */
export const reviewSeconds = 30 * 60
export const writeOffSeconds = 24 * 60 * 60

/** Three times never received, over at least five minutes, is taken for an answer. */
export const neverReceivedTimes = 3
export const neverReceivedSeconds = 5 * 60
export const mostSends = 2

/** When to ask again, from the vendor's own schedule: seconds after the `asks`-th answer. */
export const nextAskSeconds = (schedule: readonly number[], asks: number): number =>
  schedule[Math.min(asks, schedule.length - 1)] ?? 60
