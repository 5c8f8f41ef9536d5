import * as z from 'zod/mini'
import { services } from '../constants.ts'
import { defineEndpoint } from '../contract.ts'
import { fieldTexts } from '../field-texts.ts'
import { IsoTimestamp, NairaNumber, requiredText } from '../fields.ts'
import { CursorParameter } from '../history.ts'
import { paymentRequestStates } from '../payment-requests.ts'
import { OrderReference } from '../references.ts'

/** A payment request with the reports about it, for managers. Naira. */
export const ManagedRequest = z.object({
  id: z.string(),
  state: z.enum(paymentRequestStates),
  /** The requester's name and id. */
  requester: z.string(),
  user_id: z.string(),
  service: z.enum(services),
  amount: z.nullable(NairaNumber),
  note: z.nullable(z.string()),
  created_at: IsoTimestamp,
  /** Newest first. */
  reports: z.array(z.object({ reason: z.string(), at: IsoTimestamp })),
  /** "Ikeja Electric", "DStv Compact" */
  title: z.string(),
  /** "****0099" */
  number: z.string(),
  expires_at: IsoTimestamp,
  /** The order that paid it. */
  order_reference: z.nullable(OrderReference),
})
export type ManagedRequest = z.infer<typeof ManagedRequest>

/** `reported`: with at least one abuse report, in any state. */
export const paymentRequestViews = ['reported', ...paymentRequestStates] as const
export type PaymentRequestView = (typeof paymentRequestViews)[number]

/** Newest first; by default the reported ones. */
export const getManagedPaymentRequests = defineEndpoint({
  name: 'getManagedPaymentRequests',
  method: 'GET',
  path: '/management/payment-requests/all',
  audience: 'manager',
  summary: 'Payment requests',
  query: z.object({
    view: z.optional(z.enum(paymentRequestViews)),
    cursor: z.optional(CursorParameter),
  }),
  data: z.object({ list: z.array(ManagedRequest), next: z.nullable(z.string()) }),
})

export const blockPaymentRequest = defineEndpoint({
  name: 'blockPaymentRequest',
  method: 'POST',
  path: '/management/payment-requests/{id}/block',
  audience: 'manager',
  summary: 'Blocks a payment request',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: requiredText(fieldTexts.reasonMissing, 200) }),
  data: z.object({}),
  errors: ['NOT_FOUND', 'REQUEST_CLOSED'],
})
