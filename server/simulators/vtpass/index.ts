import { Router } from 'express'
import type { Provider, SimulatorContext } from '../provider.ts'
import { rejectedRequery, VendingSimulator } from '../vending/simulator.ts'
import type { Vend, VendingEvent } from '../vending/state.ts'
import { createWebhooks, webhookBehaviours } from '../webhooks.ts'
import { vtpassApi } from './api.ts'
import { commissionKobo, vendResponse } from './responses.ts'

const providerName = 'vtpass'
const codes = {
  delivered: '000',
  failed: '016',
  float_empty: '018',
  not_processed: '091',
  reversed: '040',
} as const
/** VTpass staff resolves unfinished purchases manually; webhooks are sent only for these. */
const settlementDelayMs = 3_000
const extraScenarios = {
  support_review: {
    message:
      'Delivers the next purchase, and responds that VTpass must be contacted (044); a requery never finds it.',
    scenario: { end: 'delivered', responseFault: 'support_review', hiddenRequeries: Number.MAX_SAFE_INTEGER },
  },
  reversed: {
    message: 'Reverses the next purchase (040).',
    scenario: { end: 'reversed', reason: 'reversed' },
  },
  pending_then_webhook: {
    message:
      'Leaves the next purchase pending; their staff delivers it 3 seconds later, and a webhook tells.',
    scenario: { end: 'delivered', settlesAfterMs: settlementDelayMs },
  },
  reversed_then_webhook: {
    message:
      'Leaves the next purchase pending; their staff reverses it 3 seconds later, and a webhook tells.',
    scenario: { end: 'reversed', reason: 'reversed', settlesAfterMs: settlementDelayMs },
  },
  delivered_then_webhook: {
    message:
      'Delivers the next purchase; VTpass staff reverse it 3 seconds later, and a webhook reports that.',
    scenario: { end: 'delivered', reversesAfterMs: settlementDelayMs },
  },
} as const

/** VTpass: lookup, purchase, requery, catalogue, float, and unsigned webhooks for purchases that VTpass staff complete or reverse. */
export function vtpassProviders(context: SimulatorContext): Provider[] {
  const simulator = new VendingSimulator(
    context,
    { party: providerName, codes, commissionKobo, extraScenarios },
    { ...webhookBehaviours, ...rejectedRequery },
  )
  const webhooks = createWebhooks(context, {
    provider: providerName,
    path: '/api/v1/webhooks/vtpass',
    faults: simulator,
    sign: () => ({}),
    isAccepted: (text) => /"response"\s*:\s*"success"/.test(text),
  })
  function onVend(vend: Vend, fault: string | null): void {
    if (!fault?.endsWith('_then_webhook')) return
    const asOf = Date.parse(vend.reversesAt ?? vend.settlesAt)
    const transactionBody = { ...vendResponse(vend, { asOf }), wallet_credit_id: null }
    const body = JSON.stringify({ type: 'transaction-update', data: transactionBody })
    webhooks.enqueue({ body, reference: vend.requestId, inMs: settlementDelayMs })
  }
  return [
    {
      name: providerName,
      api: Router().use('/api', vtpassApi(simulator, onVend)),
      replay: (event) => simulator.state.apply(event as VendingEvent),
      reset: () => simulator.state.reset(),
      records: () => simulator.state.records(),
      addHistory: (history) => simulator.addHistory(history),
    },
    {
      name: `${providerName}.hooks`,
      replay: (event) => webhooks.replay(event),
      resume: () => webhooks.resume(),
      reset: () => webhooks.reset(),
    },
  ]
}
