import { Router } from 'express'
import type { Ground, Party } from '../party.ts'
import { Desk } from '../vending/desk.ts'
import type { Event } from '../vending/state.ts'
import { statuses } from './answers.ts'
import { irechargeApi } from './api.ts'
import { type Lookup, Lookups } from './lookups.ts'

const codes = {
  delivered: statuses.done,
  failed: statuses.failed,
  float_empty: statuses.float_empty,
  not_processed: statuses.not_processed,
  reversed: statuses.failed,
} as const

const behaviours = { wallet_empty: 'Says that our wallet there is empty when it is next asked.' } as const

/** iRecharge: lookup that gives an access token, purchase, status by that token, lists, balance. */
export function irechargeParties(ground: Ground): Party[] {
  const desk = new Desk(ground, { party: 'irecharge', codes, commissionKobo: () => 0 }, behaviours)
  const lookups = new Lookups(ground.journal)
  return [
    {
      name: 'irecharge',
      api: Router().use('/v2', irechargeApi(desk, lookups)),
      replay: (event) => desk.state.apply(event as Event),
      reset: () => desk.state.reset(),
      truth: () => desk.state.truth(),
    },
    {
      name: lookups.party,
      replay: (event) => lookups.apply(event as Lookup),
      reset: () => lookups.reset(),
    },
  ]
}
