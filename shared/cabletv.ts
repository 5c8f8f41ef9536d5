import * as z from 'zod/mini'
import { call } from './contract.ts'
import { Iso, NairaNumber, TypedPhone, text } from './fields.ts'
import { lookupErrors, Network, networkFields, orderKeys, processErrors, SecondValue } from './journeys.ts'
import { AccessToken, OrderReference } from './references.ts'

/** A bouquet as sold: `code` is ours, `price` naira as the vendor last stated it. */
export const Bundle = z.object({ id: z.string(), code: z.string(), title: z.string(), price: NairaNumber })
export type Bundle = z.infer<typeof Bundle>

/** What a network knows its customers by. A phone is not looked up: the name is not known then. */
export const cabletvKeys = ['smartcard', 'phone'] as const

export const CabletvNetwork = z.object({
  ...networkFields,
  known_by: z.enum(cabletvKeys),
  bundles: z.array(Bundle),
  /** When the vendor last stated bouquets and prices; null when there are none yet. */
  as_of: z.nullable(Iso),
})
export type CabletvNetwork = z.infer<typeof CabletvNetwork>

export const cabletvNetworks = call({
  name: 'cabletvNetworks',
  method: 'GET',
  path: '/services/cabletv/networks/all',
  audience: 'anyone',
  summary: 'The TV networks and their bouquets',
  data: z.array(CabletvNetwork),
  errors: [],
})

/** A smartcard or IUC number, or the phone of a network that knows its customers by phone: 8 to 14 digits. */
export const SmartcardNumber = z.pipe(
  z.pipe(
    text('Please enter the number of your smartcard.', 40),
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\+?\d{8,14}$/, 'A smartcard number has 8 to 14 digits.')),
)

/** What the cable TV form sends. `cabletv_network` is its name; id and code are read as well. */
export const CabletvForm = z.object({
  smartcard_number: SmartcardNumber,
  cabletv_network: text('Please choose your network.', 60),
  cabletv_bundle_code: text('Please choose your bouquet.', 80),
  phone_number: TypedPhone,
})

/** Whose smartcard it is and what will be charged. Amounts in naira. Source: specification 1, section 3. */
export const CabletvInfo = z.object({
  ...orderKeys,
  network: Network,
  smartcard_number: z.string(),
  bundle: Bundle,
  phone_number: z.string(),
  /** Null where nobody says it: shown as 'Not available'. */
  customer_name: z.nullable(z.string()),
  customer_number: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  amount: NairaNumber,
  service_charge: NairaNumber,
  total_amount: NairaNumber,
})
export type CabletvInfo = z.infer<typeof CabletvInfo>

export const getSmartcardInfo = call({
  name: 'getSmartcardInfo',
  method: 'POST',
  path: '/services/cabletv/get-smartcard-info',
  audience: 'anyone',
  summary: 'Checks a smartcard, prices the bouquet and stores the order',
  body: CabletvForm,
  data: CabletvInfo,
  errors: [...lookupErrors, 'SMARTCARD_NOT_FOUND'],
})

export const getCabletvCustomer = call({
  name: 'getCabletvCustomer',
  method: 'GET',
  path: '/services/cabletv/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'The customer details of an order, for the session that made it',
  params: z.object({ reference: OrderReference }),
  data: CabletvInfo,
  errors: ['NOT_FOUND'],
})

const resultFields = {
  reference: OrderReference,
  access_token: AccessToken,
  tv_network: Network,
  network: z.string(),
  bundle: Bundle,
  smartcard_number: z.string(),
  amount: NairaNumber,
  created_at: Iso,
} as const

/** What was ordered, delivered or not yet. Amount in naira. */
export const CabletvResult = z.object(resultFields)
export type CabletvResult = z.infer<typeof CabletvResult>

/**
 * Brings a paid order to its end. Waits at most 10 s: 200 with status 'success' when delivered,
 * 202 with status 'pending' while it is not decided, 409 with a sentence about the money otherwise.
 * For the session that made the order, or with its access token.
 */
export const processCabletv = call({
  name: 'processCabletv',
  method: 'POST',
  path: '/services/cabletv/process-subscription',
  audience: 'anyone',
  summary: 'Brings a paid TV order to its end',
  body: z.object({ serviceId: OrderReference, accessToken: SecondValue }),
  data: CabletvResult,
  errors: processErrors,
})

/** A delivered TV order. Amounts in naira. Address and phone are for its owner alone, null for others. */
export const CabletvOrder = z.object({
  ...resultFields,
  customer_name: z.nullable(z.string()),
  customer_number: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  /** Voucher codes to enter at the network (Showmax); none where the smartcard itself was renewed. */
  vouchers: z.array(z.string()),
})
export type CabletvOrder = z.infer<typeof CabletvOrder>

export const cabletvOrder = call({
  name: 'cabletvOrder',
  method: 'GET',
  path: '/services/cabletv/transaction/{accessToken}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered TV order',
  params: z.object({ accessToken: z.string(), serviceId: OrderReference }),
  data: CabletvOrder,
  errors: ['NOT_FOUND'],
})
