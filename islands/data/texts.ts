import { defineTexts } from '../../shared/i18n.ts'

/** Data plans. */
export const dataTexts = defineTexts('data', {
  formTitle: 'Buy data',
  preparingOrder: 'Preparing your order, please wait...',
  device: 'Device ID / phone number',
  deviceHint: 'Number or device to load',
  notifiedPhone: 'Send Notification To',
  notifiedPhoneHint: "We'll text this number when the data is delivered.",
  chooseNetwork: 'Choose the network',
  choosePlan: 'Choose the plan',

  detailsTitle: 'Is this the right number?',
  orderDescription: '{product} for {device}',
  beneficiary: '{device}, {network}',

  successTitle: 'Data sent',
})
