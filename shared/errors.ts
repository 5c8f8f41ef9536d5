/**
 * Every error the API can answer with: one HTTP status and one sentence for people.
 * A sentence about an order says what happened to the money.
 */
export const errors = {
  MALFORMED: { status: 400, says: 'We could not read that request.' },
  SIGN_IN: { status: 403, says: 'Please sign in to continue.' },
  SESSION_ENDED: { status: 401, says: 'Your session has ended. Please sign in again.' },
  VERIFY_FIRST: { status: 403, says: 'Verify your e-mail first.' },
  NOT_ALLOWED: { status: 403, says: 'You may not do that.' },
  NOT_FOUND: { status: 404, says: 'No record found' },
  METHOD: { status: 405, says: 'That call does not exist here.' },
  TOO_LARGE: { status: 413, says: 'That is more than we can take at once.' },
  NOT_JSON: { status: 415, says: 'Please send JSON.' },
  PAGE_EXPIRED: { status: 419, says: 'This page is out of date. Please try again.' },
  INVALID: { status: 422, says: 'Please check the form and try again.' },
  TOO_MANY: { status: 429, says: 'Too many tries. Please wait a little and try again.' },
  OURS: { status: 500, says: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, says: 'We cannot reach that service right now. Please try again shortly.' },
  KEY_REUSED: { status: 409, says: 'This request was already used for something else.' },
  KEY_BUSY: { status: 409, says: 'This request is still being worked on.' },

  SIGN_IN_WRONG: { status: 422, says: 'The e-mail or the password is not right.' },
  PASSWORD_WRONG: { status: 422, says: 'Your password is not right.' },
  CODE_WRONG: {
    status: 422,
    says: 'That code is not right, or it has expired. Please check it, or ask for a new one.',
  },
  RESET_WRONG: { status: 422, says: 'This link has expired or was used before. Please ask for a new one.' },
  PIN_WRONG: { status: 422, says: 'That PIN is not right.' },
  PIN_NOT_SET: { status: 422, says: 'Please set your PIN in your account settings first.' },
  PIN_LOCKED: { status: 429, says: 'Too many wrong PINs. Please wait, or set a new PIN in your settings.' },
  BENEFICIARY_KNOWN: { status: 409, says: 'You have saved this one already.' },

  BVN_MISMATCH: {
    status: 422,
    says: 'We could not confirm that this BVN and bank account belong together. Please check them and try again.',
  },
  BVN_FIRST: { status: 422, says: 'Please verify your BVN first.' },
  NOT_RESERVABLE: {
    status: 422,
    says: 'An account can be reserved for a meter or a smartcard only.',
  },
  RESERVATION_REFUSED: {
    status: 422,
    says: 'The bank could not open an account with these details. Please check your BVN and try again.',
  },

  SERVICE_OFF: { status: 422, says: 'This service is currently not available' },
  SERVICE_ON: { status: 409, says: 'This service is available now. You can use it.' },
  METER_NOT_FOUND: {
    status: 422,
    says: 'We could not find that meter. Please check the number and the company.',
  },
  METER_CANNOT_VEND: {
    status: 422,
    says: 'This meter cannot buy units now. Please ask your electricity company.',
  },
  SMARTCARD_NOT_FOUND: {
    status: 422,
    says: 'We could not find that smartcard. Please check the number and the network.',
  },
  PROFILE_NOT_FOUND: { status: 422, says: 'We could not find that profile ID. Please check the number.' },
  AMOUNT_TOO_SMALL: { status: 422, says: 'The amount is below the minimum for this meter.' },
  AMOUNT_TOO_LARGE: { status: 422, says: 'The amount is above the maximum for this meter.' },
  LOOKUP_UNAVAILABLE: {
    status: 503,
    says: 'We cannot check that number right now. Please try again shortly. No money was taken.',
  },

  ORDER_CHANGED: {
    status: 409,
    says: 'The amount does not match your order. No money was taken. Please start again.',
  },
  ORDER_EXPIRED: { status: 409, says: 'This order has expired. No money was taken. Please start again.' },
  ORDER_PAID: { status: 409, says: 'This order is already paid. You do not need to pay again.' },
  PAYMENT_PENDING: {
    status: 409,
    says: 'A payment for this order is still being checked. Please wait before paying again.',
  },
  NOT_PAID: { status: 409, says: 'This order has not been paid. No money was taken.' },
  PAYMENT_FAILED: { status: 409, says: 'The payment did not go through. You can try again.' },
  PAYMENT_MISMATCH: {
    status: 409,
    says: 'The amount we received is not the amount of the order. Your money is being returned.',
  },
  METHOD_UNAVAILABLE: { status: 422, says: 'That way to pay is not available. Please choose another.' },
  GATEWAY_UNAVAILABLE: {
    status: 503,
    says: 'The payment page cannot be opened right now. No money was taken.',
  },
  WALLET_TOO_LOW: {
    status: 422,
    says: 'Your wallet does not hold enough for this. No money was taken.',
  },
  BONUS_TOO_LOW: { status: 422, says: 'Your bonus does not hold that much. Nothing was redeemed.' },
  COMPANIES_ONLY: { status: 403, says: 'Buying with a file is for company accounts.' },
  BULK_BUSY: { status: 409, says: 'Another file of yours is still being checked. Please wait for it.' },
  BULK_CHECKING: { status: 409, says: 'This file is still being checked. No money was taken.' },
  BULK_EXPIRED: {
    status: 409,
    says: 'This file was checked too long ago. No money was taken. Please check it again.',
  },
  BULK_EMPTY: { status: 422, says: 'No row of this file can be bought. No money was taken.' },
  TOPUP_NOT_PAID: { status: 409, says: 'This top-up has not been paid. No money was taken.' },
  NOT_NOW: {
    status: 409,
    says: 'This order is not in a state where that can be done. Please look at it again.',
  },

  RECORD_KNOWN: { status: 409, says: 'This purchase is on record already.' },
  ALREADY_DECIDED: { status: 409, says: 'Another manager has decided this already.' },
  CONFIGS_CHANGED: {
    status: 409,
    says: 'Somebody else changed the settings meanwhile. Nothing was saved. Please look again.',
  },
  NO_CHANGES: { status: 422, says: 'No changes detected.' },
  FILE_REFUSED: {
    status: 422,
    says: 'That file cannot be attached. Images, PDF and office files up to 5 MB can.',
  },

  REFUNDING: { status: 409, says: 'We could not deliver this order. Your money is being returned.' },
  ACCOUNT_NOT_WANTED: { status: 409, says: 'No refund of this order needs an account from you now.' },
  REFUNDED: { status: 409, says: 'We could not deliver this order. Your money has been returned.' },
} as const satisfies Record<string, { status: number; says: string }>

export type ErrorCode = keyof typeof errors
