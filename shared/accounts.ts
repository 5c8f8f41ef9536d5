import * as z from 'zod/mini'
import { authPinLength, verificationPinLength } from './constants.ts'
import { call } from './contract.ts'
import { Email, TypedPhone, text } from './fields.ts'

/** What a new password must be. The form only shows it; the server holds it. Source: specification 1, section 5 */
export const passwordHint = 'At least 8 characters with lowercase, uppercase, number and special character'

export const NewPassword = z.string('Please choose a password.').check(
  z.maxLength(200, 'Please use at most 200 characters.'),
  z.refine(
    (typed) =>
      [...typed].length >= 8 &&
      [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u].every((it) => it.test(typed)),
    `Please use a stronger password: ${passwordHint.charAt(0).toLowerCase()}${passwordHint.slice(1)}.`,
  ),
)

/** A password as typed to sign in: no rule holds it but its length. */
const TypedPassword = z
  .string('Please enter your password.')
  .check(z.minLength(1, 'Please enter your password.'), z.maxLength(200, 'That password is too long.'))

const optionalText = (most: number) =>
  z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(most, `Please use at most ${most} characters.`))),
  )

/** A company's own fields are looked at only when the account is one; all of them are asked for at once. */
const askedOfCompanies = (field: 'company_name' | 'address' | 'rc_number', missing: string) =>
  z.refine<Partial<Record<string, unknown>>>(
    (typed) => typed.is_company !== true || (typeof typed[field] === 'string' && typed[field].trim() !== ''),
    { error: missing, path: [field], when: ({ value }) => typeof value === 'object' && value !== null },
  )

/** What the registration form sends. Source: specification 1, section 3 */
export const Registration = z
  .object({
    is_company: z.boolean('Please choose Personal or Company.'),
    name: text('Please enter your name.', 100),
    email: Email,
    phone: TypedPhone,
    terms: z.literal([true, 1, '1', 'true', 'on'], 'Please accept the terms and conditions.'),
    password: NewPassword,
    platform: z.optional(z.string().check(z.maxLength(20))),
    referrer: optionalText(40),
    company_name: optionalText(150),
    address: optionalText(300),
    website: optionalText(200),
    rc_number: optionalText(40),
  })
  .check(
    askedOfCompanies('company_name', "Please enter the company's name."),
    askedOfCompanies('address', "Please enter the company's address."),
    askedOfCompanies('rc_number', 'Please enter the RC number.'),
  )

/**
 * Makes an account. 'success': a code went to the e-mail, enter it at /email/verify; 'created': no code
 * could be sent, sign in and ask for one later. A known e-mail answers the same, and its owner is told.
 */
export const registerAccount = call({
  name: 'registerAccount',
  method: 'POST',
  path: '/auth/register',
  audience: 'anyone',
  summary: 'Makes a personal or company account and mails a code',
  body: Registration,
  data: z.object({ email: z.string() }),
  errors: ['INVALID', 'TOO_MANY'],
})

const code = new RegExp(`^\\d{${verificationPinLength}}$`)

/** One's own account. `bvn` is masked. Source: specification 2, section 3 */
export const Profile = z.object({
  uniqueid: z.string(),
  name: z.string(),
  email: z.string(),
  /** E.164 */
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** A small picture as a data: address. */
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
  referral_code: z.nullable(z.string()),
})
export type Profile = z.infer<typeof Profile>
export const profileFields = Object.keys(Profile.shape) as (keyof Profile)[]

/** The person, and the bearer: the shell takes `api_token` out, so a page of ours never sees it. */
export const SignedIn = z.extend(Profile, { api_token: z.optional(z.string()) })
export type SignedIn = z.infer<typeof SignedIn>

/**
 * Proves an e-mail by its code. In the browser that registered it signs in too (`api_token`, taken by the
 * shell); elsewhere it counts only for whoever is signed in as that person.
 */
export const verifyEmail = call({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/verify-email',
  audience: 'anyone',
  summary: 'Proves an e-mail by the code that was mailed',
  body: z.object({
    token: z
      .string('Please enter the code.')
      .check(z.trim(), z.regex(code, `The code has ${verificationPinLength} digits.`)),
    email: Email,
  }),
  data: z.object({ email: z.string(), api_token: z.optional(z.string()) }),
  errors: ['CODE_WRONG', 'TOO_MANY'],
})

