import type { Ground, Party } from '../party.ts'
import { paystackApi } from './api.ts'
import { paystackCheckout, visitPaystack } from './checkout.ts'
import { Desk } from './desk.ts'
import type { Event } from './facts.ts'

/** Paystack: API, hosted checkout, signed webhooks. */
export function paystackParties(ground: Ground): Party[] {
  const desk = new Desk(ground)
  return [
    {
      name: 'paystack',
      api: paystackApi(desk),
      checkout: paystackCheckout(desk),
      replay: (event) => desk.state.apply(event as Event),
      reset: () => desk.state.reset(),
      truth: () => desk.state.truth(),
      visit: (visit) => visitPaystack(desk, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = desk.state.accountNumbered(accountNumber)
        const customer = account && desk.state.customer(account.customerCode)
        return customer ? desk.receive(customer, amountKobo).reference : null
      },
      dispute({ reference, decides, amountKobo }) {
        const payment = desk.state.payment(reference)
        const ending = payment && desk.state.ending(payment)
        if (!payment || ending?.is !== 'paid') return null
        const leftKobo = ending.amountKobo - desk.state.refundedKobo(reference)
        const open = desk.state.disputesOf(reference).find((it) => !desk.state.disputeEnd(it))
        const dispute = open ?? desk.contest(payment)
        if (decides)
          desk.resolve(dispute, payment, {
            resolution: decides === 'payer' ? 'merchant-accepted' : 'declined',
            refundKobo: decides === 'payer' ? Math.min(amountKobo ?? leftKobo, leftKobo) : 0,
          })
        return dispute.id
      },
    },
    {
      name: 'paystack.hooks',
      replay: (event) => desk.hooks.replay(event),
      resume: () => desk.hooks.resume(),
      reset: () => desk.hooks.reset(),
    },
  ]
}
