import type { Ground, Party } from '../party.ts'
import { flutterwaveApi } from './api.ts'
import { flutterwaveCheckout, visitFlutterwave } from './checkout.ts'
import { Desk } from './desk.ts'
import type { Event } from './state.ts'

/** Flutterwave, version 3: API, hosted checkout, webhooks. */
export function flutterwaveParties(ground: Ground): Party[] {
  const desk = new Desk(ground)
  return [
    {
      name: 'flutterwave',
      api: flutterwaveApi(desk),
      checkout: flutterwaveCheckout(desk),
      replay: (event) => desk.state.apply(event as Event),
      reset: () => desk.state.reset(),
      truth: () => desk.state.truth(),
      visit: (visit) => visitFlutterwave(desk, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = desk.state.account(accountNumber)
        return account ? String(desk.receive(account, amountKobo).id) : null
      },
    },
    {
      name: 'flutterwave.hooks',
      replay: (event) => desk.hooks.replay(event),
      resume: () => desk.hooks.resume(),
      reset: () => desk.hooks.reset(),
    },
  ]
}
