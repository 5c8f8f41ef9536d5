import type { Ground, Party } from '../party.ts'
import { monnifyApi } from './api.ts'
import { monnifyCheckout, visitMonnify } from './checkout.ts'
import { Desk } from './desk.ts'
import type { Event } from './state.ts'

/** Monnify: API with its login, hosted checkout, signed webhooks, BVN and reserved accounts. */
export function monnifyParties(ground: Ground): Party[] {
  const desk = new Desk(ground)
  return [
    {
      name: 'monnify',
      api: monnifyApi(desk),
      checkout: monnifyCheckout(desk),
      replay: (event) => desk.state.apply(event as Event),
      reset: () => desk.state.reset(),
      truth: () => desk.state.truth(),
      visit: (visit) => visitMonnify(desk, visit),
      transfer({ accountNumber, amountKobo }) {
        const account = desk.state.accountNumbered(accountNumber)
        return account ? desk.receive(account, amountKobo).reference : null
      },
    },
    {
      name: 'monnify.hooks',
      replay: (event) => desk.hooks.replay(event),
      resume: () => desk.hooks.resume(),
      reset: () => desk.hooks.reset(),
    },
  ]
}
