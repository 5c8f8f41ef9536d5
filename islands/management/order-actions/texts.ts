import { defineTexts } from '../../../shared/i18n.ts'

/** Actions on the page of one order. */
export const orderActionsTexts = defineTexts('managementOrderActions', {
  title: 'Actions',
  unavailable: 'Not available: {actions}. {reason}',
  unknownOutcome:
    'The vendor may still deliver. Requery first; a refund also needs a second manager, and a delivery needs the vendor’s reference.',

  showCodes: 'Show token',
  showPins: 'Show PINs',
  codesTitle: 'Order {reference}',
  units: 'Units: {units} kWh',
  sendByWhatsapp: 'Send by WhatsApp',
  whatsappHint: 'Opens WhatsApp with the message to the phone number of the order.',
  pinCopied: 'PIN copied',
  pinNotCopied: "Couldn't copy the PIN.",
  copyPin: 'Copy PIN',

  resend: 'Send again',
  resendTitle: 'Send the message again',
  channel: 'Send by',
  sms: 'SMS',
  email: 'E-mail',
  otherPhone: 'Another phone number',
  otherPhoneHint: 'For this message only. Leave empty to use the phone number of the order.',
  send: 'Send',

  goodwill: 'Pay goodwill',
  goodwillTitle: 'Pay goodwill',
  goodwillMethod: 'How it is paid',
  wallet: 'Into the wallet',
  walletDetail: 'Immediately',
  gateway: 'Through the gateway',
  gatewayDetail: 'Back to the card or account that paid, once for each payment',
  goodwillDescription:
    'Pays {customer} from our own money. The order stays delivered, and its cashback is reversed in proportion. At most {limit}.',
  goodwillTooMuch: 'Enter at most {limit}.',
  goodwillConfirmation: 'You pay {amount} to {customer}.',
  payGoodwill: 'Pay',
  goodwillPaid: 'Goodwill so far: {amount}.',
  goodwillApprovals: 'Pending and recent approvals of goodwill',

  payments: 'Payments',
  amount: 'Amount',
  paidWith: 'Paid with',
  paysOrder: 'Paid for this order',
  noPayments: 'No payment was started.',
  openDispute:
    "The payer's bank disputes <strong>{amount}</strong>. The deadline for evidence is <due></due>. <link>Open disputes</link>",
  openDisputeWithoutDeadline:
    "The payer's bank disputes <strong>{amount}</strong>. The gateway gave no deadline. <link>Open disputes</link>",

  ticket: 'Ticket {number}',

  notes: 'Notes',
  noNotes: 'No notes yet.',
  newNote: 'New note',
  newNoteHint: 'Only managers see it. Notes can’t be changed or removed.',
  addNote: 'Add note',
  noteBy: '{author}, <time></time>',
})

/** Status of a payment and of its refund. */
export const paymentStatusTexts = defineTexts('managementPaymentStatus', {
  pending: 'Awaiting payment',
  pendingExplanation: 'The gateway has not confirmed the payment yet.',
  paid: 'Paid',
  paidExplanation: 'The gateway confirmed the payment.',
  failed: 'Not paid',
  failedExplanation: 'The payment failed, or was not completed in time.',
  mismatch: 'Wrong amount',
  mismatchExplanation: 'The amount or currency paid differs from the order total.',
  reversed: 'Charged back',
  reversedExplanation: 'The payer’s bank reversed the payment.',
  disputed: 'Disputed',
  disputedExplanation: 'The payer’s bank disputes the payment.',
  disputeWon: 'Dispute won',
  disputeWonExplanation: 'The payer’s bank disputed the payment, and the money stays with us.',
  disputeLost: 'Dispute lost',
  disputeLostExplanation: 'The payer’s bank disputed the payment and returned the money to the payer.',
  refundInProgress: 'Refund in progress',
  refundInProgressExplanation: 'The refund is requested and not confirmed yet.',
  refunded: 'Refunded',
  refundedExplanation: 'The payer has the money back.',
  needsAccount: 'Refund needs a bank account',
  needsAccountExplanation: 'The gateway needs the bank account of the payer.',
  refundFailed: 'Refund failed',
  refundFailedExplanation: 'The gateway did not make the refund. A manager must pay it.',
})
