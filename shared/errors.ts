/**
 * Every error of the API: HTTP status and user-facing message. A message about an order says what happened to the
 * money.
 */
export const errors = {
  MALFORMED: { status: 400, message: 'Malformed request.' },
  SIGN_IN: { status: 403, message: 'Please sign in to continue.' },
  SESSION_ENDED: { status: 401, message: 'Your session has ended. Please sign in again.' },
  VERIFY_FIRST: { status: 403, message: 'Verify your e-mail first.' },
  NOT_ALLOWED: { status: 403, message: "You don't have permission to do that." },
  NOT_FOUND: { status: 404, message: 'No record found' },
  METHOD: { status: 405, message: 'Method not allowed.' },
  TOO_LARGE: { status: 413, message: 'This file is too large.' },
  NOT_JSON: { status: 415, message: 'Please send JSON.' },
  PAGE_EXPIRED: { status: 419, message: 'This page is out of date. Please try again.' },
  INVALID: { status: 422, message: 'Please check the form and try again.' },
  TOO_MANY: { status: 429, message: 'Too many attempts. Try again in a few minutes.' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'We cannot reach that service right now. Please try again shortly.' },
  KEY_REUSED: { status: 409, message: 'This request was already used for something else.' },
  KEY_BUSY: { status: 409, message: 'Still processing. Please wait.' },

  SIGN_IN_WRONG: { status: 422, message: 'Incorrect e-mail or password.' },
  PASSWORD_WRONG: { status: 422, message: 'Incorrect password.' },
  CODE_WRONG: {
    status: 422,
    message: 'That code is not right, or it has expired. Please check it, or ask for a new one.',
  },
  RESET_WRONG: {
    status: 422,
    message: 'This link has expired or was used before. Please ask for a new one.',
  },
  PIN_WRONG: { status: 422, message: 'Incorrect PIN.' },
  PIN_NOT_SET: { status: 422, message: 'Please set your PIN in your account settings first.' },
  PIN_LOCKED: {
    status: 429,
    message: 'Too many wrong PINs. Please wait, or set a new PIN in your settings.',
  },
  BENEFICIARY_KNOWN: { status: 409, message: 'Already saved.' },

  BVN_MISMATCH: {
    status: 422,
    message:
      'We could not confirm that this BVN and bank account belong together. Please check them and try again.',
  },
  BVN_FIRST: { status: 422, message: 'Please verify your BVN first.' },
  NOT_RESERVABLE: {
    status: 422,
    message: 'An account can be reserved for a meter or a smartcard only.',
  },
  RESERVATION_REFUSED: {
    status: 422,
    message: 'The bank could not open an account with these details. Please check your BVN and try again.',
  },

  SERVICE_OFF: { status: 422, message: 'This service is currently not available' },
  SERVICE_ON: { status: 409, message: 'This service is available now. You can use it.' },
  METER_NOT_FOUND: {
    status: 422,
    message: 'We could not find that meter. Please check the number and the company.',
  },
  METER_CANNOT_VEND: {
    status: 422,
    message: "This meter can't receive units right now. Contact your electricity company.",
  },
  SMARTCARD_NOT_FOUND: {
    status: 422,
    message: 'We could not find that smartcard. Please check the number and the network.',
  },
  PROFILE_NOT_FOUND: { status: 422, message: 'We could not find that profile ID. Please check the number.' },
  AMOUNT_TOO_SMALL: { status: 422, message: 'The amount is below the minimum for this meter.' },
  AMOUNT_TOO_LARGE: { status: 422, message: 'The amount is above the maximum for this meter.' },
  LOOKUP_UNAVAILABLE: {
    status: 503,
    message: 'We cannot check that number right now. Please try again shortly. No money was taken.',
  },

  ORDER_CHANGED: {
    status: 409,
    message: 'The amount does not match your order. No money was taken. Please start again.',
  },
  ORDER_EXPIRED: { status: 409, message: 'This order has expired. No money was taken. Please start again.' },
  ORDER_PAID: { status: 409, message: 'This order is already paid. You do not need to pay again.' },
  PAYMENT_PENDING: {
    status: 409,
    message: 'A payment for this order is still being checked. Please wait before paying again.',
  },
  NOT_PAID: { status: 409, message: 'This order has not been paid. No money was taken.' },
  PAYMENT_FAILED: {
    status: 409,
    message: "Your payment didn't go through. You were not charged. Try again.",
  },
  PAYMENT_MISMATCH: {
    status: 409,
    message: "We received a different amount from the order total. We're refunding you.",
  },
  METHOD_UNAVAILABLE: { status: 422, message: 'This payment method is unavailable. Choose another.' },
  GATEWAY_UNAVAILABLE: {
    status: 503,
    message: 'The payment page cannot be opened right now. No money was taken.',
  },
  WALLET_TOO_LOW: {
    status: 422,
    message: 'Insufficient wallet balance. No money was taken. Top up or choose another method.',
  },
  BONUS_TOO_LOW: { status: 422, message: 'Insufficient bonus balance. Nothing was redeemed.' },
  COMPANIES_ONLY: { status: 403, message: 'Buying with a file is for company accounts.' },
  BULK_BUSY: { status: 409, message: 'Another file of yours is still being checked. Please wait for it.' },
  BULK_CHECKING: { status: 409, message: 'This file is still being checked. No money was taken.' },
  BULK_EXPIRED: {
    status: 409,
    message: 'This file was checked too long ago. No money was taken. Please check it again.',
  },
  BULK_EMPTY: { status: 422, message: 'No row of this file can be bought. No money was taken.' },
  TOPUP_NOT_PAID: { status: 409, message: 'This top-up has not been paid. No money was taken.' },
  NOT_NOW: {
    status: 409,
    message: 'This order has changed. Refresh and try again.',
  },

  RECORD_KNOWN: { status: 409, message: 'This purchase is already recorded.' },
  ALREADY_DECIDED: { status: 409, message: 'Another manager has already handled this.' },
  CONFIGS_CHANGED: {
    status: 409,
    message: 'Someone else changed these settings. Nothing was saved. Refresh and try again.',
  },
  NO_CHANGES: { status: 422, message: 'No changes detected.' },
  FILE_REFUSED: {
    status: 422,
    message: 'That file cannot be attached. Images, PDF and office files up to 5 MB can.',
  },

  REFUNDING: { status: 409, message: "We couldn't complete this order. We're refunding you." },
  ACCOUNT_NOT_WANTED: { status: 409, message: "We don't need a bank account for this order." },
  REFUNDED: { status: 409, message: "We couldn't complete this order. Your money has been refunded." },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
