import type { FaultsOf } from '../faults.ts'
import type { Ground } from '../party.ts'
import { digitsFrom } from '../people.ts'
import type { WireLie } from '../wire.ts'
import { vendAnswer } from './answers.ts'
import { type Ending, endingOf } from './beneficiaries.ts'
import type { ServiceOnSale } from './catalogue.ts'
import { State, type Vend } from './state.ts'

/** Their credentials here. */
export const keys = { api: 'simulated-api-key', public: 'PK_simulated', secret: 'SK_simulated' }

export const behaviours = {
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
  float_empty: 'Says that our wallet there is too low for the next purchase.',
  not_processed: 'Does not process the next purchase (091).',
  reversed: 'Reverses the next purchase (040).',
  disconnect: 'Cuts the connection at the next purchase before doing anything.',
  requery_500: 'Answers the next requery with HTTP 500.',
  requery_timeout: 'Never answers the next requery.',
} as const

const purchaseFaults = [
  'timeout_then_deliver',
  'timeout_then_fail',
  'error_500',
  'html',
  'truncated',
  'slow_bytes',
  'unknown_then_delivered',
  'success_without_token',
  'wrong_amount',
  'wrong_meter',
  'float_empty',
  'not_processed',
  'reversed',
  'disconnect',
] as const
type PurchaseFault = (typeof purchaseFaults)[number]

/** How one purchase goes: what happens, and how its answer travels. */
interface Course {
  /** Null: nothing happens at all. */
  end: Vend['end'] | null
  code: string
  /** Milliseconds until the end is true. */
  settlesInMs?: number
  hiddenFor?: number
  wire?: WireLie
  answer?: 'tokenless' | 'unexpected'
  half?: boolean
  elsewhere?: boolean
}

const delivered = { end: 'delivered', code: '000' } as const

const courseOfEnding: Record<Ending, Course> = {
  delivered,
  pending_then_delivered: { ...delivered, settlesInMs: 3_000 },
  timeout_then_delivered: { ...delivered, settlesInMs: 1_000, wire: 'silence' },
  failed: { end: 'failed', code: '016' },
  no_answer: { end: null, code: '', wire: 'cut' },
  pending_for_ever: { end: 'pending', code: '000' },
  unexpected: { end: 'pending', code: '000', answer: 'unexpected' },
  timeout: { end: 'failed', code: '016', wire: 'silence' },
}

const courseOfFault: Record<PurchaseFault, Course> = {
  timeout_then_deliver: { ...delivered, wire: 'silence' },
  timeout_then_fail: { end: 'failed', code: '016', wire: 'silence' },
  error_500: { ...delivered, wire: 'error_500' },
  html: { ...delivered, wire: 'html' },
  truncated: { ...delivered, wire: 'truncated' },
  slow_bytes: { ...delivered, wire: 'slow_bytes' },
  unknown_then_delivered: { ...delivered, wire: 'cut', hiddenFor: 2 },
  success_without_token: { ...delivered, answer: 'tokenless' },
  wrong_amount: { ...delivered, half: true },
  wrong_meter: { ...delivered, elsewhere: true },
  float_empty: { end: 'failed', code: '018' },
  not_processed: { end: 'failed', code: '091' },
  reversed: { end: 'reversed', code: '040' },
  disconnect: { end: null, code: '', wire: 'cut' },
}

export interface Purchase {
  requestId: string
  service: ServiceOnSale
  variation: string
  billersCode: string
  phone: string
  quantity: number
  /** For all pieces together. */
  amountKobo: number
}

export interface Served {
  answer: unknown
  wire: WireLie | null
}

/** What really happens when somebody buys. */
export class Desk {
  readonly state: State
  readonly ground: Ground
  readonly faults: FaultsOf<keyof typeof behaviours>

  constructor(ground: Ground) {
    this.ground = ground
    this.state = new State(ground.journal)
    this.faults = ground.faults.declare('vtpass', behaviours)
  }

  serve(purchase: Purchase): Served {
    const fault = this.faults.oneOf(purchaseFaults)
    const course: Course = fault
      ? courseOfFault[fault]
      : courseOfEnding[endingOf(purchase.service, purchase.billersCode, purchase.variation)]
    const wire = course.wire ?? null
    if (course.end === null) return { answer: null, wire }
    const vend = this.#record(purchase, { ...course, end: course.end })
    if (course.answer === 'unexpected') return { answer: { unexpected: true }, wire }
    return { answer: vendAnswer(vend, { tokenless: course.answer === 'tokenless' }), wire }
  }

  /** Refuses with a code of theirs, and keeps the request id as used. */
  refuse(purchase: Purchase, code: string): Served {
    return { answer: vendAnswer(this.#record(purchase, { end: 'failed', code })), wire: null }
  }

  #record(purchase: Purchase, course: Course & { end: Vend['end'] }): Vend {
    const { service, ...asked } = purchase
    const now = Date.now()
    const vend: Vend = {
      ...asked,
      serviceID: service.serviceID,
      transactionId: digitsFrom(`${purchase.requestId} transaction`, 20),
      servedKobo: course.half ? Math.floor(asked.amountKobo / 2) : asked.amountKobo,
      servedTo: course.elsewhere ? neighbour(asked.billersCode) : asked.billersCode,
      receivedAt: new Date(now).toISOString(),
      settlesAt: new Date(now + this.ground.paced(course.settlesInMs ?? 0)).toISOString(),
      end: course.end,
      code: course.code,
      hiddenFor: course.hiddenFor ?? 0,
    }
    this.state.record({ kind: 'vended', vend })
    return vend
  }
}

/** The same number with another last digit. */
const neighbour = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
