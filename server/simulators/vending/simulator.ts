import type { History } from '../history.ts'
import { digitsFrom, nameFor } from '../people.ts'
import type { SimulatorContext } from '../provider.ts'
import type { WireFault } from '../wire.ts'
import type { PurchaseResult } from './beneficiaries.ts'
import { type Vend, VendingState, type VendorConfig } from './state.ts'

/** Faults of every vendor. */
const vendingBehaviours = {
  timeout_then_deliver: 'Delivers the next purchase, and never responds.',
  timeout_then_fail: 'Fails the next purchase, and never responds; a requery reports the failure.',
  error_500: 'Delivers the next purchase, and responds with HTTP 500.',
  html: 'Delivers the next purchase, and responds with HTML.',
  truncated: 'Delivers the next purchase, and truncates the response.',
  slow_bytes: 'Delivers the next purchase, and sends one byte of the response a second.',
  unknown_then_delivered:
    'Delivers the next purchase without a response; the first two requeries report an unknown request id.',
  success_without_token:
    'Delivers the next purchase with a response without token and PINs; a requery returns them.',
  wrong_amount: 'Delivers half of the next purchase.',
  wrong_meter: 'Delivers the next purchase to another meter.',
  catalogue_down: 'Responds with HTTP 500 to the next request for variations and prices.',
  verify_down: 'Cannot reach the biller at the next lookup.',
  other_name: 'Returns another customer name at the next lookup.',
  odd_name:
    'Returns a customer name of 257 characters at the next lookup: a lone surrogate, a NUL, and emoji.',
  float_empty: 'Rejects the next purchase because our float is too low.',
  not_processed: 'Does not process the next purchase.',
  disconnect: 'Closes the connection at the next purchase, which it does not process.',
  requery_500: 'Responds with HTTP 500 to the next requery.',
  requery_timeout: 'Never responds to the next requery.',
} as const

/** A fault of vendors that reject a call with a wrong key. */
export const rejectedRequery = { requery_rejected: 'Rejects the key of the next requery.' } as const

/** Why a purchase failed; each vendor maps it to its own code. */
type FailureReason = 'failed' | 'float_empty' | 'not_processed' | 'reversed'

/** A response that differs from the result. `support_review`: it names the vendor's support instead. */
type ResponseFault = 'tokenless' | 'unexpected' | 'support_review'

/** The scenario of one purchase: its result and the transport of its response. */
export interface Scenario {
  /** Null: the purchase is not received. */
  readonly end: Vend['end'] | null
  readonly reason?: FailureReason
  /** Milliseconds until the result is final. */
  readonly settlesAfterMs?: number
  /** Milliseconds until the delivery is reversed. */
  readonly reversesAfterMs?: number
  readonly hiddenRequeries?: number
  readonly wireFault?: WireFault
  readonly responseFault?: ResponseFault
  readonly halfAmount?: boolean
  readonly wrongBeneficiary?: boolean
}

const delivered = { end: 'delivered' } as const

const scenarioByResult: Readonly<Record<PurchaseResult, Scenario>> = {
  delivered,
  pending_then_delivered: { ...delivered, settlesAfterMs: 3_000 },
  timeout_then_delivered: { ...delivered, settlesAfterMs: 1_000, wireFault: 'silence' },
  failed: { end: 'failed', reason: 'failed' },
  no_answer: { end: null, wireFault: 'cut' },
  pending_for_ever: { end: 'pending' },
  unexpected: { end: 'pending', responseFault: 'unexpected' },
  timeout: { end: 'failed', reason: 'failed', wireFault: 'silence' },
}

