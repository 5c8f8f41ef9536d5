import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about changes of settings, and values of settings in words. */
export const configTexts = defineTexts('configServer', {
  saved: 'Configuration updated successfully!',
  pending: "This change needs a second manager's approval. Approval pending.",
  unknown: 'Unknown setting.',
  outOfRange: 'Please enter a number from {min} to {max}.',
  pinMissing: 'Please enter your PIN.',
  none: 'none',
  on: 'on',
  off: 'off',
})

/** Headings of fees and limits. */
export const feeGroupTexts = defineTexts('feeGroup', {
  charges: 'Service charges',
  rewards: 'Cashback and referral',
  wallet: 'Wallet',
  second: 'Approvals and refunds',
  limits: 'Limits',
})

/** Labels of fees and limits, by setting. */
export const feeLabelTexts = defineTexts('feeLabel', {
  power_service_charge_kobo: 'Service charge, electricity',
  cabletv_service_charge_kobo: 'Service charge, cable TV',
  data_service_charge_kobo: 'Service charge, data',
  waec_service_charge_kobo: 'Service charge, WAEC',
  jamb_service_charge_kobo: 'Service charge, JAMB',
  cashback_basis_points: 'Cashback for registered customers',
  referral_bonus_kobo: 'Referral bonus',
  referral_order_min_kobo: 'Minimum first order for referral bonus',
  wallet_minimum_deposit: 'Minimum bonus redemption',
  funding_fee_kobo: 'Virtual account funding fee',
  wallet_topup_max_kobo: 'Maximum wallet top-up',
  topup_second_manager_kobo:
    'Manager top-ups and purchases above this in 24 hours need a second approval (leave empty for no limit)',
  refund_second_manager_kobo:
    'Refunds, goodwill, accepted disputes and unallocated funds above this in 24 hours need a second approval (leave empty for no limit)',
  write_off_daily_cap_kobo: 'Daily limit for automatic refunds of unconfirmed orders',
  low_float_kobo: 'Low float alert, per vendor',
  low_float_hours: 'Low float alert, hours left (0 for none)',
  paystack_payout_days: 'Days between two payouts of Paystack (7 for weekly)',
  flutterwave_payout_days: 'Days between two payouts of Flutterwave (7 for weekly)',
  sms_segment_kobo: 'Price we pay for one SMS segment',
  message_pin_above: 'E-mails and SMS to more recipients than this need the PIN',
  education_quantity_limit: 'Maximum PINs per exam order',
  limit_lookup_number: 'Lookups per number (10 min)',
  limit_lookup_client: 'Lookups per IP address (10 min)',
  limit_lookup_everybody: 'Lookups of all guests, and of all verified users (10 min)',
  limit_quote_client: 'Quoted orders per IP address (10 min)',
  limit_checkout_client: 'Checkouts per IP address (10 min)',
  limit_sign_in_account: 'Failed sign-ins per account (30 min)',
  limit_register_client: 'Sign-ups per IP address (1 hour)',
  limit_mail_client: 'Verification e-mails per IP address (1 hour)',
})