/** Answers the same for every e-mail; a code goes out only for an account that waits for one here. */
export const resendVerification = call({
  name: 'resendVerification',
  method: 'POST',
  path: '/auth/resend-email-verification-token',
  audience: 'anyone',
  summary: 'Mails another code',
  body: z.object({ email: Email }),
  data: z.object({ email: z.string() }),
  errors: ['TOO_MANY'],
})

/** Signs in. `data` is the whole profile. One answer for an unknown e-mail and a wrong password. */
export const signIn = call({
  name: 'signIn',
  method: 'POST',
  path: '/auth/login',
  audience: 'anyone',
  summary: 'Signs in with e-mail and password',
  body: z.object({ email: Email, password: TypedPassword }),
  data: SignedIn,
  errors: ['SIGN_IN_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})

/** Ends the bearer that it is called with; without one there is nothing to end, which is no error. */
export const signOut = call({
  name: 'signOut',
  method: 'POST',
  path: '/auth/logout',
  audience: 'anyone',
  summary: 'Signs out',
  data: z.object({}),
  errors: [],
})

/** Answers the same for every e-mail. */
export const forgotPassword = call({
  name: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  audience: 'anyone',
  summary: 'Mails a link to choose a new password',
  body: z.object({ email: Email }),
  data: z.object({ email: z.string() }),
  errors: ['TOO_MANY'],
})

const same = <P extends string, C extends string>(password: P, confirmation: C, says: string) =>
  z.refine<Record<P | C, unknown>>((typed) => typed[password] === typed[confirmation], {
    error: says,
    path: [confirmation],
  })
/** Source: specification 2, section 8 */
export const passwordMismatch = 'Your password do not match.'

/** The link of the mail leads to the page that sends this. Every session of the person ends. */
export const resetPassword = call({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  audience: 'anyone',
  summary: 'Sets a new password with the link of the mail',
  body: z
    .object({
      token: z.string().check(z.maxLength(100)),
      email: Email,
      password: NewPassword,
      password_confirmation: z.string().check(z.maxLength(200)),
    })
    .check(same('password', 'password_confirmation', passwordMismatch)),
  data: z.object({}),
  errors: ['RESET_WRONG', 'TOO_MANY'],
})

/** The whole profile, or the one field that `field` names. */
export const getProfile = call({
  name: 'getProfile',
  method: 'GET',
  path: '/account/user/profile',
  audience: 'user',
  summary: "One's own profile, whole or one field of it",
  query: z.object({ field: z.optional(z.enum(profileFields)) }),
  data: z.union([Profile, z.nullable(z.union([z.string(), z.boolean()]))]),
  errors: [],
})

const picture =
  /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[A-Za-z0-9+/]+={0,2}$/

/** Changes what is sent and nothing else. `picture`: a PNG, JPEG or WebP of at most 60 KB as a data: address, or null. */
export const updateProfile = call({
  name: 'updateProfile',
  method: 'POST',
  path: '/account/user/profile/update',
  audience: 'user',
  summary: "Changes one's own name, phone, address or picture",
  body: z.object({
    name: z.optional(text('Please enter your name.', 100)),
    phone: z.optional(TypedPhone),
    address: optionalText(300),
    picture: z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.maxLength(82_000, 'Please choose a picture below 60 KB.'),
            z.regex(picture, 'Please choose a PNG, JPEG or WebP picture.'),
          ),
      ),
    ),
  }),
  data: Profile,
  errors: [],
})

/** Ends every session of the person: the page goes to /login. */
export const updatePassword = call({
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
    .check(same('new_password', 'new_password_confirmation', passwordMismatch)),
  data: z.object({}),
  errors: ['PASSWORD_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})

export const AuthPin = z
  .string('Please enter the PIN.')
  .check(z.regex(new RegExp(`^\\d{${authPinLength}}$`), `The PIN has ${authPinLength} digits.`))
/** How a call that takes a PIN refuses it. */
export const pinErrors = ['PIN_NOT_SET', 'PIN_WRONG', 'PIN_LOCKED', 'UNAVAILABLE'] as const

/** Sets or changes the authentication PIN; a PIN that was locked is open again. */
export const updatePin = call({
  name: 'updatePin',
  method: 'POST',
  path: '/account/user/pin/update',
  audience: 'user',
  summary: 'Sets or changes the 6-digit PIN, with the password',
  body: z
    .object({ pin: AuthPin, pin_confirmation: z.string().check(z.maxLength(20)), password: TypedPassword })
    .check(same('pin', 'pin_confirmation', 'The two PINs are not the same.')),
  data: z.object({}),
  errors: ['PASSWORD_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})
