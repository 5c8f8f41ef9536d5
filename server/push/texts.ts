import { defineTexts } from '../../shared/i18n.ts'

/** Push notifications. They are shown on a locked screen, so they contain no token. */
export const pushServerTexts = defineTexts('server-push', {
  subscribed: 'Notifications are on.',
  unsubscribed: 'Notifications are off.',
  endpointRejected: 'This push service is not supported.',
  openOrder: 'Open your order.',
  openForm: 'You can buy now.',
})
