import { defineTexts } from '../../shared/i18n.ts'

/** Answers to incoming SMS, in the GSM alphabet: each costs money, so it is one segment wherever it can be. */
export const incomingSmsTexts = defineTexts('incomingSms', {
  help: '{brand}: TOKEN meter or STATUS reference gives an answer. STOP ends offers and alerts, not tokens or refunds. START allows them again. Or dial {ussd}.',
  stopped:
    '{brand}: you get no more offers or alerts by SMS. Tokens, refunds and receipts still come. START allows them again.',
  started: '{brand}: you get offers and alerts by SMS again. Send STOP to end them.',
  token: '{brand} meter {meter}, {date}: {token}',
  noToken:
    '{brand}: this phone has no token of that meter. We only send tokens to the phone that bought them.',
  status: '{brand} {reference}: {message}',
  noOrder: '{brand}: this phone has no order with that reference.',
})
