import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber, orderTotals, PhoneInput, requiredText } from './fields.ts'
import { purchaseFieldTexts } from './purchase-field-texts.ts'
import { AccessToken, OrderReference } from './references.ts'
import { lookupErrors, Network, networkFields, orderKeys, processErrors } from './service-contract.ts'

/** A bouquet: `code` is our own, `price` naira as the vendor last listed it. */
export const Bouquet = z.object({ id: z.string(), code: z.string(), title: z.string(), price: NairaNumber })
export type Bouquet = z.infer<typeof Bouquet>

/** How a network identifies its customers. A phone is not looked up, so its owner's name is unknown. */
export const cabletvIdentifiers = ['smartcard', 'phone'] as const

export const CabletvNetwork = z.object({
  ...networkFields,
  identified_by: z.enum(cabletvIdentifiers),
  bundles: z.array(Bouquet),
  /** When the vendor last listed bouquets and prices; null when there are none yet. */
  as_of: z.nullable(IsoTimestamp),
})
export type CabletvNetwork = z.infer<typeof CabletvNetwork>

export const getCabletvNetworks = defineEndpoint({
  name: 'getCabletvNetworks',
  method: 'GET',
  path: '/services/cabletv/networks/all',
  audience: 'anyone',
  summary: 'The TV networks and their bouquets',
  data: z.array(CabletvNetwork),
})

/** A smartcard or IUC number, or the phone for a network that identifies customers by phone: 8 to 14 digits. */
export const SmartcardNumber = z.pipe(
  z.pipe(
    requiredText(purchaseFieldTexts.smartcardMissing, 40),
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\+?\d{8,14}$/, { error: purchaseFieldTexts.smartcardInvalid })),
)

/** Request body of the cable TV form. `cabletv_network` is the network's name; its id and code are accepted too. */
export const CabletvForm = z.object({
  smartcard_number: SmartcardNumber,
  cabletv_network: requiredText(purchaseFieldTexts.tvNetworkMissing, 60),
  cabletv_bundle_code: requiredText(purchaseFieldTexts.bouquetMissing, 80),
  phone_number: PhoneInput,
})

/** The smartcard's owner and the amounts to charge, in naira. Source: specification 1, section 3. */
export const CabletvInfo = z.object({
  ...orderKeys,
  network: Network,
  smartcard_number: z.string(),
  bundle: Bouquet,
  phone_number: z.string(),
  /** Null when the vendor returns none: shown as 'Not available'. */
  customer_name: z.nullable(z.string()),
  customer_number: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  ...orderTotals,
})
export type CabletvInfo = z.infer<typeof CabletvInfo>

export const quoteCabletv = defineEndpoint({
  name: 'quoteCabletv',
  method: 'POST',
  path: '/services/cabletv/get-smartcard-info',
  audience: 'anyone',
  summary: 'Checks a smartcard, prices the bouquet and stores the order',
  body: CabletvForm,
  data: CabletvInfo,
  errors: [...lookupErrors, 'SMARTCARD_NOT_FOUND'],
})

export const getCabletvQuote = defineEndpoint({
  name: 'getCabletvQuote',
  method: 'GET',
  path: '/services/cabletv/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'Customer details of an order, for the session that created it',
  params: z.object({ reference: OrderReference }),
  data: CabletvInfo,
  errors: ['NOT_FOUND'],
})

const resultFields = {
  reference: OrderReference,
  access_token: AccessToken,
  tv_network: Network,
  network: z.string(),
  bundle: Bouquet,
  smartcard_number: z.string(),
  amount: NairaNumber,
  created_at: IsoTimestamp,
} as const

/** The order, delivered or not. Amount in naira. */
export const CabletvResult = z.object(resultFields)
export type CabletvResult = z.infer<typeof CabletvResult>

/**
 * Processes a paid order. Waits at most 10 s: 200 with status 'success' when delivered, 202 with status 'pending'
 * while undecided, otherwise 409 with a sentence about the money. For the session that created the order, or with
 * its access token.
 */
export const processCabletv = defineEndpoint({
  name: 'processCabletv',
  method: 'POST',
  path: '/services/cabletv/process-subscription',
  audience: 'anyone',
  summary: 'Processes a paid TV order',
  mayRespondPending: true,
  acceptsAccessToken: true,
  body: z.object({ serviceId: OrderReference }),
  data: CabletvResult,
  errors: processErrors,
})

/** A delivered TV order. Amounts in naira. Address, phone and e-mail are for its owner only, null for others. */
export const CabletvOrder = z.object({
  ...resultFields,
  customer_name: z.nullable(z.string()),
  customer_number: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  service_charge: NairaNumber,
  total_amount: NairaNumber,
  /** Voucher codes to redeem at the network (Showmax); empty when the smartcard itself was renewed. */
  vouchers: z.array(z.string()),
})
export type CabletvOrder = z.infer<typeof CabletvOrder>

export const getCabletvOrder = defineEndpoint({
  name: 'getCabletvOrder',
  method: 'GET',
  path: '/services/cabletv/transaction/{accessToken}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered TV order',
  params: z.object({ accessToken: z.string(), serviceId: OrderReference }),
  data: CabletvOrder,
  errors: ['NOT_FOUND'],
})
