import { errorTexts } from './error-texts.ts'

/** HTTP status of each error of the API. */
const statusOf = {
  MALFORMED: 400,
  SIGN_IN: 403,
  SESSION_ENDED: 401,
  VERIFY_FIRST: 403,
  NOT_ALLOWED: 403,
  SCOPE_MISSING: 403,
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD: 405,
  REQUEST_TIMEOUT: 408,
  TOO_LARGE: 413,
  NOT_JSON: 415,
  PAGE_EXPIRED: 419,
  INVALID: 422,
  TOO_MANY: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  KEY_REUSED: 409,
  KEY_BUSY: 409,

  SIGN_IN_WRONG: 422,
  ACCOUNT_BLOCKED: 403,
  SECOND_FACTOR_NEEDED: 422,
  SECOND_FACTOR_WRONG: 422,
  PASSWORD_WRONG: 422,
  CODE_WRONG: 422,
  RESET_WRONG: 422,
  PIN_WRONG: 422,
  PIN_NOT_SET: 422,
  PIN_LOCKED: 429,
  BENEFICIARY_KNOWN: 409,
  CANNOT_CLOSE: 409,

  BVN_MISMATCH: 422,
  BVN_FIRST: 422,
  NOT_RESERVABLE: 422,
  RESERVATION_REFUSED: 422,

  SERVICE_OFF: 422,
  SERVICE_ON: 409,
  METER_NOT_FOUND: 422,
  METER_CANNOT_VEND: 422,
  SMARTCARD_NOT_FOUND: 422,
  PROFILE_NOT_FOUND: 422,
  AMOUNT_TOO_SMALL: 422,
  AMOUNT_TOO_LARGE: 422,
  LOOKUP_UNAVAILABLE: 503,

  ORDER_CHANGED: 409,
  ORDER_EXPIRED: 409,
  ORDER_PAID: 409,
  PAYMENT_PENDING: 409,
  NOT_PAID: 409,
  PAYMENT_FAILED: 409,
  PAYMENT_MISMATCH: 409,
  METHOD_UNAVAILABLE: 422,
  GATEWAY_UNAVAILABLE: 503,
  WALLET_TOO_LOW: 422,
  BONUS_TOO_LOW: 422,
  COMPANIES_ONLY: 403,
  BULK_BUSY: 409,
  BULK_CHECKING: 409,
  BULK_EXPIRED: 409,
  BULK_EMPTY: 422,
  TOPUP_NOT_PAID: 409,
  NOT_NOW: 409,

  RECORD_KNOWN: 409,
  ALREADY_DECIDED: 409,
  CONFIGS_CHANGED: 409,
  TRANSLATION_CHANGED: 409,
  NO_CHANGES: 422,
  FILE_REFUSED: 422,

  REQUEST_CLOSED: 409,

  REFUNDING: 409,
  ACCOUNT_NOT_WANTED: 409,
  REFUNDED: 409,
} as const satisfies Record<keyof typeof errorTexts, number>

export type ErrorCode = keyof typeof statusOf

/** An error of the API: its HTTP status, and the message for the user in the language in use. */
interface ErrorDefinition {
  readonly status: (typeof statusOf)[ErrorCode]
  readonly message: string
}

const definitionOf = (code: ErrorCode): ErrorDefinition => ({
  status: statusOf[code],
  get message() {
    return errorTexts[code]()
  },
})

const codes = Object.keys(statusOf) as ErrorCode[]

/** Every error of the API. */
export const errors = Object.fromEntries(codes.map((code) => [code, definitionOf(code)])) as Readonly<
  Record<ErrorCode, ErrorDefinition>
>
