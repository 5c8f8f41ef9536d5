import { defineTexts } from '../../shared/i18n.ts'

/** Receipts and notifications on this device. */
export const deviceTexts = defineTexts('purchase-device', {
  title: 'On this device',

  keptUntilSignOut:
    'This receipt is kept on this device and opens without a connection. It is deleted when you sign out.',
  kept: 'This receipt is kept on this device and opens without a connection.',
  keepOffer:
    'You can keep this receipt and your next ones on this device, to open them without a connection. Do not do this on a device that you share.',
  keep: 'Keep on this device',
  keepFailed: 'This browser cannot keep receipts. Please download the receipt instead.',
  openKept: 'Receipts on this device',
  remove: 'Delete all receipts from this device',
  removed: 'The receipts are deleted from this device.',

  pushTitle: 'Notifications',
  pushOffer:
    'Get a notification on this device when a purchase is delivered, a refund is sent, or a service that you asked about is available again.',
  pushOn: 'This device gets a notification about deliveries, refunds and services that you asked about.',
  turnPushOn: 'Turn on notifications',
  turnPushOff: 'Turn off notifications',
  pushTurnedOn: 'Notifications are on.',
  pushTurnedOff: 'Notifications are off.',
  pushNotAllowed: 'Notifications stay off. Your browser asks again when you press the button.',
  pushBlocked:
    'Your browser does not allow notifications from this site. You can allow them in the settings of your browser.',
  pushFailed: 'Notifications could not be changed. Please try again.',
})
