import { defineTexts } from '../../shared/i18n.ts'

/** Request to be notified when a paused service is back. */
export const notifyMeTexts = defineTexts('notify-me', {
  availableTitle: '{service} is available',
  reason: '{service}: {reason}',
  phoneHint: "We'll send one message. Enter a phone number or e-mail.",
  submit: 'Notify me',
  saving: 'Saving…',
  chooseService: 'Pay another bill',
})
