import type { History } from '../history.ts'
import { digitsFrom, nameFor } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import type { WireFault } from '../wire.ts'
import type { Ending } from './beneficiaries.ts'
import { State, type Vend, type VendorConfig } from './state.ts'

/** Faults of every vendor. */
const vendingBehaviours = {
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
  odd_name: 'Gives a name of 257 characters at the next lookup: a lone surrogate, a NUL, and emoji.',
  float_empty: 'Says that our wallet there is too low for the next purchase.',
  not_processed: 'Does not process the next purchase.',
  disconnect: 'Cuts the connection at the next purchase before doing anything.',
  requery_500: 'Answers the next requery with HTTP 500.',
  requery_timeout: 'Never answers the next requery.',
} as const

/** Why a purchase failed; each vendor maps it to its own code. */
type FailureReason = 'failed' | 'float_empty' | 'not_processed' | 'reversed'

/** The scenario of one purchase: its result and the transport of its response. */
export interface Scenario {
  /** Null: the purchase is not received. */
  readonly end: Vend['end'] | null
  readonly reason?: FailureReason
  /** Milliseconds until the result is final. */
  readonly settlesAfterMs?: number
  /** Milliseconds until the delivery is reversed. */
  readonly reversesAfterMs?: number
  readonly hiddenFor?: number
  readonly wire?: WireFault
  readonly answer?: 'tokenless' | 'unexpected'
  readonly halfAmount?: boolean
  readonly wrongBeneficiary?: boolean
}

const delivered = { end: 'delivered' } as const

const scenarioByEnding: Readonly<Record<Ending, Scenario>> = {
  delivered,
  pending_then_delivered: { ...delivered, settlesAfterMs: 3_000 },
  timeout_then_delivered: { ...delivered, settlesAfterMs: 1_000, wire: 'silence' },
  failed: { end: 'failed', reason: 'failed' },
  no_answer: { end: null, wire: 'cut' },
  pending_for_ever: { end: 'pending' },
  unexpected: { end: 'pending', answer: 'unexpected' },
  timeout: { end: 'failed', reason: 'failed', wire: 'silence' },
}

const scenarioByFault: Readonly<Record<string, Scenario>> = {
  timeout_then_deliver: { ...delivered, wire: 'silence' },
  timeout_then_fail: { end: 'failed', reason: 'failed', wire: 'silence' },
  error_500: { ...delivered, wire: 'error_500' },
  html: { ...delivered, wire: 'html' },
  truncated: { ...delivered, wire: 'truncated' },
  slow_bytes: { ...delivered, wire: 'slow_bytes' },
  unknown_then_delivered: { ...delivered, wire: 'cut', hiddenFor: 2 },
  success_without_token: { ...delivered, answer: 'tokenless' },
  wrong_amount: { ...delivered, halfAmount: true },
  wrong_meter: { ...delivered, wrongBeneficiary: true },
  float_empty: { end: 'failed', reason: 'float_empty' },
  not_processed: { end: 'failed', reason: 'not_processed' },
  disconnect: { end: null, wire: 'cut' },
}

/** A requested purchase, in the vendor's codes; the amount covers the whole quantity. */
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

export interface VendResult {
  /** Null when no purchase was recorded. */
  readonly vend: Vend | null
  readonly wire: WireFault | null
  readonly answer: 'tokenless' | 'unexpected' | null
  /** The injected fault. */
  readonly fault: string | null
}

export interface VendingSimulatorDeps extends VendorConfig {
  readonly codes: Readonly<Record<FailureReason | 'delivered', string>>
  /** Additional purchase scenarios of this vendor. */
  readonly extraScenarios?: Readonly<Record<string, { message: string; scenario: Scenario }>>
}

/** Simulates purchases at a vendor. */
export class VendingSimulator {
  readonly state: State
  readonly context: SimulatorContext
  readonly #parts: VendingSimulatorDeps
  readonly #courses: Readonly<Record<string, Scenario>>
  readonly #faults: { consume(behaviour: string): boolean; oneOf(some: readonly string[]): string | null }

