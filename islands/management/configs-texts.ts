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

  power: 'Power',
  cabletv: 'Cable TV',
  data: 'Internet Data',
  airtime: 'Airtime',
  education: 'Education',
  insurance: 'Insurance',
  ticket: 'Ticket',

  providerStatusTitle: 'Provider status',
  notConfigured: 'Not configured. Add API keys.',
  gateway: 'Payment gateway.',
  vendor: 'Services: {services}.',
  paused: 'Paused for {service}: {reason}.',
  unknownReason: 'unknown',
  floatByLedger: 'Float by our ledger: {amount}',
})