const scenarioByFault: Readonly<Record<string, Scenario>> = {
  timeout_then_deliver: { ...delivered, wireFault: 'silence' },
  timeout_then_fail: { end: 'failed', reason: 'failed', wireFault: 'silence' },
  error_500: { ...delivered, wireFault: 'error_500' },
  html: { ...delivered, wireFault: 'html' },
  truncated: { ...delivered, wireFault: 'truncated' },
  slow_bytes: { ...delivered, wireFault: 'slow_bytes' },
  unknown_then_delivered: { ...delivered, wireFault: 'cut', hiddenRequeries: 2 },
  success_without_token: { ...delivered, responseFault: 'tokenless' },
  wrong_amount: { ...delivered, halfAmount: true },
  wrong_meter: { ...delivered, wrongBeneficiary: true },
  float_empty: { end: 'failed', reason: 'float_empty' },
  not_processed: { end: 'failed', reason: 'not_processed' },
  disconnect: { end: null, wireFault: 'cut' },
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
  | 'requeryKey'
  | 'vertical'
>

export interface VendResult {
  /** Null when no purchase was recorded. */
  readonly vend: Vend | null
  readonly wireFault: WireFault | null
  readonly responseFault: ResponseFault | null
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
  readonly state: VendingState
  readonly context: SimulatorContext
  readonly #deps: VendingSimulatorDeps
  readonly #scenarios: Readonly<Record<string, Scenario>>
  readonly #faults: {
    consume(behaviour: string): boolean
    oneOf(behaviours: readonly string[]): string | null
  }

  constructor(
    context: SimulatorContext,
    deps: VendingSimulatorDeps,
    behaviours: Readonly<Record<string, string>> = {},
  ) {
    const extraScenarios = Object.entries(deps.extraScenarios ?? {})
    this.context = context
    this.state = new VendingState(context.journal, deps)
    this.#deps = deps
    this.#scenarios = {
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

  serve(purchase: Purchase, result: PurchaseResult): VendResult {
    const fault = this.#faults.oneOf(Object.keys(this.#scenarios))
    const scenario = (fault && this.#scenarios[fault]) || scenarioByResult[result]
    const vend = scenario.end === null ? null : this.#record(purchase, { ...scenario, end: scenario.end })
    return {
      vend,
      wireFault: scenario.wireFault ?? null,
      responseFault: scenario.responseFault ?? null,
      fault,
    }
  }

  /** Rejects a purchase with a vendor code and marks the request id as used. */
  reject(purchase: Purchase, code: string): Vend {
    return this.#record(purchase, { end: 'failed' }, code)
  }

  /** Opens the float, and adds purchases of the past that are not known yet. */
  addHistory({ vends, floats = [] }: History): void {
    for (const float of floats) if (float.vendor === this.#deps.party) this.state.openFloat(float.amount_kobo)
    for (const past of vends) {
      if (past.vendor !== this.#deps.party || this.state.vend(past.request_id)) continue
      const vend: Vend = {
        requestId: past.request_id,
        transactionId: past.transaction_id,
        serviceID: past.product,
        variation: past.variation,
        billersCode: past.beneficiary,
        phone: past.phone,
        quantity: past.quantity,
        amountKobo: past.amount_kobo,
        vendedKobo: past.amount_kobo,
        vendedBeneficiary: past.beneficiary,
        receivedAt: past.at,
        settlesAt: past.at,
        end: past.result,
        code: this.#deps.codes[past.result === 'failed' ? 'failed' : 'delivered'],
        hiddenRequeries: 0,
      }
      this.state.record({ kind: 'vended', vend })
    }
  }

  /** Waits for the configured processing time. */
  async waitForProcessing(): Promise<void> {
    const { vendMs } = this.context.settings
    if (vendMs > 0) await new Promise<void>((done) => this.context.setTimer(vendMs, done))
  }

  #record(purchase: Purchase, scenario: Scenario & { end: Vend['end'] }, code?: string): Vend {
    const now = Date.now()
    const reason = scenario.reason ?? (scenario.end === 'reversed' ? 'reversed' : 'delivered')
    const vend: Vend = {
      ...purchase,
      transactionId: digitsFrom(`${purchase.requestId} transaction`, 20),
      vendedKobo: scenario.halfAmount ? Math.floor(purchase.amountKobo / 2) : purchase.amountKobo,
      vendedBeneficiary: scenario.wrongBeneficiary
        ? adjacentNumber(purchase.billersCode)
        : purchase.billersCode,
      receivedAt: new Date(now).toISOString(),
      settlesAt: new Date(now + this.context.startDelay(scenario.settlesAfterMs ?? 0)).toISOString(),
      end: scenario.end,
      code: code ?? this.#deps.codes[reason],
      hiddenRequeries: scenario.hiddenRequeries ?? 0,
      ...(scenario.reversesAfterMs && {
        reversesAt: new Date(now + this.context.startDelay(scenario.reversesAfterMs)).toISOString(),
      }),
    }
    this.state.record({ kind: 'vended', vend })
    return vend
  }
}

/** The same number with another last digit. */
const adjacentNumber = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`
