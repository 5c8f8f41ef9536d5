import type { Ground } from '../party.ts'
import { digitsFrom } from '../people.ts'
import type { WireLie } from '../wire.ts'
import type { Ending } from './beneficiaries.ts'
import { type Books, State, type Vend } from './state.ts'

/** What any vendor can be made to do. */
export const vendingBehaviours = {
  timeout_then_deliver: 'Never answers the next purchase, and delivers it.',
  timeout_then_fail: 'Never answers the next purchase; a requery says it failed.',
  error_500: 'Delivers the next purchase, and answers HTTP 500.',
  html: 'Delivers the next purchase, and answers HTML.',
  truncated: 'Delivers the next purchase, and cuts the answer in the middle.',
  slow_bytes: 'Delivers the next purchase, and answers one byte a second.',
  unknown_then_delivered:
    'Delivers the next purchase, gives no answer, and twice says that it never saw the request id.',
  success_without_token:
    'Delivers the next purchase, and leaves token and PINs out of the answer; a requery has them.',
  wrong_amount: 'Delivers half of the next purchase.',
  wrong_meter: 'Delivers the next purchase to another meter.',
  catalogue_down: 'Answers HTTP 500 to the next question for variations and prices.',
  verify_down: 'Cannot reach the biller at the next lookup.',
  other_name: 'Gives another name at the next lookup.',
  float_empty: 'Says that our wallet there is too low for the next purchase.',
  not_processed: 'Does not process the next purchase.',
  disconnect: 'Cuts the connection at the next purchase before doing anything.',
  requery_500: 'Answers the next requery with HTTP 500.',
  requery_timeout: 'Never answers the next requery.',
} as const
export type VendingBehaviour = keyof typeof vendingBehaviours

/** Why nothing was given: each vendor has a code of its own for it. */
export type Why = 'failed' | 'float_empty' | 'not_processed' | 'reversed'

/** How one purchase goes: what happens, and how its answer travels. */
export interface Course {
  /** Null: nothing happens at all. */
  readonly end: Vend['end'] | null
  readonly why?: Why
  /** Milliseconds until the end is true. */
  readonly settlesInMs?: number
  /** Milliseconds until what was delivered is taken back. */
  readonly reversesInMs?: number
  readonly hiddenFor?: number
  readonly wire?: WireLie
  readonly answer?: 'tokenless' | 'unexpected'
  readonly half?: boolean
  readonly elsewhere?: boolean
}

const delivered = { end: 'delivered' } as const

const courseOfEnding: Readonly<Record<Ending, Course>> = {
  delivered,
  pending_then_delivered: { ...delivered, settlesInMs: 3_000 },
  timeout_then_delivered: { ...delivered, settlesInMs: 1_000, wire: 'silence' },
  failed: { end: 'failed', why: 'failed' },
  no_answer: { end: null, wire: 'cut' },
  pending_for_ever: { end: 'pending' },
  unexpected: { end: 'pending', answer: 'unexpected' },
  timeout: { end: 'failed', why: 'failed', wire: 'silence' },
}

const courseOfFault: Readonly<Record<string, Course>> = {
  timeout_then_deliver: { ...delivered, wire: 'silence' },
  timeout_then_fail: { end: 'failed', why: 'failed', wire: 'silence' },
  error_500: { ...delivered, wire: 'error_500' },
  html: { ...delivered, wire: 'html' },
  truncated: { ...delivered, wire: 'truncated' },
  slow_bytes: { ...delivered, wire: 'slow_bytes' },
  unknown_then_delivered: { ...delivered, wire: 'cut', hiddenFor: 2 },
  success_without_token: { ...delivered, answer: 'tokenless' },
  wrong_amount: { ...delivered, half: true },
  wrong_meter: { ...delivered, elsewhere: true },
  float_empty: { end: 'failed', why: 'float_empty' },
  not_processed: { end: 'failed', why: 'not_processed' },
  disconnect: { end: null, wire: 'cut' },
}

