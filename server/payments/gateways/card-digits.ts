import * as z from 'zod'

/** The digits of a card that gateways report and screens show. A card with anything else in them is not saved. */
export const FirstDigits = z
  .string()
  .regex(/^\d{6,8}$/)
  .transform((digits) => digits.slice(0, 6))
export const LastDigits = z.string().regex(/^\d{4}$/)
