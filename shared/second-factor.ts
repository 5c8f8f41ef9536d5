import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { TypedPassword } from './accounts.ts'
import { defineEndpoint } from './contract.ts'

/** A code of the authenticator app, or a recovery code. */
const Code = z
  .string({ error: accountFieldTexts.codeMissing })
  .check(z.trim(), z.minLength(1, { error: accountFieldTexts.codeMissing }), z.maxLength(40))

const secondFactorEndpoint = { method: 'POST', audience: 'manager' } as const

/** Whether the caller signs in with an authenticator app, and how many recovery codes are left. */
export const getSecondFactorState = defineEndpoint({
  ...secondFactorEndpoint,
  name: 'getSecondFactorState',
  method: 'GET',
  path: '/management/user/second-factor',
  summary: "The caller's second factor",
  data: z.object({ enrolled: z.boolean(), required: z.boolean(), recovery_codes: z.number() }),
})

/** Creates a key, which takes effect once it is confirmed with a code. A new request replaces an unconfirmed key. */
export const startSecondFactor = defineEndpoint({
  ...secondFactorEndpoint,
  name: 'startSecondFactor',
  path: '/management/user/second-factor/start',
  summary: 'Creates the key of an authenticator app',
  body: z.object({ password: TypedPassword }),
  data: z.object({
    /** Base32, to type into the app. */
    key: z.string(),
    /** `otpauth:` URI in the QR code. */
    uri: z.string(),
  }),
  errors: ['PASSWORD_WRONG', 'NOT_NOW', 'TOO_MANY', 'UNAVAILABLE'],
})

/** Returns the recovery codes, which are not shown again. Each can be used once instead of a code of the app. */
export const confirmSecondFactor = defineEndpoint({
  ...secondFactorEndpoint,
  name: 'confirmSecondFactor',
  path: '/management/user/second-factor/confirm',
  summary: 'Confirms the authenticator app with a code',
  body: z.object({ code: Code }),
  data: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['SECOND_FACTOR_WRONG', 'NOT_NOW', 'TOO_MANY'],
})

export const disableSecondFactor = defineEndpoint({
  ...secondFactorEndpoint,
  name: 'disableSecondFactor',
  path: '/management/user/second-factor/disable',
  summary: 'Removes the authenticator app',
  body: z.object({ password: TypedPassword, code: Code }),
  data: z.object({}),
  errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_WRONG', 'NOT_NOW', 'TOO_MANY', 'UNAVAILABLE'],
})

/** Endpoints that a manager may use before the second factor is set up, where it is mandatory. */
export const enrolmentEndpoints: readonly string[] = [
  getSecondFactorState.name,
  startSecondFactor.name,
  confirmSecondFactor.name,
]