  constructor(
    context: SimulatorContext,
    deps: VendingSimulatorDeps,
    behaviours: Readonly<Record<string, string>> = {},
  ) {
    const extraScenarios = Object.entries(deps.extraScenarios ?? {})
    this.context = context
    this.state = new State(context.journal, deps)
    this.#parts = deps
    this.#courses = {
      ...scenarioByFault,
      ...Object.fromEntries(extraScenarios.map(([name, extra]) => [name, extra.scenario])),
    }
    this.#faults = context.faults.declare<Record<string, string>>(deps.party, {
      ...vendingBehaviours,
      ...Object.fromEntries(extraScenarios.map(([name, extra]) => [name, extra.message])),
      ...behaviours,
    })
  }

  consume(behaviour: string): boolean {
    return this.#faults.consume(behaviour)
  }

  /** The customer name returned by a lookup. */
  nameOf(number: string): string {
    if (this.consume('odd_name')) return `ADAE \ud83d\u0000 ${'😀'.repeat(250)}`
    return nameFor(this.consume('other_name') ? `${number} other` : number).toUpperCase()
  }

  serve(purchase: Purchase, ending: Ending): VendResult {
    const fault = this.#faults.oneOf(Object.keys(this.#courses))
    const scenario = (fault && this.#courses[fault]) || scenarioByEnding[ending]
    const vend = scenario.end === null ? null : this.#record(purchase, { ...scenario, end: scenario.end })
    return { vend, wire: scenario.wire ?? null, answer: scenario.answer ?? null, fault }
  }

  /** Rejects a purchase with a vendor code and marks the request id as used. */
  reject(purchase: Purchase, code: string): Vend {
    return this.#record(purchase, { end: 'failed' }, code)
  }

  /** Adds purchases of the past that are not known yet. */
  addHistory({ vends }: History): void {
    for (const past of vends) {
      if (past.vendor !== this.#parts.party || this.state.vend(past.request_id)) continue
      const vend: Vend = {
        requestId: past.request_id,
        transactionId: past.transaction_id,
        serviceID: past.product,
        variation: past.variation,
        billersCode: past.beneficiary,
        phone: past.phone,
        quantity: past.quantity,
        amountKobo: past.amount_kobo,
        servedKobo: past.amount_kobo,
        servedTo: past.beneficiary,
        receivedAt: past.at,
        settlesAt: past.at,
        end: past.result,
        code: this.#parts.codes[past.result === 'failed' ? 'failed' : 'delivered'],
        hiddenFor: 0,
      }
      this.state.record({ kind: 'vended', vend })
    }
  }

  /** Waits for the configured processing time. */
  async waitForProcessing(): Promise<void> {
    const { vendMs } = this.context.settings
    if (vendMs > 0) await new Promise<void>((done) => this.context.later(vendMs, done))
  }

  #record(purchase: Purchase, scenario: Scenario & { end: Vend['end'] }, code?: string): Vend {
    const now = Date.now()
    const reason = scenario.reason ?? (scenario.end === 'reversed' ? 'reversed' : 'delivered')
    const vend: Vend = {
      ...purchase,
      transactionId: digitsFrom(`${purchase.requestId} transaction`, 20),
      servedKobo: scenario.halfAmount ? Math.floor(purchase.amountKobo / 2) : purchase.amountKobo,
      servedTo: scenario.wrongBeneficiary ? neighbour(purchase.billersCode) : purchase.billersCode,
      receivedAt: new Date(now).toISOString(),
      settlesAt: new Date(now + this.context.paced(scenario.settlesAfterMs ?? 0)).toISOString(),
      end: scenario.end,
      code: code ?? this.#parts.codes[reason],
      hiddenFor: scenario.hiddenFor ?? 0,
      ...(scenario.reversesAfterMs && {
        reversesAt: new Date(now + this.context.paced(scenario.reversesAfterMs)).toISOString(),
      }),
    }
    this.state.record({ kind: 'vended', vend })
    return vend
  }
}

/** The same number with another last digit. */
const neighbour = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
