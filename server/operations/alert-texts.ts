import { defineTexts } from '../../shared/i18n.ts'

/** Alerts to operators, by e-mail. */
export const alertTexts = defineTexts('alert', {
  keyRejectedSubject: '{gateway} rejects our API key',
  keyRejected:
    'No payment can be made at this gateway. Open payments and refunds stay pending; none is treated as failed.',
  keyRejectedNext: 'Their status is checked again until the key is accepted. This alert is sent once a day.',

  jobFailedSubject: 'the job {job} failed',
  jobFailed: 'See the log for details. It will be retried. This alert is sent once a day.',

  invariantSubject: 'invariant {invariant} is violated',
  invariantViolated: '{invariant}: this does not hold for {subject}.',
  ordersContinue: 'It does not stop orders. To accept it: {command}.',
  ordersStopped:
    '{service} takes no new orders until the invariant holds again or an operator accepts the violation: {command}.',
  everyService: 'Every service',

  pausedSubject: '{vendor} is paused for {service}',
  paused: '{vendor}: {service} paused ({cause}).',
  pausedNoResponse: 'no response',
  pausedFailing: 'deliveries fail, not through customers’ errors',
  floatNeeded: 'Our float at this vendor must hold at least {amount}.',
  pausedNext:
    'New orders go to another vendor; without one, the service is shown as unavailable. The vendor is probed and resumes automatically.',
  resumedSubject: '{vendor} resumes {service}',
  resumed: '{vendor} passed two probes. A failure of the next orders pauses it again.',

  unsettledSubject: '{gateway} has not paid out payments',
  unsettled:
    '{count, plural, one {# payment} other {# payments}}, {amount} in total, succeeded more than {days} days ago and {count, plural, one {is} other {are}} in no paid settlement.',
  unsettledNext:
    'They are listed under Money, Settlements. Ask the gateway. This alert is sent at most once a day.',

  settlementsUnreadSubject: 'The settlements of {gateway} cannot be read',
  settlementsUnread:
    '{count, plural, one {# payment} other {# payments}}, {amount} in total, succeeded more than {days} days ago. Whether the gateway has paid {count, plural, one {it} other {them}} out is unknown.',
  settlementsUnreadNext:
    'The list is requested again every two hours. See the log, and check the payouts in the dashboard of the gateway. This alert is sent once a day.',

  dayNotReconciled: '{day} is not reconciled',
  dayWithDoubleVend: '{day} has a double vend',
  dayVolume: 'The counterparties confirmed {reconciled} of {volume}.',
  dayCounts:
    'Outcomes unknown for more than half an hour: {unknown}. Double vends: {doubleVends}. Open reconciliation breaks: {breaks}.',
})
