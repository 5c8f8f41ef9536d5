import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { AuthPin, pinErrors } from './auth-pin.ts'
import { verificationPinLength } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { fieldTexts } from './field-texts.ts'
import { Email, Naira, NairaNumber, PersonName, PhoneInput } from './fields.ts'
import { scopes } from './scopes.ts'
import { isWeakPin } from './weak-pin.ts'

export const NewPassword = z.string({ error: accountFieldTexts.newPasswordMissing }).check(
  z.maxLength(200, { error: () => fieldTexts.tooLong({ max: 200 }) }),
  z.refine(
    (typed) =>
      [...typed].length >= 8 &&
      [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u].every((pattern) => pattern.test(typed)),
    { error: accountFieldTexts.passwordWeak },
  ),
)

/** A password at sign-in: only its length is checked. */
export const TypedPassword = z
  .string({ error: accountFieldTexts.passwordMissing })
  .check(
    z.minLength(1, { error: accountFieldTexts.passwordMissing }),
    z.maxLength(200, { error: accountFieldTexts.passwordTooLong }),
  )

const optionalText = (maxLength: number) =>
  z.optional(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(maxLength, { error: () => fieldTexts.tooLong({ max: maxLength }) })),
    ),
  )

/** A company's own fields are validated only for company accounts, and all missing ones are reported together. */
const requiredForCompanies = (field: 'company_name' | 'address' | 'rc_number', missing: () => string) =>
  z.refine<Partial<Record<string, unknown>>>(
    (typed) => typed.is_company !== true || (typeof typed[field] === 'string' && typed[field].trim() !== ''),
    { error: missing, path: [field], when: ({ value }) => typeof value === 'object' && value !== null },
  )

/** Request body of the registration form. Source: specification 1, section 3 */
export const Registration = z
  .object({
    is_company: z.boolean({ error: accountFieldTexts.accountTypeMissing }),
    name: PersonName,
    email: Email,
    phone: PhoneInput,
    terms: z.literal([true, 1, '1', 'true', 'on'], { error: accountFieldTexts.termsMissing }),
    password: NewPassword,
    platform: z.optional(z.string().check(z.maxLength(20))),
    referrer: optionalText(40),
    company_name: optionalText(150),
    address: optionalText(300),
    website: optionalText(200),
    rc_number: optionalText(40),
  })
  .check(
    requiredForCompanies('company_name', accountFieldTexts.companyNameMissing),
    requiredForCompanies('address', accountFieldTexts.companyAddressMissing),
    requiredForCompanies('rc_number', accountFieldTexts.rcNumberMissing),
  )

/**
 * Creates an account. 'success': a code was e-mailed, enter it at /email/verify; 'created': no code could be sent,
 * the user signs in and requests one later. A registered e-mail gets the same response, and its owner is notified.
 */
export const registerAccount = defineEndpoint({
  name: 'registerAccount',
  method: 'POST',
  path: '/auth/register',
  audience: 'anyone',
  summary: 'Creates a personal or company account and e-mails a code',
  body: Registration,
  data: z.object({ email: z.string() }),
  errors: ['INVALID', 'TOO_MANY'],
})

const code = new RegExp(`^\\d{${verificationPinLength}}$`)

/** The signed-in user's account. `bvn` is masked. Source: specification 2, section 3 */
const OwnProfile = z.object({
  uniqueid: z.string(),
  name: z.string(),
  email: z.string(),
  /** E.164 */
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** A small picture as a data URL. */
  picture: z.nullable(z.string()),
  bvn: z.nullable(z.string()),
  bvn_account_name: z.nullable(z.string()),
  save_activity_logs: z.boolean(),
  is_company: z.boolean(),
  company_name: z.nullable(z.string()),
  website: z.nullable(z.string()),
  rc_number: z.nullable(z.string()),
  role: z.enum(['user', 'manager']),
  email_verified: z.boolean(),
  has_pin: z.boolean(),
  /** Wallet and saved-card payments above this many naira require the PIN; null: no payment does. */
  pin_above: z.optional(z.nullable(NairaNumber)),
  referral_code: z.nullable(z.string()),
})
export const profileFields = Object.keys(OwnProfile.shape) as (keyof z.infer<typeof OwnProfile>)[]

/** The signed-in user's account, and for a manager the scopes and whether a second factor is set up. */
export const Profile = z.extend(OwnProfile, {
  scopes: z.optional(z.array(z.enum(scopes))),
  second_factor: z.optional(z.boolean()),
})
export type Profile = z.infer<typeof Profile>

/** The user and the access token: the web server removes `api_token`, so no page receives it. */
export const SignedInUser = z.extend(Profile, {
  api_token: z.optional(z.string()),
  /** The language that the user chose; null for none. A browser in which none was chosen takes it. */
  language: z.optional(z.nullable(z.string())),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/**
 * Verifies an e-mail by its code. In the browser that registered it, this also signs in (`api_token`, removed by the
 * web server); elsewhere the code is accepted only from a caller who is signed in as that user.
 */
export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  audience: 'anyone',
  summary: 'Verifies an e-mail with the e-mailed code',
  body: z.object({
    token: z.string({ error: accountFieldTexts.codeMissing }).check(
      z.trim(),
      z.regex(code, {
        error: () => accountFieldTexts.codeLength({ length: verificationPinLength }),
      }),
    ),
    email: Email,
  }),
  data: z.object({ email: z.string(), api_token: z.optional(z.string()) }),
  errors: ['CODE_WRONG', 'TOO_MANY'],
})

