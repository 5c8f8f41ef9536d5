import { Router } from 'express'
import type { Provider, SimulatorContext } from '../provider.ts'
import { VendingSimulator } from '../vending/simulator.ts'
import type { VendingEvent } from '../vending/state.ts'
import { irechargeApi } from './api.ts'
import { type Lookup, Lookups } from './lookups.ts'
import { statuses } from './responses.ts'

const codes = {
  delivered: statuses.done,
  failed: statuses.failed,
  float_empty: statuses.float_empty,
  not_processed: statuses.not_processed,
  reversed: statuses.failed,
} as const

const behaviours = { wallet_empty: 'Reports an empty wallet to the next balance request.' } as const

/** iRecharge: lookup with access token, purchase, status by that token, price lists, balance. */
export function irechargeProviders(context: SimulatorContext): Provider[] {
  const simulator = new VendingSimulator(
    context,
    { party: 'irecharge', codes, commissionKobo: () => 0 },
    behaviours,
  )
  const lookups = new Lookups(context.journal)
  return [
    {
      name: 'irecharge',
      api: Router().use('/v2', irechargeApi(simulator, lookups)),
      replay: (event) => simulator.state.apply(event as VendingEvent),
      reset: () => simulator.state.reset(),
      records: () => simulator.state.records(),
      addHistory: (history) => simulator.addHistory(history),
    },
    {
      name: lookups.party,
      replay: (event) => lookups.apply(event as Lookup),
      reset: () => lookups.reset(),
    },
  ]
}
