import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { authPinLength } from './constants.ts'

export const AuthPin = z.string({ error: accountFieldTexts.pinMissing }).check(
  z.regex(new RegExp(`^\\d{${authPinLength}}$`), {
    error: () => accountFieldTexts.pinLength({ length: authPinLength }),
  }),
)
/** Error codes of an endpoint that takes a PIN. */
export const pinErrors = ['PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE'] as const
