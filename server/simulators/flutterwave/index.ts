import type { Provider, SimulatorContext } from '../provider.ts'
import { flutterwaveApi } from './api.ts'
import { flutterwaveCheckout, visitFlutterwave } from './checkout.ts'
import { FlutterwaveSimulator } from './simulator.ts'
import type { Event } from './state.ts'

/** Flutterwave, version 3: API, hosted checkout, webhooks. */
export function flutterwaveProviders(context: SimulatorContext): Provider[] {
  const simulator = new FlutterwaveSimulator(context)
  return [
    {
      name: 'flutterwave',
      api: flutterwaveApi(simulator),
      checkout: flutterwaveCheckout(simulator),
      replay: (event) => simulator.state.apply(event as Event),
      reset: () => simulator.state.reset(),
      records: () => simulator.state.records(),
      visit: (visit) => visitFlutterwave(simulator, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = simulator.state.account(accountNumber)
        return account ? String(simulator.receive(account, amountKobo).id) : null
      },
      dispute({ reference, decides, amountKobo }) {
        const { state } = simulator
        const attempt = state.paidAttempt(reference)
        if (!attempt) return null
        const leftKobo =
          attempt.amountKobo - state.refundedKobo(attempt.id) - state.chargedBackKobo(attempt.id)
        const disputedKobo = Math.min(amountKobo ?? leftKobo, leftKobo)
        const openChargeback = state
          .chargebacks()
          .find(({ tryId, end }) => tryId === attempt.id && end === null)
        const { id } = openChargeback ?? simulator.chargeBack(attempt, disputedKobo)
        if (decides) {
          const end = decides === 'payer' ? 'lost' : 'won'
          state.record({ kind: 'chargeback_ended', id, end, amountKobo: disputedKobo })
        }
        return String(id)
      },
    },
    {
      name: 'flutterwave.hooks',
      replay: (event) => simulator.webhooks.replay(event),
      resume: () => simulator.webhooks.resume(),
      reset: () => simulator.webhooks.reset(),
    },
  ]
}
