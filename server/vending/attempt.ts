import type { Selectable } from 'kysely'
import { type AttemptState, defineStateMachine, type Tables } from '../database/index.ts'

type Row = Selectable<Tables['attempts']>
/** An attempt; checking its `state` narrows the transitions that compile. */
export type Attempt = { [S in AttemptState]: Row & { readonly state: S } }[AttemptState]

/**
 * State machine of a vend attempt. A requery resolves an `unknown` attempt; a manager or the deadline writes it off. One
 * that is written off while it is `sending`, because its worker stopped, passes through `unknown`.
 */
export const attemptMachine = defineStateMachine('attempts', {
  sending: {
    delivered: ['vendor.delivered'],
    failed: ['vendor.failed'],
    unknown: ['vendor.unknown', 'clock.written_off', 'manager.written_off'],
  },
  unknown: {
    delivered: ['vendor.delivered'],
    failed: ['vendor.failed'],
    written_off: ['clock.written_off', 'manager.written_off'],
  },
  delivered: {},
  failed: {},
  written_off: {},
})

/** States in which the outcome of an attempt is known. A written-off attempt is still requeried. */
export const resolvedAttemptStates = ['delivered', 'failed'] as const satisfies readonly AttemptState[]
export const isAttemptResolved = ({ state }: Pick<Attempt, 'state'>): boolean =>
  state === 'delivered' || state === 'failed'

/** An attempt in `sending` for longer is requeried: its worker crashed. Longer than every vendor's timeout. */
export const sendTimeoutSeconds = 50
/** An unknown attempt is shown to a manager after this time. */
export const reviewAfterSeconds = 30 * 60
/** An unknown attempt is written off after this time, and its order is refunded. */
export const writeOffAfterSeconds = 24 * 60 * 60

/** Three never-received responses over at least five minutes count as a final response. */
export const neverReceivedThreshold = 3
export const neverReceivedSeconds = 5 * 60
/** An attempt is sent at most this many times. */
export const maxSends = 2

/** Seconds until the next requery, by the vendor's schedule and the number of requeries so far. */
export const nextRequerySeconds = (schedule: readonly number[], requeryCount: number): number =>
  schedule[Math.min(requeryCount, schedule.length - 1)] ?? 60
