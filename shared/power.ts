import * as z from 'zod/mini'
import { meterTypes } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { fieldTexts } from './field-texts.ts'
import {
  BoundedNaira,
  IsoTimestamp,
  MeterNumber,
  NairaNumber,
  orderTotals,
  PhoneInput,
  requiredText,
} from './fields.ts'
import { formatMoney } from './money.ts'
import { AccessToken, OrderReference } from './references.ts'
import { lookupErrors, OptionalAccessToken, orderKeys, processErrors } from './service-contract.ts'

/** A distribution company (disco) as a list entry. `code` is our own; vendors' codes stay in the catalogue. */
export const Disco = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  abbr: z.string(),
  logo: z.string(),
  description: z.string(),
  company: z.object({ name: z.string() }),
  states: z.array(z.string()),
})
export type Disco = z.infer<typeof Disco>

export const MeterType = z.enum(meterTypes, { error: fieldTexts.meterTypeMissing })

const discoList = (name: string, path: string, summary: string) =>
  defineEndpoint({
    name,
    method: 'GET',
    path,
    audience: 'anyone',
    summary,
    data: z.array(Disco),
  } as const)

export const getPowerProviders = discoList(
  'getPowerProviders',
  '/services/electricity/providers/all',
  'Electricity companies on sale',
)
export const getDiscos = discoList(
  'getDiscos',
  '/services/electricity/discos/all',
  'Every electricity company',
)
export const getDiscoCompanies = defineEndpoint({
  name: 'getDiscoCompanies',
  method: 'GET',
  path: '/services/electricity/discos/company/all',
  audience: 'anyone',
  summary: 'Electricity companies that sell to a type of meter',
  query: z.object({ meter_type: z._default(MeterType, 'prepaid') }),
  data: z.array(Disco),
})

/** Request body of the power form. `amount` in naira. */
export const PowerForm = z.object({
  meter_number: MeterNumber,
  meter_type: MeterType,
  phone_number: PhoneInput,
  amount: BoundedNaira,
  meter_disco: requiredText(fieldTexts.companyMissing, 40),
})

/** The meter's owner and the amounts to charge, in naira. Source: specification 1, section 3. */
export const MeterInfo = z.object({
  ...orderKeys,
  disco: Disco,
  meter_number: z.string(),
  meter_type: MeterType,
  phone_number: z.string(),
  customer_name: z.string(),
  customer_address: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** Arrears reported by the vendor; the disco deducts them from the amount. */
  outstanding: z.nullable(NairaNumber),
  ...orderTotals,
  estimated_units: z.nullable(z.object({ units: z.number(), created_at: IsoTimestamp })),
  /** For a prepaid amount, naira: amount − arrears − VAT = energy, which is converted to units. */
  breakdown: z.nullable(z.object({ arrears: NairaNumber, vat: NairaNumber, energy: NairaNumber })),
  /** This application has never delivered an order to this meter. */
  first_time: z.boolean(),
})
export type MeterInfo = z.infer<typeof MeterInfo>

export const quotePower = defineEndpoint({
  name: 'quotePower',
  method: 'POST',
  path: '/services/electricity/get-meter-info',
  audience: 'anyone',
  summary: 'Checks a meter, prices the purchase and stores the order',
  body: PowerForm,
  data: MeterInfo,
  errors: [...lookupErrors, 'METER_NOT_FOUND', 'METER_CANNOT_VEND', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
})

/** Returns the stored lookup to the session that created it: a page without JavaScript, or with empty storage. */
export const getPowerQuote = defineEndpoint({
  name: 'getPowerQuote',
  method: 'GET',
  path: '/services/electricity/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'Customer details of an order, for the session that created it',
  params: z.object({ reference: OrderReference }),
  data: MeterInfo,
  errors: ['NOT_FOUND'],
})

/**
 * Processes a paid order. Waits at most 10 s: 200 with status 'success' when delivered, 202 with status 'pending'
 * while the outcome is unknown, otherwise 409 with a message that states what happens to the money.
 */
export const processPower = defineEndpoint({
  name: 'processPower',
  method: 'POST',
  path: '/services/electricity/process-subscription',
  audience: 'anyone',
  summary: 'Processes a paid electricity order',
  mayRespondPending: true,
  body: z.object({ serviceId: OrderReference, accessToken: OptionalAccessToken }),
  data: z.object({ reference: OrderReference, access_token: z.nullable(AccessToken) }),
  errors: processErrors,
})

/** Token kinds, in the order of entry on the keypad. */
export const tokenKinds = ['kct1', 'kct2', 'reset', 'configure', 'main', 'bonus'] as const
export const PowerToken = z.object({
  kind: z.enum(tokenKinds),
  /** Digits only; screens group them by four. */
  digits: z.string(),
  label: z.string(),
  units: z.nullable(z.string()),
})
export type PowerToken = z.infer<typeof PowerToken>

/** A delivered electricity order. Amounts in naira. `token` is null for postpaid. */
export const PowerOrder = z.object({
  reference: OrderReference,
  meter_number: z.string(),
  meter_type: MeterType,
  token: z.nullable(z.string()),
  tokens: z.array(PowerToken),
  units: z.nullable(z.string()),
  tariff: z.nullable(z.string()),
  tariffDesc: z.nullable(z.string()),
  tariffClass: z.nullable(z.string()),
  ...orderTotals,
  vat: z.nullable(NairaNumber),
  arrears: z.nullable(NairaNumber),
  created_at: IsoTimestamp,
  customer_name: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  disco: Disco,
})
export type PowerOrder = z.infer<typeof PowerOrder>

/** A tariff formatted for display: a bare rate gets its unit, "209.5" → "₦209.50/kWh"; a class or name is unchanged. */
export const tariffText = (tariff: string | null): string | null =>
  tariff && /^\d{1,3}\.\d{1,2}$/.test(tariff) ? `${formatMoney(tariff)}/kWh` : tariff

export const getPowerOrder = defineEndpoint({
  name: 'getPowerOrder',
  method: 'GET',
  path: '/services/electricity/transaction/{accessToken}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered electricity order',
  params: z.object({ accessToken: z.string(), serviceId: OrderReference }),
  data: PowerOrder,
  errors: ['NOT_FOUND'],
})

export const getPowerReceipt = defineEndpoint({
  name: 'getPowerReceipt',
  method: 'GET',
  path: '/services/transaction/power/{reference}',
  audience: 'anyone',
  summary:
    'The receipt of a delivered electricity order, as a PDF; name, address and phone for its owner only',
  params: z.object({ reference: z.string() }),
  acceptsAccessToken: true,
  data: z.unknown(),
  responseType: 'application/pdf',
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/** One past purchase. `access_token` is view-only: receipt and token, no e-mail, no address. */
export const PowerRecord = z.object({
  reference: OrderReference,
  access_token: AccessToken,
  token: z.nullable(z.string()),
  units: z.nullable(z.string()),
  created_at: IsoTimestamp,
  disco: z.object({ logo: z.string(), company: z.object({ name: z.string() }) }),
})
export type PowerRecord = z.infer<typeof PowerRecord>

export const getPowerHistory = defineEndpoint({
  name: 'getPowerHistory',
  method: 'POST',
  path: '/actions/get-power-history',
  audience: 'anyone',
  summary: 'Past purchases of a meter, for callers who know the meter number and the phone used',
  body: z.object({ meter_number: MeterNumber, phone_number: PhoneInput }),
  data: z.array(PowerRecord),
  errors: ['INVALID', 'TOO_MANY'],
})
