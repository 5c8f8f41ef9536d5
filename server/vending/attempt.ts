import type { Selectable } from 'kysely'
import type { AttemptState, Tables, Transitions } from '../database/index.ts'

export type Attempt = Selectable<Tables['attempts']>

/** State machine of a vend attempt. Only a requery moves an attempt out of `unknown`. */
export const attemptMoves = Object.freeze({
  sending: ['delivered', 'failed', 'unknown'],
  unknown: ['delivered', 'failed', 'written_off'],
  delivered: [],
  failed: [],
  written_off: [],
}) satisfies Transitions & Record<AttemptState, readonly AttemptState[]>

/** An attempt in `sending` for longer is requeried: its worker died. Longer than every vendor's timeout. */
export const sendingSeconds = 50
/** An unknown attempt is shown to a manager after this time, and refunded by default after a day. */
export const reviewSeconds = 30 * 60
export const writeOffSeconds = 24 * 60 * 60

/** Three never-received responses over at least five minutes count as a final response. */
export const neverReceivedThreshold = 3
export const neverReceivedSeconds = 5 * 60
export const maxSends = 2

/** Seconds until the next requery, by the vendor's schedule and the number of requeries so far. */
export const nextRequerySeconds = (schedule: readonly number[], requeryCount: number): number =>
  schedule[Math.min(requeryCount, schedule.length - 1)] ?? 60
