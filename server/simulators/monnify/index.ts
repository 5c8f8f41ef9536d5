import type { Provider, SimulatorContext } from '../provider.ts'
import { monnifyApi } from './api.ts'
import { monnifyCheckout, visitMonnify } from './checkout.ts'
import { MonnifySimulator } from './simulator.ts'
import type { Event } from './state.ts'

/** Monnify: API with its login, hosted checkout, signed webhooks, BVN and virtual accounts. */
export function monnifyProviders(context: SimulatorContext): Provider[] {
  const simulator = new MonnifySimulator(context)
  return [
    {
      name: 'monnify',
      api: monnifyApi(simulator),
      checkout: monnifyCheckout(simulator),
      replay: (event) => simulator.state.apply(event as Event),
      reset: () => simulator.state.reset(),
      records: () => simulator.state.records(),
      visit: (visit) => visitMonnify(simulator, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = simulator.state.accountByNumber(accountNumber)
        return account ? simulator.receive(account, amountKobo).reference : null
      },
    },
    {
      name: 'monnify.hooks',
      replay: (event) => simulator.webhooks.replay(event),
      resume: () => simulator.webhooks.resume(),
      reset: () => simulator.webhooks.reset(),
    },
  ]
}
