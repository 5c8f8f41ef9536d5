import { defineTexts } from '../../shared/i18n.ts'

/** Answers about e-mails and SMS to many. */
export const campaignTexts = defineTexts('campaign', {
  notBeingSent: 'This message is not being sent now.',
  notPaused: 'This message is not paused.',
  alreadySent: 'This message is already sent.',
  alreadyStarted: 'This message has already started. Pause or stop it instead.',
  pinMissing:
    'Please enter your PIN: this message has more than {count, plural, one {# recipient} other {# recipients}}.',
  pinMissingToday: 'Please enter your PIN: you have sent messages to many recipients today.',
  queued: 'Message queued for {count, plural, one {# recipient} other {# recipients}}.',
  scheduled: 'Message scheduled for {time}, for {count, plural, one {# recipient} other {# recipients}}.',
  changed: 'The message is changed.',
  paused: 'The message is paused.',
  continued: 'The message is being sent again.',
  stopped: 'The message is stopped.',
  testSent: 'A test was sent to {to}.',
  testFailed: 'The test could not be sent. Please try again shortly.',
  phoneMissing: 'Your own account has no phone number. Add one in your settings.',
  address: 'Address',
  reason: 'Reason',
  malformedEmail: 'Not an e-mail address',
  malformedPhone: 'Not a phone number',
  unknownPhone: 'Not a number of a Nigerian network',
  subscribed: 'You get our e-mails again.',
  unsubscribed: 'You are unsubscribed.',
})
