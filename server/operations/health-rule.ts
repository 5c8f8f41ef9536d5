import type { AttemptState } from '../database/index.ts'

/** A try at delivering, as health looks at it. */
export interface Sample {
  readonly state: AttemptState
  readonly because: string | null
  readonly beneficiary: string
}

export type Ailment = 'silent' | 'failing'
/** What one answer says of a vendor: it works, it is ill, or nothing (a wrong meter is the customer's). */
export type Sign = 'well' | Ailment | 'nothing'

const failing = new Set(['float_empty', 'product_down', 'our_fault', 'reversed'])
const silent = new Set(['timeout', 'unreadable', 'never_received'])

/** What a try says of the vendor. One that is still being sent, or being worked on there, says nothing. */
export function signOf({ state, because }: Sample): Sign {
  if (state === 'delivered') return 'well'
  if (silent.has(because ?? '')) return 'silent'
  if (state === 'failed' && failing.has(because ?? '')) return 'failing'
  return 'nothing'
}

export interface HealthRule {
  /** So many tries in a row without an answer, for as many beneficiaries; 0 for never. */
  readonly silentInARow: number
  /** So many of the last ten; 0 for never. */
  readonly badOfTen: number
}

export const sampleSize = 10
/** Older tries say nothing of now. */
export const sampleSeconds = 10 * 60

/**
 * Whether a vendor is ill with one service.
 * @param samples its last tries, newest first
 * @param onTrial it was paused before, and the first tries decide: one bad one is enough
 * @returns what it suffers from; null while it is well
 */
export function ailmentOf(samples: readonly Sample[], rule: HealthRule, onTrial = false): Ailment | null {
  const telling = samples
    .slice(0, sampleSize)
    .map((it) => ({ sign: signOf(it), beneficiary: it.beneficiary }))
    .filter((it) => it.sign !== 'nothing')
  const [latest] = telling
  if (!latest) return null
  const bad = telling.filter((it) => it.sign !== 'well')
  const wayBack = telling.findIndex((it) => it.sign !== 'silent')
  const unanswered = wayBack < 0 ? telling : telling.slice(0, wayBack)
  const waiting = new Set(unanswered.map((it) => it.beneficiary)).size
  if (rule.silentInARow > 0 && waiting >= (onTrial ? 1 : rule.silentInARow)) return 'silent'
  if (rule.badOfTen > 0 && bad.length >= (onTrial ? 1 : rule.badOfTen)) {
    return bad.filter((it) => it.sign === 'failing').length * 2 >= bad.length ? 'failing' : 'silent'
  }
  return null
}

/** Seconds until a paused vendor is first asked how it is: the n-th pause in a row. Trial orders that fail make it longer. */
export const restSeconds = (pauses: number): number =>
  [15, 15, 30, 60, 120, 300][Math.max(0, pauses - 1)] ?? 600

/** So many good answers, so far apart, bring it back on trial. */
export const goodProbesNeeded = 2
export const probeEverySeconds = 15
