import type { OrderState, OrderStatus, OrderStep } from '../../shared/orders.ts'
import { orderCardTexts } from './order-card-texts.ts'

export interface TimelineStep {
  text: string
  /** When it happened, or since when it lasts; null for what comes next. */
  at: string | null
  status: 'done' | 'failed' | 'current' | 'next'
}

interface TimelineInput {
  state: OrderState
  steps: readonly OrderStep[]
  money?: Pick<OrderStatus['money'], 'status'>
  /** The refund waits for the decision of the payer's bank about a dispute. */
  refund_held?: boolean | undefined
  /** Another person paid: the refund is theirs. */
  paid_by_other?: boolean | undefined
  /** The disco or network that delivers; null where it is unknown. */
  biller: string | null
  /** The step in progress, in the words of the service. */
  currentText?: string | undefined
}

/** The past steps of an order with their times, the current step and the next ones. */
export function timelineSteps({ state, steps, money, biller, ...input }: TimelineInput): TimelineStep[] {
  const name = biller ?? orderCardTexts.unnamedBiller()
  const completedSteps = steps.map(({ state: entered, at }, index): TimelineStep => {
    const isRepeated = entered === 'vending' && steps.slice(0, index).some((step) => step.state === entered)
    const text = isRepeated ? orderCardTexts.vendingAgainStep() : pastTexts[entered](name)
    return { text, at, status: entered === 'vend_failed' ? 'failed' : 'done' }
  })
  // An order that was not paid has no step in progress.
  const plan = money?.status === 'not_taken' ? null : plans[state]
  if (!plan) return completedSteps
  const currentText = refundText(state, input) ?? input.currentText
  return [
    ...completedSteps,
    { text: currentText ?? plan.current(name), at: steps.at(-1)?.at ?? null, status: 'current' },
    ...plan.next.map((text): TimelineStep => ({ text: text(name), at: null, status: 'next' })),
  ]
}

/** The step in progress of a refund that waits, or that another person gets; undefined for any other step. */
function refundText(
  state: OrderState,
  { refund_held, paid_by_other }: Pick<TimelineInput, 'refund_held' | 'paid_by_other'>,
): string | undefined {
  if (refund_held) return paid_by_other ? orderCardTexts.payerRefundHeldNow() : orderCardTexts.refundHeldNow()
  if (!paid_by_other) return undefined
  if (state === 'vend_failed') return orderCardTexts.payerFailedNow()
  return state === 'refunding' ? orderCardTexts.payerRefundingNow() : undefined
}

const pastTexts = {
  quoted: () => orderCardTexts.quotedStep(),
  awaiting_payment: () => orderCardTexts.awaitingPaymentStep(),
  paid: () => orderCardTexts.paidStep(),
  vending: (biller) => orderCardTexts.vendingStep({ biller }),
  delivered: () => orderCardTexts.deliveredStep(),
  vend_failed: () => orderCardTexts.vendFailedStep(),
  refunding: () => orderCardTexts.refundingStep(),
  refunded: () => orderCardTexts.refundedStep(),
  expired: () => orderCardTexts.expiredStep(),
} satisfies Record<OrderState, (biller: string) => string>

interface Plan {
  current: (biller: string) => string
  next: readonly ((biller: string) => string)[]
}

const deliveryText = () => orderCardTexts.deliveredNext()

/** The step in progress and the next ones. Null for final states, and for `quoted`: no payment was started. */
const plans = {
  quoted: null,
  awaiting_payment: {
    current: () => orderCardTexts.checkingNow(),
    next: [(biller) => orderCardTexts.vendingStep({ biller }), deliveryText],
  },
  paid: { current: (biller) => orderCardTexts.sendingNow({ biller }), next: [deliveryText] },
  vending: { current: (biller) => orderCardTexts.deliveringNow({ biller }), next: [deliveryText] },
  delivered: null,
  vend_failed: { current: () => orderCardTexts.failedNow(), next: [] },
  refunding: {
    current: () => orderCardTexts.refundingNow(),
    next: [() => orderCardTexts.refundedNext()],
  },
  refunded: null,
  expired: null,
} satisfies Record<OrderState, Plan | null>