/** Responds the same for every e-mail; a code is sent only for an account that waits for verification. */
export const resendVerification = defineEndpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/auth/resend-email-verification-token',
  audience: 'anyone',
  summary: 'E-mails another code',
  body: z.object({ email: Email }),
  data: z.object({ email: z.string() }),
  errors: ['TOO_MANY'],
})

/** Signs in. `data` is the whole profile. An unknown e-mail and a wrong password get the same response. */
export const signIn = defineEndpoint({
  name: 'signIn',
  method: 'POST',
  path: '/auth/login',
  audience: 'anyone',
  summary: 'Signs in with e-mail and password',
  body: z.object({
    email: Email,
    password: TypedPassword,
    /** Only for a manager with an authenticator app: its code, or a recovery code. */
    second_factor_code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  data: SignedInUser,
  errors: [
    'SIGN_IN_WRONG',
    'ACCOUNT_BLOCKED',
    'SECOND_FACTOR_NEEDED',
    'SECOND_FACTOR_WRONG',
    'TOO_MANY',
    'UNAVAILABLE',
  ],
})

/** Revokes the access token of the request; without one it succeeds and does nothing. */
export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'POST',
  path: '/auth/logout',
  audience: 'anyone',
  summary: 'Signs out',
  data: z.object({}),
})

/** Responds the same for every e-mail. */
export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/auth/forgot-password',
  audience: 'anyone',
  summary: 'E-mails a link to reset the password',
  body: z.object({ email: Email }),
  data: z.object({ email: z.string() }),
  errors: ['TOO_MANY'],
})

const mustMatch = <P extends string, C extends string>(password: P, confirmation: C, message: () => string) =>
  z.refine<Record<P | C, unknown>>((typed) => typed[password] === typed[confirmation], {
    error: message,
    path: [confirmation],
  })

/** The e-mailed link opens the page that sends this request. Ends every session of the user. */
export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  audience: 'anyone',
  summary: 'Sets a new password with the e-mailed link',
  body: z
    .object({
      token: z.string().check(z.maxLength(100)),
      email: Email,
      password: NewPassword,
      password_confirmation: z.string().check(z.maxLength(200)),
    })
    .check(mustMatch('password', 'password_confirmation', accountFieldTexts.passwordMismatch)),
  data: z.object({}),
  errors: ['RESET_WRONG', 'TOO_MANY'],
})

/** The whole profile, or the one field named by `field`. */
export const getProfile = defineEndpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/account/user/profile',
  audience: 'user',
  summary: "The user's profile, whole or one field of it",
  query: z.object({ field: z.optional(z.enum(profileFields)) }),
  data: z.union([Profile, z.nullable(z.union([z.string(), z.number(), z.boolean()]))]),
})

const picture =
  /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]+={0,2}$/

/** Updates only the fields sent. `picture`: a PNG, JPEG or WebP of at most 60 KB as a data URL, or null. */
export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'POST',
  path: '/account/user/profile/update',
  audience: 'user',
  summary: "Changes the user's name, phone, address or picture",
  body: z.object({
    name: z.optional(PersonName),
    phone: z.optional(PhoneInput),
    address: optionalText(300),
    picture: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.maxLength(82_000, { error: accountFieldTexts.pictureTooLarge }),
            z.regex(picture, { error: accountFieldTexts.pictureInvalid }),
          ),
      ),
    ),
  }),
  data: Profile,
})

/** Ends every session of the user: the page redirects to /login. */
export const updatePassword = defineEndpoint({
  name: 'updatePassword',
  method: 'POST',
  path: '/account/user/password/update',
  audience: 'user',
  summary: 'Changes the password and signs out everywhere',
  body: z
    .object({
      old_password: TypedPassword,
      new_password: NewPassword,
      new_password_confirmation: z.string().check(z.maxLength(200)),
    })
    .check(mustMatch('new_password', 'new_password_confirmation', accountFieldTexts.passwordMismatch)),
  data: z.object({}),
  errors: ['PASSWORD_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})

const NewPin = AuthPin.check(z.refine((pin) => !isWeakPin(pin), { error: accountFieldTexts.pinWeak }))

/** Sets or changes the authentication PIN; this also unlocks a locked PIN. */
export const updatePin = defineEndpoint({
  name: 'updatePin',
  method: 'POST',
  path: '/account/user/pin/update',
  audience: 'user',
  summary: 'Sets or changes the 6-digit PIN, with the password',
  body: z
    .object({ pin: NewPin, pin_confirmation: z.string().check(z.maxLength(20)), password: TypedPassword })
    .check(mustMatch('pin', 'pin_confirmation', accountFieldTexts.pinMismatch)),
  data: z.object({}),
  errors: ['PASSWORD_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})

/** Chooses above which amount wallet and saved-card payments require the PIN; null: never. Requires the PIN itself. */
export const updatePinLimit = defineEndpoint({
  name: 'updatePinLimit',
  method: 'POST',
  path: '/account/user/pin/limit',
  audience: 'user',
  summary: 'Chooses which payments ask for the PIN',
  body: z.object({ above: z.nullable(Naira), auth_pin: AuthPin }),
  data: Profile,
  errors: [...pinErrors],
})
