import * as z from 'zod/mini'
import { examTypes } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { Email, IsoTimestamp, NairaNumber, orderTotals, PhoneInput, requiredText } from './fields.ts'
import { purchaseFieldTexts } from './purchase-field-texts.ts'
import { AccessToken, OrderReference } from './references.ts'
import {
  Badge,
  lookupErrors,
  networkFields,
  OptionalAccessToken,
  orderKeys,
  processErrors,
} from './service-contract.ts'

const ServiceType = z.enum(examTypes, { error: purchaseFieldTexts.examinationMissing })

/** A PIN product of an examination: `variation_code` is our own, `price` naira for one. */
export const ExamVariation = z.object({ variation_code: z.string(), name: z.string(), price: NairaNumber })
export type ExamVariation = z.infer<typeof ExamVariation>

/** An examination whose PINs are on sale. */
export const EducationType = z.object({
  ...networkFields,
  code: ServiceType,
  /** JAMB: requires a profile ID and a variation, exactly one PIN, no e-mail. */
  needs_profile: z.boolean(),
  quantity: z.object({ min: z.number(), max: z.number() }),
  /** Of an order, for any quantity. The release before does not send it. */
  service_charge: z.optional(NairaNumber),
  variations: z.array(ExamVariation),
  /** The same variations as a list of types, named as in the other services' lists. */
  types: z.array(z.object({ code: z.string(), name: z.string() })),
  /** When the vendor last listed variations and prices; null when there are none yet. */
  as_of: z.nullable(IsoTimestamp),
})
export type EducationType = z.infer<typeof EducationType>

export const getEducationTypes = defineEndpoint({
  name: 'getEducationTypes',
  method: 'GET',
  path: '/services/education/service-types/all',
  audience: 'anyone',
  summary: 'Examinations on sale',
  data: z.array(EducationType),
})

/** A whole number, as text or number; absent means 1. The server enforces the upper limit. */
const Quantity = z.pipe(
  z.optional(z.nullable(z.union([z.string(), z.number()]))),
  z.transform((value, ctx): number => {
    const text = String(value ?? '').trim() || '1'
    if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
    ctx.issues.push({ code: 'custom', message: purchaseFieldTexts.pinCountMissing(), input: value })
    return z.NEVER
  }),
)

/** An optional e-mail; an empty field counts as absent. */
const OptionalEmail = z.pipe(
  z.optional(z.nullable(z.string())),
  z.pipe(
    z.transform((typed: string | null | undefined) => typed?.trim() || undefined),
    z.optional(Email),
  ),
)

/** An optional variation code; absent means the first one. */
const OptionalVariation = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80))))

/** Request body of the education form for WAEC PINs. */
export const WaecForm = z.object({
  service_type: z.enum(['waec', 'waec-registration'], { error: purchaseFieldTexts.examinationMissing }),
  phone_number: PhoneInput,
  email_address: OptionalEmail,
  quantity: Quantity,
  variation_code: OptionalVariation,
})

/**
 * Request body of the education form for a JAMB PIN: one PIN for any `quantity`; no e-mail is stored. Profile IDs have
 * 10 digits today; 8 to 15 are accepted, because the vendor checks the number.
 */
export const JambForm = z.object({
  service_type: z.enum(['jamb'], { error: purchaseFieldTexts.examinationMissing }),
  phone_number: PhoneInput,
  profile_id: z.pipe(
    z.pipe(
      requiredText(purchaseFieldTexts.profileIdMissing, 40),
      z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(/^\d{8,15}$/, { error: purchaseFieldTexts.profileIdInvalid })),
  ),
  variation_code: requiredText(purchaseFieldTexts.jambTypeMissing, 80),
})

/** The PIN's candidate and the amounts to charge, in naira. `request_id` is the order's access token. */
export const EducationInfo = z.object({
  reference: OrderReference,
  request_id: AccessToken,
  ...orderKeys,
  service_type: ServiceType,
  service_type_details: Badge,
  /** All variations on sale. Choosing another one repeats the creation request, which returns another reference. */
  variations: z.array(ExamVariation),
  /** The priced variation. */
  variation_code: z.string(),
  variation_name: z.string(),
  quantity: z.number(),
  /** The JAMB profile ID. */
  billers_code: z.nullable(z.string()),
  /** The candidate's name for JAMB, otherwise the account's; null for a guest, shown as 'Not available'. */
  customer_name: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  phone_number: z.string(),
  service_charge: NairaNumber,
  amount: NairaNumber,
  total_amount: NairaNumber,
  description: z.string(),
})
export type EducationInfo = z.infer<typeof EducationInfo>

export const quoteWaec = defineEndpoint({
  name: 'quoteWaec',
  method: 'POST',
  path: '/services/education/waec/registration',
  audience: 'anyone',
  summary: 'Prices WAEC PINs and stores the order',
  body: WaecForm,
  data: EducationInfo,
  errors: lookupErrors,
})

export const quoteJamb = defineEndpoint({
  name: 'quoteJamb',
  method: 'POST',
  path: '/services/education/jamb/purchase-pin',
  audience: 'anyone',
  summary: 'Checks a JAMB profile, prices its PIN and stores the order',
  body: JambForm,
  data: EducationInfo,
  errors: [...lookupErrors, 'PROFILE_NOT_FOUND'],
})

/** Returns the stored order to the session that created it, for a page without JavaScript. */
export const getEducationQuote = defineEndpoint({
  name: 'getEducationQuote',
  method: 'GET',
  path: '/services/education/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'Details of an order, for the session that created it',
  params: z.object({ reference: OrderReference }),
  data: EducationInfo,
  errors: ['NOT_FOUND'],
})

/** As `processPower`. `requestId` may be the reference only in the session that created the order. */
export const processEducation = defineEndpoint({
  name: 'processEducation',
  method: 'POST',
  path: '/services/education/process-subscription',
  audience: 'anyone',
  summary: 'Processes a paid education order',
  mayRespondPending: true,
  body: z.object({ serviceId: OrderReference, requestId: OptionalAccessToken }),
  data: z.object({ reference: OrderReference, request_id: AccessToken }),
  errors: processErrors,
})

/** A purchased PIN; some have a serial number. Text as returned by the vendor, without its label. */
export const ExamPin = z.object({ serial: z.nullable(z.string()), pin: z.string() })
export type ExamPin = z.infer<typeof ExamPin>

/** A delivered education order. Amounts in naira. E-mail and phone are for its owner only, null for others. */
export const EducationOrder = z.object({
  reference: OrderReference,
  request_id: AccessToken,
  service_type: ServiceType,
  service_type_details: Badge,
  variation_name: z.string(),
  quantity: z.number(),
  /** The PIN of a JAMB order. */
  purchased_code: z.nullable(z.string()),
  tokens: z.array(ExamPin),
  billers_code: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  customer_phone: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
  ...orderTotals,
  created_at: IsoTimestamp,
})
export type EducationOrder = z.infer<typeof EducationOrder>

export const getEducationOrder = defineEndpoint({
  name: 'getEducationOrder',
  method: 'GET',
  path: '/services/education/transaction/{requestId}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered education order',
  params: z.object({ requestId: z.string(), serviceId: OrderReference }),
  data: EducationOrder,
  errors: ['NOT_FOUND'],
})
