import * as z from 'zod/mini'
import { amountLimitsNaira } from './constants.ts'
import { fieldTexts } from './field-texts.ts'
import { type Kobo, koboOf } from './money.ts'

/**
 * A text that a reader sees: not only spaces and characters without a shape, such as a zero-width space, a Hangul filler
 * (a letter) and the blank Braille pattern (a symbol).
 */
export const visible = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

/** A required text, trimmed. `missing` is the error message when it is empty or nothing of it is visible. */
export const requiredText = (missing: () => string, maxLength = 200) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(maxLength, { error: () => fieldTexts.tooLong({ max: maxLength }) }),
      z.regex(/^\P{Cc}*$/u, { error: fieldTexts.invalidCharacters }),
      z.regex(visible, { error: missing }),
    )

/**
 * A person's name. It is printed in e-mails, so it cannot contain anything that becomes a link: letters, combining
 * marks, spaces, hyphens, apostrophes, and full stops before a space.
 */
export const PersonName = requiredText(fieldTexts.nameMissing, 60).check(
  z.regex(/^(?=.*\p{L})(?:[\p{L}\p{M} '’ʼ‐-]|\.(?= ))+$/u, { error: fieldTexts.nameInvalid }),
)

/** The largest amount: exact as a JSON number and above every sum that occurs. */
const maxKobo = 10n ** 15n

/**
 * Naira, as a JSON number or decimal text with at most 2 decimals, parsed to kobo.
 * Rejects scientific notation, signs, three decimals, words, amounts above the limit. Source: ruling E-094.
 */
export const Naira = z.pipe(
  z.union([z.string(), z.number()], { error: fieldTexts.amountMissing }),
  z.transform((value, ctx): Kobo => {
    const kobo = koboOf(typeof value === 'string' ? value.trim() : value)
    if (kobo !== null && kobo >= 0n && kobo <= maxKobo) return kobo
    ctx.issues.push({
      code: 'custom',
      message: fieldTexts.amountInvalid(),
      input: value,
    })
    return z.NEVER
  }),
)

/** An amount that a customer enters for power or airtime: within the declared bounds. */
export const BoundedNaira = Naira.check(
  z.refine(
    (kobo) => kobo >= BigInt(amountLimitsNaira.min) * 100n && kobo <= BigInt(amountLimitsNaira.max) * 100n,
    { error: fieldTexts.amountOutOfBounds },
  ),
)

/** A meter number: 11 to 20 letters or digits after spaces and dashes are removed. Source: ruling E-095. */
export const MeterNumber = z.pipe(
  z.pipe(
    requiredText(fieldTexts.meterMissing, 40),
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^[A-Za-z0-9]{11,20}$/, { error: fieldTexts.meterInvalid })),
)

/** A phone number as typed; the server normalises it and checks that it is Nigerian. */
export const PhoneInput = z
  .string({ error: fieldTexts.phoneMissing })
  .check(
    z.trim(),
    z.minLength(1, { error: fieldTexts.phoneMissing }),
    z.maxLength(20, { error: fieldTexts.phoneTooLong }),
  )

export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email({ error: fieldTexts.emailInvalid }))

/** Naira as a JSON number, in responses. */
export const NairaNumber = z.number()
export const IsoTimestamp = z.string()

/** A calendar day in Lagos, YYYY-MM-DD. */
export const Day = z.string().check(
  z.regex(/^[12]\d{3}-\d{2}-\d{2}$/, { error: fieldTexts.dayInvalid }),
  z.refine(
    (day) => {
      const time = Date.parse(`${day}T00:00:00Z`)
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
    },
    { error: fieldTexts.dayInvalid },
  ),
)

/** Cursor of a list page: the number of the last row before it. */
export const LineCursor = z.string().check(z.regex(/^\d{1,18}$/, 'is not a cursor'))

/** Amount, service charge and total of an order, naira: total = amount + charge. */
export const orderTotals = {
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
} as const
