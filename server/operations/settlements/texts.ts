import { defineTexts } from '../../../shared/i18n.ts'

/** Why a line of a settlement does not match our record. */
export const settlementLineTexts = defineTexts('settlementLine', {
  noPayment: 'We have no payment with the reference {reference}.',
  anotherTransaction:
    'This is another transaction than the one of our payment {reference}. Its payer may have paid twice.',
  paymentNotReceived: 'Our payment {reference} is not recorded as received.',
  depositNotReceived: 'Our deposit {reference} is not recorded as received.',
  amountDiffers: 'The gateway settled a payment of {settled}; we recorded {recorded}.',
  feeDiffers: 'The gateway paid {paid} after fees; by the fee it reported before, {due} were due.',
})
