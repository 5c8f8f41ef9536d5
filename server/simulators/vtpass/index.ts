import { Router } from 'express'
import type { Ground, Party } from '../party.ts'
import { vtpassApi } from './api.ts'
import { Desk } from './desk.ts'
import type { Event } from './state.ts'

/** VTpass: lookup, purchase, requery, catalogue, float. */
export function vtpassParty(ground: Ground): Party {
  const desk = new Desk(ground)
  return {
    name: 'vtpass',
    api: Router().use('/api', vtpassApi(desk)),
    replay: (event) => desk.state.apply(event as Event),
    reset: () => desk.state.reset(),
    truth: () => desk.state.truth(),
  }
}
