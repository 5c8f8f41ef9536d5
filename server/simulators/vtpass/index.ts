import { Router } from 'express'
import { createHooks, hookBehaviours } from '../hooks.ts'
import type { Ground, Party } from '../party.ts'
import { Desk } from '../vending/desk.ts'
import type { Event, Vend } from '../vending/state.ts'
import { commissionKobo, vendAnswer } from './answers.ts'
import { vtpassApi } from './api.ts'

const party = 'vtpass'
const codes = {
  delivered: '000',
  failed: '016',
  float_empty: '018',
  not_processed: '091',
  reversed: '040',
} as const
/** Their staff settles by hand what is stuck; a webhook tells of that alone. */
const staffMs = 3_000
const more = {
  reversed: { says: 'Reverses the next purchase (040).', course: { end: 'reversed', why: 'reversed' } },
  pending_then_webhook: {
    says: 'Leaves the next purchase pending; their staff delivers it 3 seconds later, and a webhook tells.',
    course: { end: 'delivered', settlesInMs: staffMs },
  },
  reversed_then_webhook: {
    says: 'Leaves the next purchase pending; their staff reverses it 3 seconds later, and a webhook tells.',
    course: { end: 'reversed', why: 'reversed', settlesInMs: staffMs },
  },
  delivered_then_webhook: {
    says: 'Delivers the next purchase; their staff takes it back 3 seconds later, and a webhook tells.',
    course: { end: 'delivered', reversesInMs: staffMs },
  },
} as const

/** VTpass: lookup, purchase, requery, catalogue, float, and an unsigned webhook of what its staff settled. */
export function vtpassParties(ground: Ground): Party[] {
  const desk = new Desk(ground, { party, codes, commissionKobo, more }, hookBehaviours)
  const hooks = createHooks(ground, {
    party,
    path: '/api/v1/webhooks/vtpass',
    faults: desk,
    sign: () => ({}),
    isTaken: (text) => /"response"\s*:\s*"success"/.test(text),
  })
  function told(vend: Vend, fault: string | null): void {
    if (!fault?.endsWith('_then_webhook')) return
    const asOf = Date.parse(vend.reversesAt ?? vend.settlesAt)
    const settled = { ...vendAnswer(vend, { asOf }), wallet_credit_id: null }
    const body = JSON.stringify({ type: 'transaction-update', data: settled })
    hooks.owe({ body, reference: vend.requestId, inMs: staffMs })
  }
  return [
    {
      name: party,
      api: Router().use('/api', vtpassApi(desk, told)),
      replay: (event) => desk.state.apply(event as Event),
      reset: () => desk.state.reset(),
      truth: () => desk.state.truth(),
    },
    {
      name: `${party}.hooks`,
      replay: (event) => hooks.replay(event),
      resume: () => hooks.resume(),
      reset: () => hooks.reset(),
    },
  ]
}
