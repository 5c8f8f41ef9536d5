import type { DisputeRequest, Provider, SimulatorContext } from '../provider.ts'
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
      records: () => simulator.state.records(),
      addHistory: (history) => addPaystackHistory(simulator.state, history),
      visit: (visit) => visitPaystack(simulator, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = simulator.state.accountByNumber(accountNumber)
        const customer = account && simulator.state.customer(account.customerCode)
        return customer ? simulator.receive(customer, amountKobo).reference : null
      },
      dispute: (request) => disputePayment(simulator, request),
    },
    {
      name: 'paystack.hooks',
      replay: (event) => simulator.webhooks.replay(event),
      resume: () => simulator.webhooks.resume(),
      reset: () => simulator.webhooks.reset(),
    },
  ]
}

/** Disputes a paid payment, and decides the dispute if requested; null when the payment is not paid. */
function disputePayment(
  simulator: PaystackSimulator,
  { reference, decides, amountKobo }: DisputeRequest,
): string | null {
  const { state } = simulator
  const payment = state.payment(reference)
  const outcome = payment && state.paymentOutcome(payment)
  if (!payment || outcome?.type !== 'paid') return null
  const remainingKobo = outcome.amountKobo - state.returnedKobo(reference)
  const openDispute = state.disputesOf(reference).find((dispute) => !state.disputeEnd(dispute))
  const dispute = openDispute ?? simulator.contest(payment)
  if (decides === 'payer')
    simulator.resolve(dispute, payment, {
      resolution: 'merchant-accepted',
      refundKobo: Math.min(amountKobo ?? remainingKobo, remainingKobo),
    })
  else if (decides) simulator.resolve(dispute, payment, { resolution: 'declined', refundKobo: 0 })
  return dispute.id
}
