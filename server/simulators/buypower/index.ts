import { Router } from 'express'
import type { Ground, Party } from '../party.ts'
import { Desk } from '../vending/desk.ts'
import type { Event } from '../vending/state.ts'
import { buypowerApi } from './api.ts'

const codes = {
  delivered: 'delivered',
  failed: 'failed',
  float_empty: 'float_empty',
  not_processed: 'not_processed',
  reversed: 'reversed',
} as const

/** BuyPower: lookup, tariff lists, purchase, requery, balance; it tells no commission, and takes the whole amount. */
export function buypowerParty(ground: Ground): Party {
  const desk = new Desk(
    ground,
    { party: 'buypower', codes, commissionKobo: () => 0 },
    { badly_signed: 'Signs the next answer with another key.' },
  )
  return {
    name: 'buypower',
    api: Router().use('/v2', buypowerApi(desk)),
    replay: (event) => desk.state.apply(event as Event),
    reset: () => desk.state.reset(),
    truth: () => desk.state.truth(),
  }
}
