/** Descriptions of fields of accounts, wallets and cards. */
export const accountFields = {
  // Accounts
  api_token: 'Token of the new session, for API clients. Pages of the product never receive it.',
  password: 'Password.',
  old_password: 'Current password.',
  new_password: 'New password.',
  new_password_confirmation: 'The same password again.',
  password_confirmation: 'The same password again.',
  pin_confirmation: 'The same PIN again.',
  auth_pin:
    'Authentication PIN of the caller: six digits. Also required for a retry with the same Idempotency-Key.',
  is_company: 'Whether the account is a company.',
  company_name: 'Name of the company.',
  rc_number: 'Registration number of the company.',
  website: 'Website of the company.',
  address: 'Postal address.',
  terms: 'True: the terms and conditions are accepted.',
  platform: 'Source of the request; for `createRecord` where the purchase was made.',
  referrer: 'Referral code of the referrer.',
  referral_code: 'Referral code of the account.',
  picture: 'Picture as a data: address; null for none.',
  bvn: 'Bank verification number, masked.',
  bvn_account_name: 'Name of the BVN holder.',
  customer_bvn: 'Bank verification number: 11 digits.',
  save_activity_logs: 'Whether the activity log is on.',
  role: 'Role of the account.',
  email_verified: 'Whether the e-mail address is verified.',
  has_pin: 'Whether an authentication PIN is set.',
  field: 'Returns only this field of the profile.',
  device: 'Browser or API client of the session.',
  current: 'Whether it is the current session.',
  last_seen_at: 'When the session was last used, to within ten minutes.',
  ended: 'Number of revoked sessions.',
  at: 'When it happened.',

  // Data of an account
  unmet: 'Conditions that are not met: the account can be closed when there are none.',
  condition: 'Name of the condition.',
  can_give_up_balance:
    'Whether the balance is below the price of any purchase, so that the user may give it up.',
  give_up_balance: 'The whole wallet balance, when the user gives it up, in naira.',
  bank_accounts: 'Number of virtual accounts.',
  kept_days: 'Days that it is kept; null for data without an end date.',
  kept: 'Data that stays after the account is closed.',
  exported_at: 'When the data was read.',
  sections: 'The data, by kind.',
  'AccountDataSection.name': 'Kind of data: "Orders".',
  'AccountDataSection.rows':
    'Rows with the same keys. Values are text, amounts in naira, times in ISO 8601; null for none.',
  'GetClosingConditionsData.cards': 'Number of saved cards.',

  // Wallet, cards, referral
  above: 'Amount in naira above which wallet and saved-card payments ask for the PIN; null: never.',
  pin_above:
    'Amount in naira above which wallet and saved-card payments ask for the PIN; null: they never do.',
  repeated:
    'Of a file that can be started: purchases that another file of the last 24 hours made or is making; absent without any.',
  'BulkPurchase.refunded_amount': 'Amount returned to the wallet for rows that were not delivered, in naira.',
  undo: 'Encrypted text that restores the deleted item for an hour.',
  balance: 'Available balance in naira.',
  'WalletTransaction.balance': 'Balance after the transaction in naira; null in a list of one kind.',
  held: 'Held for orders in progress, in naira.',
  bonus: 'Referral bonus in UTW; 1 UTW is worth ₦1.',
  top_up: 'Minimum and maximum top-up, in naira.',
  service_charge_range:
    'Lowest and highest service charge of an order of the service, in naira; absent for a service without orders.',
  min: 'Minimum.',
  max: 'Maximum.',
  funding_fee: 'Fee per transfer, in naira; null if none is configured.',
  earned: 'Total earned, in UTW.',
  bonus_min_amount: 'Minimum order amount that earns the bonus, in naira.',
  wallet_minimum_deposit: 'Minimum redemption, in UTW.',
  share_url: 'URL of the registration page with the code.',
  joined_at: 'When the friend registered.',
  redeemed: 'Amount credited to the wallet, in naira.',

  // Push notifications
  public_key: 'VAPID public key, base64url; null while push notifications are off.',
  endpoint: "Address of the browser's subscription at its push service.",
  p256dh: "The browser's public key (P-256), base64url.",
  auth: "The browser's authentication secret, base64url.",
}
