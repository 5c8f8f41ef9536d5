import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp, NairaNumber, orderTotals, PhoneInput, requiredText } from './fields.ts'
import { purchaseFieldTexts } from './purchase-field-texts.ts'
import { AccessToken, OrderReference } from './references.ts'
import { lookupErrors, Network, networkFields, orderKeys, processErrors } from './service-contract.ts'

/** A plan: `code` is our own, `price` naira including kobo, as the vendor last listed it. */
export const DataPlan = z.object({ id: z.string(), code: z.string(), name: z.string(), price: NairaNumber })
export type DataPlan = z.infer<typeof DataPlan>

export const DataNetwork = z.object({
  ...networkFields,
  data_plans: z.array(DataPlan),
  /** When the vendor last listed plans and prices; null when there are none yet. */
  as_of: z.nullable(IsoTimestamp),
})
export type DataNetwork = z.infer<typeof DataNetwork>

export const getDataNetworks = defineEndpoint({
  name: 'getDataNetworks',
  method: 'GET',
  path: '/services/data/networks/all',
  audience: 'anyone',
  summary: 'The mobile networks and their data plans',
  data: z.array(DataNetwork),
})

/** Request body of the data form. `selected_provider` is the network's name, id or code. */
export const DataForm = z.object({
  /** The phone number that receives the plan. */
  device_id: requiredText(purchaseFieldTexts.deviceMissing, 20),
  selected_provider: requiredText(purchaseFieldTexts.networkMissing, 60),
  selected_bundle_code: requiredText(purchaseFieldTexts.planMissing, 80),
  phone_number_to_notify: PhoneInput,
})

/** Amounts to charge for a plan, in naira. Source: specification 1, section 3. */
export const DataInfo = z.object({
  ...orderKeys,
  data_network: Network,
  data_bundle: DataPlan,
  /** +234… */
  device_id: z.string(),
  phone_number_to_notify: z.string(),
  /** The account's name; null for a guest, shown as 'Not available'. */
  customer_name: z.nullable(z.string()),
  ...orderTotals,
})
export type DataInfo = z.infer<typeof DataInfo>

export const quoteData = defineEndpoint({
  name: 'quoteData',
  method: 'POST',
  path: '/services/data/get-device-info',
  audience: 'anyone',
  summary: 'Prices a data plan and stores the order',
  body: DataForm,
  data: DataInfo,
  errors: lookupErrors,
})

export const getDataQuote = defineEndpoint({
  name: 'getDataQuote',
  method: 'GET',
  path: '/services/data/get-customer-info/{reference}',
  audience: 'anyone',
  summary: 'Details of an order, for the session that created it',
  params: z.object({ reference: OrderReference }),
  data: DataInfo,
  errors: ['NOT_FOUND'],
})

/** As `processPower`; for the session that created the order, or with its access token. */
export const processData = defineEndpoint({
  name: 'processData',
  method: 'POST',
  path: '/services/data/process-subscription',
  audience: 'anyone',
  summary: 'Processes a paid data order',
  mayRespondPending: true,
  acceptsAccessToken: true,
  body: z.object({ serviceId: OrderReference }),
  data: z.object({ reference: OrderReference, ref: AccessToken }),
  errors: processErrors,
})

/** A delivered data order. Amounts in naira. `ref`, phone and e-mail are for its owner only, null for others. */
export const DataOrder = z.object({
  reference: OrderReference,
  ref: z.nullable(AccessToken),
  data_network: Network,
  network: z.string(),
  bundle: DataPlan,
  device_id: z.string(),
  phone_number: z.nullable(z.string()),
  customer_name: z.nullable(z.string()),
  customer_email_address: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
  ...orderTotals,
  created_at: IsoTimestamp,
})
export type DataOrder = z.infer<typeof DataOrder>

/** `deviceId` is the order's device id or its `ref`. */
export const getDataOrder = defineEndpoint({
  name: 'getDataOrder',
  method: 'GET',
  path: '/services/data/transaction/{deviceId}/order/{serviceId}/details',
  audience: 'anyone',
  summary: 'A delivered data order',
  params: z.object({ deviceId: z.string(), serviceId: OrderReference }),
  data: DataOrder,
  errors: ['NOT_FOUND'],
})
