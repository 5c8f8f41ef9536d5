import { Router } from 'express'
import type { Provider, SimulatorContext } from '../provider.ts'
import { rejectedRequery, VendingSimulator } from '../vending/simulator.ts'
import type { VendingEvent } from '../vending/state.ts'
import { buypowerApi } from './api.ts'

const codes = {
  delivered: 'delivered',
  failed: 'failed',
  float_empty: 'float_empty',
  not_processed: 'not_processed',
  reversed: 'reversed',
} as const

/** BuyPower: lookup, tariff lists, purchase, requery, balance; charges the full amount without a commission. */
export function buypowerProvider(context: SimulatorContext): Provider {
  const simulator = new VendingSimulator(
    context,
    { party: 'buypower', codes, commissionKobo: () => 0 },
    { badly_signed: 'Signs the next response with another key.', ...rejectedRequery },
  )
  return {
    name: 'buypower',
    api: Router().use('/v2', buypowerApi(simulator)),
    replay: (event) => simulator.state.apply(event as VendingEvent),
    reset: () => simulator.state.reset(),
    records: () => simulator.state.records(),
    addHistory: (history) => simulator.addHistory(history),
  }
}
