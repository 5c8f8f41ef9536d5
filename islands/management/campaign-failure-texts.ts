import { defineTexts } from '../../shared/i18n.ts'

/** Reasons for which a recipient did not get the message of a campaign. */
export const campaignFailureTexts = defineTexts('managementCampaignFailure', {
  optedOut: 'The recipient sent STOP and gets no campaigns by SMS.',
  unsubscribed: 'The recipient unsubscribed from campaigns by e-mail.',
  accountClosed: 'The account was closed before the message was sent.',
  notConfigured: 'No provider is configured for these messages.',
  rejected: 'The provider rejected the message.',
  unreachable: 'The provider could not be reached.',
  noResponse: 'The provider did not respond.',
  unreadable: 'The response of the provider could not be read.',
  providerReason: 'The provider did not accept the message: {reason}.',
  attemptReason: 'The last attempt failed: {reason}.',
})
