import type { History } from '../history.ts'
import { demoAuthorizations } from './cards.ts'
import type { State } from './state.ts'

/** The card of every payment in the history. */
const cardNumber = demoAuthorizations.get('AUTH_demo_visa') ?? null

/** Adds the payments of the history that the simulator does not have, with their refunds and disputes. */
export function addPaystackHistory(state: State, { payments }: History): void {
  for (const payment of payments)
    if (payment.gateway === 'paystack' && !state.payment(payment.reference)) addPayment(state, payment)
}

function addPayment(state: State, payment: History['payments'][number]): void {
  const { id, reference, amount_kobo: amountKobo } = payment
  state.record({
    kind: 'opened',
    payment: {
      id,
      reference,
      accessCode: `past${id}`,
      amountKobo,
      currency: 'NGN',
      email: payment.email,
      callbackUrl: null,
      channels: ['card'],
      metadata: payment.order_reference === null ? null : { order_reference: payment.order_reference },
      openedAt: payment.opened_at,
    },
  })
  if (payment.paid_at !== null) {
    const capture = { amountKobo, currency: 'NGN', channel: 'card', cardNumber, at: payment.paid_at } as const
    state.record({ kind: 'ended', reference, ending: { type: 'paid', ...capture } })
  }
  for (const refund of payment.refunds) {
    const notes = { customerNote: null, merchantNote: null }
    state.record({
      kind: 'refunded',
      refund: {
        id: refund.id,
        reference,
        amountKobo: refund.amount_kobo,
        currency: 'NGN',
        ...notes,
        openedAt: refund.at,
      },
      outcome: { end: refund.status, at: refund.at },
    })
  }
  for (const { id: disputeId, opened_at, due_at, decision } of payment.disputes) {
    state.record({
      kind: 'disputed',
      dispute: { id: disputeId, reference, openedAt: opened_at, dueAt: due_at },
    })
    if (decision === null) continue
    const resolution = decision.refund_kobo > 0 ? 'merchant-accepted' : 'declined'
    const end = { resolution, refundKobo: decision.refund_kobo, at: decision.at } as const
    state.record({ kind: 'dispute_resolved', id: disputeId, end })
  }
}
