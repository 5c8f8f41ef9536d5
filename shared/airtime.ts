import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { BoundedNaira, IsoTimestamp, orderTotals, PhoneInput, requiredText } from './fields.ts'
import { purchaseFieldTexts } from './purchase-field-texts.ts'
import { AccessToken, OrderReference } from './references.ts'
import { Badge, lookupErrors, Network, orderKeys, processErrors } from './service-contract.ts'

export const getAirtimeNetworks = defineEndpoint({
  name: 'getAirtimeNetworks',
  method: 'GET',
  path: '/services/airtime/networks/all',
  audience: 'anyone',
  summary: 'Mobile networks on sale',
  data: z.array(Network),
})

/** Request body of the airtime form. `amount` in naira; `selected_provider` is the network's name, id or code. */
export const AirtimeForm = z.object({
  phone_number: PhoneInput,
  amount: BoundedNaira,
  selected_provider: requiredText(purchaseFieldTexts.networkMissing, 60),
})

const recordFields = {
  vtu_network: Badge,
  network: z.string(),
  /** The account's name; null for a guest, shown as 'Not available'. */
  customer_name: z.nullable(z.string()),
  /** The number to recharge, +234… */
  customer_number: z.string(),
  customer_address: z.nullable(z.string()),
  ...orderTotals,
  created_at: IsoTimestamp,
} as const

/** A stored airtime order. Amounts in naira; there is no service charge. `ref` is its access token. */
export const AirtimeInfo = z.object({
  reference: OrderReference,
  ref: AccessToken,
  ...orderKeys,
  phone_number: z.string(),
  ...recordFields,
})
export type AirtimeInfo = z.infer<typeof AirtimeInfo>

export const quoteAirtime = defineEndpoint({
  name: 'quoteAirtime',
  method: 'POST',
  path: '/services/airtime/record/create',
  audience: 'anyone',
  summary: 'Prices airtime and stores the order',
  body: AirtimeForm,
  data: AirtimeInfo,
  errors: [...lookupErrors, 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
})

/** Returns the stored order to the session that created it, for a page without JavaScript. */
export const getAirtimeQuote = defineEndpoint({
  name: 'getAirtimeQuote',
  method: 'GET',
  path: '/services/airtime/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'Details of an order, for the session that created it',
  params: z.object({ reference: OrderReference }),
  data: AirtimeInfo,
  errors: ['NOT_FOUND'],
})

/** As `processPower`; for the session that created the order, or with its access token in the header. */
export const processAirtime = defineEndpoint({
  name: 'processAirtime',
  method: 'POST',
  path: '/services/airtime/process-subscription',
  audience: 'anyone',
  summary: 'Processes a paid airtime order',
  mayRespondPending: true,
  acceptsAccessToken: true,
  body: z.object({ serviceId: OrderReference }),
  data: z.object({ reference: OrderReference, ref: AccessToken }),
  errors: processErrors,
})

/** A delivered airtime order. Amounts in naira. */
export const AirtimeOrder = z.object({
  reference: OrderReference,
  ref: AccessToken,
  ...recordFields,
  customer_email_address: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
})
export type AirtimeOrder = z.infer<typeof AirtimeOrder>

/** For the session that created the order, or with the access token of its success page in the header. */
export const getAirtimeOrder = defineEndpoint({
  name: 'getAirtimeOrder',
  method: 'GET',
  path: '/services/airtime/transaction/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered airtime order',
  params: z.object({ serviceId: OrderReference }),
  acceptsAccessToken: true,
  data: AirtimeOrder,
  errors: ['NOT_FOUND'],
})
