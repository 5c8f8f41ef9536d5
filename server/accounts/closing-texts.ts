import { defineTexts } from '../../shared/i18n.ts'

/** Closing of an account: unmet conditions and confirmations. */
export const closingServerTexts = defineTexts('closingServer', {
  closed: 'Your account is closed.',
  walletNotEmpty:
    'Your wallet holds {amount}. Spend it first, on airtime, data or bills, for yourself or another person. Once less than {minimum} is left, you can give it up and close your account here.',
  walletRemainder:
    'Your wallet holds {amount}, which is less than any purchase costs. Confirm below that you give it up.',
  walletHeld:
    '{amount} of your wallet is on hold for a purchase. Wait until the purchase is completed or refunded.',
  debtUnpaid:
    'You owe us {amount}, because a payment or reward was reversed after you had spent it. Add at least {missing} to your wallet. Closing your account then pays what you owe from your wallet.',
  ordersOpen:
    '{count, plural, one {An order is} other {# orders are}} still open: {reference}. Wait until each order is delivered or refunded. An unpaid order expires within about an hour.',
  bulkPurchaseRunning: 'A bulk purchase is still running. Wait until all of its rows are completed.',
  disputeOpen:
    'Your bank is still deciding about a payment that was disputed. Wait for its decision, or ask your bank to withdraw the dispute.',
  managerAccount:
    'A manager account cannot be closed by its owner. Ask another manager to remove your role first.',
  emailMismatch: 'Please enter the e-mail of this account.',
  balanceChanged: 'Your wallet balance has changed. Nothing was closed. Please check it and try again.',
  formerUser: 'Closed account',
})
