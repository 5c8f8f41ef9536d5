import type { Ground, Party } from '../party.ts'
import { paystackApi } from './api.ts'
import { paystackCheckout, visitPaystack } from './checkout.ts'
import { Desk } from './desk.ts'
import type { Event } from './state.ts'

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
    },
    {
      name: 'paystack.hooks',
      replay: (event) => desk.hooks.replay(event),
      resume: () => desk.hooks.resume(),
      reset: () => desk.hooks.reset(),
    },
  ]
}
