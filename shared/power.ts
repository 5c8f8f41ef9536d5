import * as z from 'zod/mini'
import { meterTypes } from './constants.ts'
import { call } from './contract.ts'
import { BoundedNaira, Iso, MeterNumber, NairaNumber, TypedPhone, text } from './fields.ts'
import { lookupErrors, orderKeys, processErrors, SecondValue } from './journeys.ts'
import { AccessToken, OrderReference } from './references.ts'

/** A distribution company as a list entry. `code` is ours; vendors' codes stay in the catalogue. */
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

export const MeterType = z.enum(meterTypes, 'Please choose prepaid or postpaid.')

const discoList = (name: string, path: string, summary: string) =>
  call({ name, method: 'GET', path, audience: 'anyone', summary, data: z.array(Disco), errors: [] } as const)

export const powerProviders = discoList(
  'powerProviders',
  '/services/electricity/providers/all',
  'The electricity companies we sell for',
)
export const allDiscos = discoList(
  'allDiscos',
  '/services/electricity/discos/all',
  'Every electricity company',
)
export const discoCompanies = call({
  name: 'discoCompanies',
  method: 'GET',
  path: '/services/electricity/discos/company/all',
  audience: 'anyone',
  summary: 'The electricity companies that sell a type of meter',
  query: z.object({ meter_type: z._default(MeterType, 'prepaid') }),
  data: z.array(Disco),
  errors: [],
})

/** What the power form sends. Units: `amount` in naira. */
export const PowerForm = z.object({
  meter_number: MeterNumber,
  meter_type: MeterType,
  phone_number: TypedPhone,
  amount: BoundedNaira,
  meter_disco: text('Please choose your electricity company.', 40),
})

/** Who owns the meter and what will be charged. Amounts in naira. Source: specification 1, section 3. */
export const MeterInfo = z.object({
  ...orderKeys,
  disco: Disco,
  meter_number: z.string(),
  meter_type: MeterType,
  phone_number: z.string(),
  customer_name: z.string(),
  customer_address: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** Arrears the vendor states; they may be taken from the amount. */
  outstanding: z.nullable(NairaNumber),
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  estimated_units: z.nullable(z.object({ units: z.number(), created_at: Iso })),
  /** No order was ever delivered to this meter by us. */
  first_time: z.boolean(),
})
export type MeterInfo = z.infer<typeof MeterInfo>

export const getMeterInfo = call({
  name: 'getMeterInfo',
  method: 'POST',
  path: '/services/electricity/get-meter-info',
  audience: 'anyone',
  summary: 'Checks a meter, prices the purchase and stores the order',
  body: PowerForm,
  data: MeterInfo,
  errors: [...lookupErrors, 'METER_NOT_FOUND', 'METER_CANNOT_VEND', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
})

/** The stored lookup again, for the session that made it: a page without script, or with an empty storage. */
export const getMeterCustomer = call({
  name: 'getMeterCustomer',
  method: 'GET',
  path: '/services/electricity/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'The customer details of an order, for the session that made it',
  params: z.object({ reference: OrderReference }),
  data: MeterInfo,
  errors: ['NOT_FOUND'],
})

/**
 * Brings a paid order to its token. Waits at most 10 s: 200 with status 'success' when delivered,
 * 202 with status 'pending' while it is not decided, 409 with a sentence about the money otherwise.
 */
export const processPower = call({
  name: 'processPower',
  method: 'POST',
  path: '/services/electricity/process-subscription',
  audience: 'anyone',
  summary: 'Brings a paid order to its token',
  body: z.object({ serviceId: OrderReference, accessToken: SecondValue }),
  data: z.object({ reference: OrderReference, access_token: z.nullable(AccessToken) }),
  errors: processErrors,
})

/** What a token is for, in the order of entry on the keypad. */
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
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  vat: z.nullable(NairaNumber),
  arrears: z.nullable(NairaNumber),
  created_at: Iso,
  customer_name: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  disco: Disco,
})
export type PowerOrder = z.infer<typeof PowerOrder>

export const powerOrder = call({
  name: 'powerOrder',
  method: 'GET',
  path: '/services/electricity/transaction/{accessToken}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered electricity order',
  params: z.object({ accessToken: z.string(), serviceId: OrderReference }),
  data: PowerOrder,
  errors: ['NOT_FOUND'],
})

export const powerReceipt = call({
  name: 'powerReceipt',
  method: 'GET',
  path: '/services/transaction/power/{reference}',
  audience: 'anyone',
  summary: 'The receipt of a delivered electricity order, as a PDF',
  params: z.object({ reference: z.string() }),
  data: z.unknown(),
  answers: 'application/pdf',
  errors: ['NOT_FOUND', 'TOO_MANY'],
})

/** One past purchase. `access_token` is view-only: receipt and token, no e-mail, no address. */
export const PowerRecord = z.object({
  reference: OrderReference,
  access_token: AccessToken,
  token: z.nullable(z.string()),
  units: z.nullable(z.string()),
  created_at: Iso,
  disco: z.object({ logo: z.string(), company: z.object({ name: z.string() }) }),
})
export type PowerRecord = z.infer<typeof PowerRecord>

export const powerHistory = call({
  name: 'powerHistory',
  method: 'POST',
  path: '/actions/get-power-history',
  audience: 'anyone',
  summary: 'Past purchases of a meter, for whoever knows the meter and the phone that was used',
  body: z.object({ meter_number: MeterNumber, phone_number: TypedPhone }),
  data: z.array(PowerRecord),
  errors: ['INVALID', 'TOO_MANY'],
})