/** What is asked for, in the vendor's own codes; the amount is for all pieces together. */
export type Purchase = Pick<
  Vend,
  | 'requestId'
  | 'serviceID'
  | 'variation'
  | 'billersCode'
  | 'phone'
  | 'quantity'
  | 'amountKobo'
  | 'handle'
  | 'vertical'
>

export interface Served {
  /** Null when nothing happened. */
  readonly vend: Vend | null
  readonly wire: WireLie | null
  readonly answer: 'tokenless' | 'unexpected' | null
  /** The ordered lie that struck. */
  readonly fault: string | null
}

export interface DeskParts extends Books {
  readonly codes: Readonly<Record<Why | 'delivered', string>>
  /** More behaviours of this vendor alone that decide how a purchase goes. */
  readonly more?: Readonly<Record<string, { says: string; course: Course }>>
}

/** What really happens when somebody buys from a vendor. */
export class Desk {
  readonly state: State
  readonly ground: Ground
  readonly #parts: DeskParts
  readonly #courses: Readonly<Record<string, Course>>
  readonly #faults: { strikes(behaviour: string): boolean; oneOf(some: readonly string[]): string | null }

  constructor(ground: Ground, parts: DeskParts, behaviours: Readonly<Record<string, string>> = {}) {
    const more = Object.entries(parts.more ?? {})
    this.ground = ground
    this.state = new State(ground.journal, parts)
    this.#parts = parts
    this.#courses = { ...courseOfFault, ...Object.fromEntries(more.map(([name, it]) => [name, it.course])) }
    this.#faults = ground.faults.declare<Record<string, string>>(parts.party, {
      ...vendingBehaviours,
      ...Object.fromEntries(more.map(([name, it]) => [name, it.says])),
      ...behaviours,
    })
  }

  strikes(behaviour: string): boolean {
    return this.#faults.strikes(behaviour)
  }

  serve(purchase: Purchase, ending: Ending): Served {
    const fault = this.#faults.oneOf(Object.keys(this.#courses))
    const course = (fault && this.#courses[fault]) || courseOfEnding[ending]
    const vend = course.end === null ? null : this.#record(purchase, { ...course, end: course.end })
    return { vend, wire: course.wire ?? null, answer: course.answer ?? null, fault }
  }

  /** Refuses with a code of theirs, and keeps the request id as used. */
  refuse(purchase: Purchase, code: string): Vend {
    return this.#record(purchase, { end: 'failed' }, code)
  }

  /** How long they work before they answer a purchase. */
  async works(): Promise<void> {
    const { vendMs } = this.ground.settings
    if (vendMs > 0) await new Promise<void>((done) => this.ground.later(vendMs, done))
  }

  #record(purchase: Purchase, course: Course & { end: Vend['end'] }, code?: string): Vend {
    const now = Date.now()
    const why = course.why ?? (course.end === 'reversed' ? 'reversed' : 'delivered')
    const vend: Vend = {
      ...purchase,
      transactionId: digitsFrom(`${purchase.requestId} transaction`, 20),
      servedKobo: course.half ? Math.floor(purchase.amountKobo / 2) : purchase.amountKobo,
      servedTo: course.elsewhere ? neighbour(purchase.billersCode) : purchase.billersCode,
      receivedAt: new Date(now).toISOString(),
      settlesAt: new Date(now + this.ground.paced(course.settlesInMs ?? 0)).toISOString(),
      end: course.end,
      code: code ?? this.#parts.codes[why],
      hiddenFor: course.hiddenFor ?? 0,
      ...(course.reversesInMs && {
        reversesAt: new Date(now + this.ground.paced(course.reversesInMs)).toISOString(),
      }),
    }
    this.state.record({ kind: 'vended', vend })
    return vend
  }
}

/** The same number with another last digit. */
const neighbour = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
