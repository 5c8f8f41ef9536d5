import { defineStateMachine } from '../database/index.ts'

/** State machine of a campaign. Messages are sent only while it is `sending`; a paused one becomes `sent` when its last messages had been started before. */
export const campaignMachine = defineStateMachine('campaigns', {
  scheduled: { sending: ['clock.send_time_reached'], stopped: ['manager.stopped'] },
  sending: {
    paused: ['manager.paused'],
    stopped: ['manager.stopped'],
    sent: ['worker.recipients_completed'],
  },
  paused: {
    sending: ['manager.continued'],
    stopped: ['manager.stopped'],
    sent: ['worker.recipients_completed'],
  },
  stopped: {},
  sent: {},
})

/** State machine of a recipient. `sending`: a worker claimed it and may be sending to it now. */
export const campaignRecipientMachine = defineStateMachine('campaign_recipients', {
  pending: { sending: ['worker.claimed'], cancelled: ['manager.stopped'] },
  sending: {
    sending: ['clock.lease_expired'],
    pending: ['worker.retry_scheduled', 'worker.claim_released'],
    sent: ['provider.accepted'],
    failed: ['provider.rejected', 'worker.retries_exhausted', 'customer.opted_out'],
    cancelled: ['manager.stopped'],
  },
  sent: {},
  failed: {},
  cancelled: {},
})
