import { defineTexts } from '../../shared/i18n.ts'

/** Provider settings. */
export const configsTexts = defineTexts('managementConfigs', {
  title: 'Provider settings',
  providersColumn: 'Service Providers',
  statusColumn: 'Service Status',
  othersColumn: 'Others',
  enable: 'Enable',
  disable: 'Disable',
  paymentGateway: 'Payment Gateway',
  serviceGateway: 'Service Gateway',
  noChanges: 'No changes detected.',
  save: 'Update Configs',
  changedMeanwhile:
    'Someone else changed {count, plural, one {# setting} other {# settings}}. See the notes below the settings.',
  conflict: 'Someone else set this to {value}. Your change is not saved.',
  changedByOther: 'Changed by someone else. Before: {value}.',

  power: 'Power',
  cabletv: 'Cable TV',
  data: 'Internet Data',
  airtime: 'Airtime',
  education: 'Education',
  insurance: 'Insurance',
  ticket: 'Ticket',

  providerStatusTitle: 'Provider status',
  notProvidedOption: '{provider} (does not provide this service)',
  notConfiguredOption: '{provider} (not configured)',
  notConfigured: 'Not configured. Add API keys.',
  gateway: 'Payment gateway.',
  vendor: 'Services: {services}.',
  paused: 'Paused for {service}: {reason}.',
  unknownReason: 'unknown',
  activeLabel: 'Active',
  activeExplanation: 'It can get new orders.',
  pausedLabel: 'Paused',
  pausedExplanation: 'It gets no new orders of at least one service.',
  notConfiguredLabel: 'Not configured',
  lastDelivery: 'Last delivery <time></time>.',
  noDelivery: 'No delivery in the last 24 hours.',
  deliveryRate:
    '{percent, number} % of {count, plural, one {# attempt} other {# attempts}} in the last hour delivered.',
  noAttempts: 'No attempts in the last hour.',
  lastPayment: 'Last payment <time></time>.',
  noPayment: 'No payment in the last 24 hours.',
  paymentRate:
    '{percent, number} % of {count, plural, one {# payment} other {# payments}} in the last hour succeeded.',
  noPayments: 'No payments in the last hour.',
  floatByLedger: 'Float by our ledger: {amount}',
})
