import type { Provider, SimulatorContext } from '../provider.ts'
import { paystackApi } from './api.ts'
import { paystackCheckout, visitPaystack } from './checkout.ts'
import { addPaystackHistory } from './history.ts'
import { PaystackSimulator } from './simulator.ts'
import type { Event } from './types.ts'

/** Paystack: API, hosted checkout, signed webhooks. */
export function paystackProviders(context: SimulatorContext): Provider[] {
  const simulator = new PaystackSimulator(context)
  return [
    {
      name: 'paystack',
      api: paystackApi(simulator),
      checkout: paystackCheckout(simulator),
      replay: (event) => simulator.state.apply(event as Event),
      reset: () => simulator.state.reset(),
      records: () => simulator.state.truth(),
      addHistory: (history) => addPaystackHistory(simulator.state, history),
      visit: (visit) => visitPaystack(simulator, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = simulator.state.accountNumbered(accountNumber)
        const customer = account && simulator.state.customer(account.customerCode)
        return customer ? simulator.receive(customer, amountKobo).reference : null
      },
      dispute({ reference, decides, amountKobo }) {
        const payment = simulator.state.payment(reference)
        const ending = payment && simulator.state.ending(payment)
        if (!payment || ending?.type !== 'paid') return null
        const leftKobo = ending.amountKobo - simulator.state.refundedKobo(reference)
        const open = simulator.state
          .disputesOf(reference)
          .find((dispute) => !simulator.state.disputeEnd(dispute))
        const dispute = open ?? simulator.contest(payment)
        if (decides)
          simulator.resolve(dispute, payment, {
            resolution: decides === 'payer' ? 'merchant-accepted' : 'declined',
            refundKobo: decides === 'payer' ? Math.min(amountKobo ?? leftKobo, leftKobo) : 0,
          })
        return dispute.id
      },
    },
    {
      name: 'paystack.hooks',
      replay: (event) => simulator.webhooks.replay(event),
      resume: () => simulator.webhooks.resume(),
      reset: () => simulator.webhooks.reset(),
    },
  ]
}
